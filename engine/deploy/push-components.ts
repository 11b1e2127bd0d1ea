/** The components of a push: their definitions, their tree and the contents of each. */
import type { Definition } from "../functions/analysis/definitions.ts";
import type { DeployedComponent } from "../functions/deployed/bundle.ts";
import type { Functions } from "../functions/deployed/functions.ts";
import type { HttpRoute } from "../functions/http-routing.ts";
import { must, UserError } from "../values/user-error.ts";
import {
  checkMounts,
  componentTree,
  descendants,
  type ComponentNode,
} from "./component-tree.ts";
import { checkDeclarations } from "./declared-variables.ts";
import { DeployError, pushError } from "./deploy-error.ts";
import type { Environment } from "./environment.ts";
import {
  analyzeCode,
  type CodeContents,
  type ComponentContents,
} from "./push-contents.ts";
import type { StartPushRequest } from "./push-request.ts";

export type PushedComponents = {
  readonly tree: ComponentNode;
  readonly bundles: readonly DeployedComponent[];
  readonly contents: readonly ComponentContents[];
  /** Facts per definition, without the app's, by path. */
  readonly definitions: ReadonlyMap<string, DefinitionFacts>;
  /** The app's definition; null when it was not evaluated, because the app has no components. */
  readonly app: Definition | null;
};

export type DefinitionFacts = {
  readonly definition: Definition;
  readonly contents: CodeContents;
  readonly udfServerVersion: string;
};

const ALONE: PushedComponents = {
  tree: {
    definition: "",
    path: "",
    env: {},
    mounts: {},
    children: new Map(),
  },
  bundles: [],
  contents: [],
  definitions: new Map(),
  app: null,
};

/**
 * @param appRoutes of the app's own `http.ts`; null without one
 * @throws DeployError with the backend's texts.
 */
export async function analyzeComponents(
  functions: Pick<Functions, "analyze" | "evaluateDefinitions">,
  {
    definition: app,
    components,
  }: Pick<StartPushRequest, "definition" | "components">,
  environment: Environment,
  appRoutes: readonly HttpRoute[] | null,
): Promise<PushedComponents> {
  if (app === null) return ALONE;
  const sources = [app, ...components.map(({ definition }) => definition)];
  const { evaluated, tree } = await treeOf(functions, sources, environment);
  const definitions = new Map<string, DefinitionFacts>();
  for (const component of components) {
    const { path } = component.definition;
    const definition = evaluated.get(path);
    // Pushed but not used.
    if (definition === undefined) continue;
    const contents = await analyzeCode(functions, component, {});
    const { udfServerVersion } = component;
    definitions.set(path, { definition, contents, udfServerVersion });
  }
  checkMounts(tree, (path) =>
    path === ""
      ? appRoutes
      : (definitions.get(path)?.contents.code.http?.routes ?? null),
  );
  const nodes = descendants(tree);
  return {
    tree,
    bundles: nodes.map((node) => bundleOf(node, definitions)),
    contents: nodes.map(({ path, definition }) => ({
      ...must(definitions.get(definition), definition).contents,
      path,
    })),
    definitions,
    app: evaluated.get("") ?? null,
  };
}

/** Only definitions made by npm convex surely have the expected form. */
async function treeOf(
  functions: Pick<Functions, "evaluateDefinitions">,
  sources: Parameters<Functions["evaluateDefinitions"]>[0],
  environment: Environment,
) {
  try {
    const evaluated = await functions.evaluateDefinitions(sources, environment);
    checkDeclarations(evaluated.values());
    return { evaluated, tree: componentTree(evaluated) };
  } catch (error) {
    if (error instanceof DeployError) throw error;
    const why =
      error instanceof UserError
        ? error.message
        : `What a definition exports is not a definition: ${String(error)}`;
    throw pushError("InvalidConvexConfig", why, error);
  }
}

function bundleOf(
  { definition: path, path: place, env, mounts }: ComponentNode,
  definitions: PushedComponents["definitions"],
): DeployedComponent {
  const { contents } = must(definitions.get(path), path);
  const { code } = contents;
  const http = { routes: code.http?.routes ?? null, mounts };
  return { ...code, http, path: place, env };
}
