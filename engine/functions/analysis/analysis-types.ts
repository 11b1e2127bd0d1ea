/**
 * Results of analyzing a bundle, in the shapes the CLI expects of `start_push` where it knows them (npm convex,
 * src/cli/lib/deployApi/modules.ts). Types only.
 */
import type { JsonValue } from "../../values/json.ts";

/** Where a function or route is defined in the developer's file. Lines and columns count from 0, as in source maps. */
export type SourcePosition = {
  /** Module path: `messages.js`. */
  readonly path: string;
  readonly start_lineno: number;
  readonly start_col: number;
};

export type AnalyzedFunction = {
  /** Export name; `default` for the default export. */
  readonly name: string;
  readonly pos: SourcePosition | null;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: { readonly kind: "public" | "internal" };
  /** JSON text of the validator. */
  readonly args: string;
  /** JSON text of the validator, or `null` as text. */
  readonly returns: string;
};

export type AnalyzedRoute = {
  readonly route: { readonly path: string; readonly method: string };
  readonly pos: SourcePosition | null;
};

export type AnalyzedModule = {
  /** In source order. */
  readonly functions: readonly AnalyzedFunction[];
  /** Of `http.js` only. */
  readonly httpRoutes: readonly AnalyzedRoute[] | null;
  /** Of `crons.js` only: what `export()` of its default export returns, by identifier. */
  readonly cronSpecs: { readonly [identifier: string]: JsonValue } | null;
};

export type Analysis = {
  /** By module path (`messages.js`); without shared chunks and configuration. */
  readonly modules: { readonly [path: string]: AnalyzedModule };
  /** Text that `schema.export()` returned; null without a schema. */
  readonly schema: string | null;
  /** Default export of `auth.config`; null without one. */
  readonly authConfig: JsonValue | null;
};
