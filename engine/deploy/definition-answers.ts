/** The CLI's view of each definition and each component (npm convex, src/cli/lib/deployApi/). Pure. */
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import type { Definition } from "../functions/analysis/definitions.ts";
import type { JsonValue } from "../values/json.ts";
import type { ComponentNode } from "./component-tree.ts";
import type { HttpRoute } from "../functions/http-routing.ts";
import type { DefinitionFacts } from "./push-components.ts";
import type { PushContents } from "./push-contents.ts";

/** As `defineApp()` exports an app without components. */
export const ALONE = {
  path: "",
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
};

type Facts = Pick<DefinitionFacts, "udfServerVersion"> & {
  readonly contents: Pick<PushContents, "analysis">;
  readonly definition: Pick<Definition, "httpMounts">;
};

/** The form used in `analysis`. */
export function definitionAnswer({
  definition,
  contents,
  udfServerVersion,
}: Facts) {
  const { modules, schema } = contents.analysis;
  const functions = Object.entries(modules).map(
    ([path, module]) => [path, { ...module, sourceMapped: null }] as const,
  );
  return {
    definition: { ...definition, exports: exportsOf(contents.analysis) },
    schema: schema === null ? null : (JSON.parse(schema) as JsonValue),
    functions: Object.fromEntries(functions),
    udfConfig: {
      serverVersion: udfServerVersion,
      importPhaseRngSeed: { $bytes: "" },
      importPhaseUnixTimestamp: { $integer: "AAAAAAAAAAA=" },
    },
  };
}

type Exports =
  | { readonly type: "leaf"; readonly leaf: string }
  | { readonly type: "branch"; readonly branch: [string, Exports][] };

/** Public functions by module and name, for the CLI's generated types. */
function exportsOf({ modules }: Analysis): Exports {
  const root: Exports = { type: "branch", branch: [] };
  for (const [path, { functions }] of Object.entries(modules))
    for (const { name, visibility } of functions) {
      if (visibility.kind !== "public") continue;
      const folders = path.replace(/\.js$/, "").split("/");
      const leaf = `_reference/function/${path}:${name}`;
      const branch = folders.reduce(branchIn, root.branch);
      branch.push([name, { type: "leaf", leaf }]);
    }
  return root;
}

function branchIn(
  branch: [string, Exports][],
  name: string,
): [string, Exports][] {
  const known = branch.find(([key]) => key === name)?.[1];
  if (known?.type === "branch") return known.branch;
  const made: Exports = { type: "branch", branch: [] };
  branch.push([name, made]);
  return made.branch;
}

export type ComponentAnswer = {
  readonly definitionPath: string;
  readonly componentPath: string;
  readonly args: Record<string, never>;
  readonly childComponents: { readonly [name: string]: ComponentAnswer };
  readonly httpRoutes: {
    readonly httpModuleRoutes: readonly HttpRoute[] | null;
    readonly mounts: readonly string[];
  };
  readonly exports: Record<string, never>;
};

/** The form used in `app`, with all descendants. */
export function componentAnswer(
  node: ComponentNode,
  factsOf: (definition: string) => Facts,
): ComponentAnswer {
  const { contents, definition } = factsOf(node.definition);
  const routes = contents.analysis.modules["http.js"]?.httpRoutes ?? null;
  const children = [...node.children].map(
    ([name, child]) => [name, componentAnswer(child, factsOf)] as const,
  );
  return {
    definitionPath: node.definition,
    componentPath: node.path,
    args: {},
    childComponents: Object.fromEntries(children),
    httpRoutes: {
      httpModuleRoutes: routes && routes.map(({ route }) => route),
      mounts: Object.keys(definition.httpMounts),
    },
    exports: {},
  };
}
