/**
 * Evaluates the `convex.config.ts` of the app and of its components, leaves first. In place of each imported
 * definition, a definition gets that definition's export. deploy/component-tree.ts combines them.
 * Source: crates/isolate/src/environment/component_definitions.rs of get-convex/convex-backend.
 */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { must, UserError } from "../../values/user-error.ts";
import type { DeployedModule } from "../deployed/bundle.ts";
import { FunctionThrew, fullText } from "../thrown.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import { closedEnvironment } from "./closed-environment.ts";

export type DefinitionSource = {
  /** The definition's path relative to the app's; "" is the app. */
  readonly path: string;
  readonly module: DeployedModule;
  /** Paths of the definitions that it imports. */
  readonly dependencies: readonly string[];
};

/** An environment variable of a component; `value` is the JSON text of its validator. */
export type VariableDefinition = {
  readonly type: "value";
  readonly value: string;
  readonly optional?: boolean;
};

/** The value of a component's variable: a text, or a variable of its parent. */
export type GivenVariable =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "envVar"; readonly name: string };

/** What `export()` of a definition gives (npm convex, src/server/components/definition.ts), with its path. */
export type Definition = JsonObject & {
  readonly path: string;
  readonly definitionType: { readonly type: string; readonly name?: string };
  readonly childComponents: {
    readonly name: string;
    /** Of its definition. */
    readonly path: string;
    readonly env?: [string, GivenVariable][] | null;
  }[];
  /** Path prefix of the app's own HTTP actions; begins and ends with a slash. */
  readonly httpPrefix?: string;
  /** Reference to a child by path, which begins and ends with a slash. */
  readonly httpMounts: { readonly [path: string]: string };
  readonly envVars?: [string, VariableDefinition][] | null;
};

const FILE = "convex.config.js";

/**
 * @param env variables of the app's definition; those of components see none.
 * @param timeout ms
 * @returns by path.
 * @throws UserError with a text for the developer.
 */
export async function evaluateDefinitions(
  sources: readonly DefinitionSource[],
  env: Readonly<Record<string, string>>,
  timeout: number,
): Promise<ReadonlyMap<string, Definition>> {
  const done = new Map<string, Definition>();
  const inProgress = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (done.has(path)) return;
    if (inProgress.has(path))
      throw new UserError("Found cyclic definition dependency");
    inProgress.add(path);
    const source = sources.find((candidate) => candidate.path === path);
    if (source === undefined)
      throw new UserError(`Component definition not found: ${path}`);
    for (const dependency of source.dependencies) await visit(dependency);
    done.set(path, await evaluateOne(source, done, env, timeout));
  };
  await visit("");
  return done;
}

async function evaluateOne(
  { path, module }: DefinitionSource,
  known: ReadonlyMap<string, Definition>,
  env: Readonly<Record<string, string>>,
  timeout: number,
): Promise<Definition> {
  const realm = new TransactionRealm(
    [{ ...module, path: FILE }, ...[...known.values()].map(standIn)],
    closedEnvironment({
      env: (name) => {
        if (path === "")
          return Object.hasOwn(env, name) ? env[name] : undefined;
        throw new Error(
          "Environment variables are only supported in the app's convex.config.ts. Learn more at https://docs.convex.dev/components/authoring#environment-variables",
        );
      },
    }),
  );
  try {
    const { exports } = await realm.evaluate(FILE, timeout);
    return { ...exportOf(path, exports, realm), path };
  } catch (error) {
    if (!(error instanceof FunctionThrew)) throw error;
    throw new UserError(fullText(error.thrown).trimEnd());
  }
}

function exportOf(
  path: string,
  { default: definition, ...others }: Readonly<Record<string, unknown>>,
  realm: TransactionRealm,
): Definition {
  if (definition === undefined) throw invalid(path, "missing default export");
  if (typeof definition !== "object" || definition === null)
    throw invalid(path, "the default export is not an object");
  if (Object.keys(others).length > 0)
    throw invalid(path, "`convex.config.ts` has more than one export");
  const { export: method } = definition as { export?: unknown };
  if (typeof method !== "function")
    throw invalid(
      path,
      "missing `export` property on the default export of `convex.config.ts`",
    );
  let exported: unknown;
  try {
    exported = (method as () => unknown).call(definition);
  } catch (error) {
    throw realm.threw(error);
  }
  if (typeof exported !== "object" || exported === null)
    throw invalid(
      path,
      "`app.export()` (where `app` is the default export of `convex.config.ts`) doesn’t return an object",
    );
  return realm.jsonOf(exported) as Definition;
}

/** The module that importers get in place of a definition. */
function standIn(definition: Definition): DeployedModule {
  const { path } = definition;
  const name = must(
    definition.definitionType.name ?? null,
    "an app is no child",
  );
  const value = (of: JsonValue) => JSON.stringify(of);
  return {
    path: `_componentDeps/${Buffer.from(path).toString("base64url")}`,
    environment: "isolate",
    source: `export default { export: () => (${value(definition)}), componentDefinitionPath: ${value(path)}, defaultName: ${value(name)} };`,
  };
}

function invalid(path: string, why: string): UserError {
  return new UserError(
    path === ""
      ? `The default export of \`convex.config.ts\` in your app has an invalid value (${why}). Please make sure that you’re exporting the return value of \`defineApp()\` (\`import { defineApp } from 'convex/server'\`).`
      : `The default export of \`convex.config.ts\` in component \`${path}\` has an invalid value (${why}). Please make sure that the component is exporting the return value of \`defineComponent()\` (\`import { defineComponent } from 'convex/server'\`).`,
  );
}
