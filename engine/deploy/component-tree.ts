/**
 * Builds the tree of components from the definitions of the app and its components, with names and variables. Pure.
 * Source: crates/model/src/components/type_checking.rs of get-convex/convex-backend.
 */
import type {
  Definition,
  GivenVariable,
  VariableDefinition,
} from "../functions/analysis/definitions.ts";
import type { EnvironmentBinding } from "../functions/deployed/bundle.ts";
import type { HttpRoute } from "../functions/http-routing.ts";
import { childPath } from "../functions/paths.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { checkValue } from "../values/validators.ts";
import { isWithin } from "./declared-variables.ts";
import { pushError, type DeployError } from "./deploy-error.ts";

/** A component at one place in the tree. Several may share a definition. */
export type ComponentNode = {
  /** Path of its definition. */
  readonly definition: string;
  /** Names from the app down: `workpool/batchWorker`; "" is the app. */
  readonly path: string;
  readonly env: Readonly<Record<string, EnvironmentBinding>>;
  /** Names of children by mount path. */
  readonly mounts: Readonly<Record<string, string>>;
  /** By name. */
  readonly children: ReadonlyMap<string, ComponentNode>;
};

/** @throws DeployError with a text for the developer. */
export function componentTree(
  definitions: ReadonlyMap<string, Definition>,
): ComponentNode {
  return instantiate(definitions, "", "", {});
}

/** All components below a node, children before parents. */
export function descendants(node: ComponentNode): ComponentNode[] {
  return [...node.children.values()].flatMap((child) => [
    ...descendants(child),
    child,
  ]);
}

function instantiate(
  definitions: ReadonlyMap<string, Definition>,
  definitionPath: string,
  path: string,
  env: ComponentNode["env"],
): ComponentNode {
  const definition = find(definitions, definitionPath);
  checkComplete(path, definition, env);
  const children = new Map<string, ComponentNode>();
  for (const { name, path: of, env: given } of definition.childComponents) {
    if (!/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name))
      throw refused(`Invalid component name "${name}"`);
    if (children.has(name))
      throw refused(
        `Component "${definitionPath}" has multiple child components with the same name: "${name}"`,
      );
    const place = childPath(path, name);
    const bindings = bindingsOf(
      { definition, path, env },
      { definition: find(definitions, of), path: place, given: given ?? [] },
    );
    children.set(name, instantiate(definitions, of, place, bindings));
  }
  const mounts = mountsOf(definition, children);
  return { definition: definitionPath, path, env, mounts, children };
}

function mountsOf(
  { httpMounts }: Definition,
  children: ReadonlyMap<string, ComponentNode>,
): ComponentNode["mounts"] {
  return Object.fromEntries(
    Object.entries(httpMounts).map(([mount, reference]) => {
      const name = reference.replace(/^_reference\/childComponent\//, "");
      if (!/^\/(?:[^*?#]*\/)?$/.test(mount))
        throw refused(`HTTP mount "${mount}" is not a path`);
      if (!children.has(name))
        throw refused(
          `HTTP mount "${mount}" is invalid: Child component "${name}" not found.`,
        );
      return [mount, name];
    }),
  );
}

/**
 * Checks that each mount leads to HTTP routes, and does not overlap with the parent's own.
 * @param routesOf those of a definition; null without an `http.ts`
 * @throws DeployError
 */
export function checkMounts(
  node: ComponentNode,
  routesOf: (definition: string) => readonly HttpRoute[] | null,
): void {
  const own = routesOf(node.definition) ?? [];
  for (const [mount, name] of Object.entries(node.mounts)) {
    const child = node.children.get(name);
    const isEmpty =
      child !== undefined &&
      (routesOf(child.definition) ?? []).length === 0 &&
      Object.keys(child.mounts).length === 0;
    if (isEmpty)
      throw refused(
        `HTTP mount "${mount}" is invalid: Child component "${name}" doesn't have any HTTP routes.`,
      );
    if (own.some(({ path }) => path === `${mount}*`))
      throw refused(
        `HTTP mount "${mount}" is invalid: Overlap with existing prefix route`,
      );
  }
  for (const child of node.children.values()) checkMounts(child, routesOf);
}

/** The variables of a component, in terms of the app's variables. */
function bindingsOf(
  parent: Pick<ComponentNode, "path" | "env"> & {
    readonly definition: Definition;
  },
  child: {
    readonly definition: Definition;
    readonly path: string;
    readonly given: readonly (readonly [string, GivenVariable])[];
  },
): ComponentNode["env"] {
  const declared = new Map(child.definition.envVars ?? []);
  return Object.fromEntries(
    child.given.flatMap(([variable, binding]) => {
      const kind = declared.get(variable);
      if (kind === undefined)
        throw refused(
          `Component ${child.path} has no env var named "${variable}"`,
        );
      if (binding.type === "value") {
        checkText(child.path, variable, kind, binding.value);
        return [[variable, { value: binding.value }] as const];
      }
      const { name } = binding;
      checkReference(child.path, variable, kind, name, parent.definition);
      // The variable may have another name above the parent.
      const found = parent.path === "" ? { variable: name } : parent.env[name];
      return found === undefined ? [] : [[variable, found] as const];
    }),
  );
}

function find(
  definitions: ReadonlyMap<string, Definition>,
  path: string,
): Definition {
  const found = definitions.get(path);
  if (found === undefined)
    throw refused(`Component definition not found: "${path}"`);
  return found;
}

function checkComplete(
  path: string,
  { envVars }: Definition,
  env: ComponentNode["env"],
): void {
  if (path === "") return;
  for (const [name, { optional }] of envVars ?? [])
    if (optional !== true && env[name] === undefined)
      throw refused(`Component ${path} is missing required env var "${name}"`);
}

function checkText(
  path: string,
  name: string,
  { value: validator }: VariableDefinition,
  text: string,
): void {
  const detail = checkValue(
    JSON.parse(validator) as ValidatorJson,
    text,
    () => undefined,
  );
  if (detail !== null)
    throw refused(
      `Component ${path} has an invalid value for env var "${name}": ${detail}`,
    );
}

function checkReference(
  path: string,
  name: string,
  kind: VariableDefinition,
  variable: string,
  { envVars }: Definition,
): void {
  const above = new Map(envVars ?? []).get(variable);
  if (above === undefined)
    throw refused(
      `Component ${path} env var "${name}" references undeclared parent env var ${variable}`,
    );
  if (above.optional === true && kind.optional !== true)
    throw refused(
      `Component ${path} env var "${name}" is required, but parent env var ${variable} is optional`,
    );
  if (!isWithin(above, kind))
    throw refused(
      `Component ${path} env var "${name}" validator is not satisfied by parent env var ${variable} validator`,
    );
}

function refused(message: string): DeployError {
  return pushError("TypecheckError", message);
}
