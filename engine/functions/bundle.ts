/**
 * What a deploy brings: the modules as the CLI bundled them. Holds their shape and their fingerprint.
 * Evaluating them is in transaction-context.ts and actions/, finding out what they export in analysis/.
 */
import { createHash } from "node:crypto";

/** One file of the CLI's esbuild output, as `start_push` carries it (npm convex, src/cli/lib/deployApi/modules.ts). */
export type DeployedModule = {
  /** Relative to the functions' folder, with `/`: `messages.js`, `_deps/4XQ2.js`, `auth.config.js`. */
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string | undefined;
  /** `node` for files that say "use node" and for their chunks. */
  readonly environment: "isolate" | "node";
};

/** The code of the app, or of a component. */
export type Code = {
  readonly modules: readonly DeployedModule[];
  /** The bundled `schema.ts`; null when there is none. */
  readonly schema: DeployedModule | null;
};

export type DeployedBundle = Code & {
  /** Every component that the app uses, and those that they use. */
  readonly components?: readonly DeployedComponent[];
};

export type DeployedComponent = Code & {
  /** Names from the app down: `workpool/batchWorker`. */
  readonly path: string;
  /** Its environment: it sees no other variables. */
  readonly env: Readonly<Record<string, EnvironmentBinding>>;
  /** Where its HTTP actions are: a path that begins and does not end with a slash; null when they are nowhere. */
  readonly httpPrefix: string | null;
};

/** What a variable of a component is: a text, or a variable of the app. */
export type EnvironmentBinding =
  { readonly value: string } | { readonly variable: string };

/** Names the code of a bundle: equal texts give equal names. 32 hex digits. */
export function fingerprint(bundle: Code): string {
  const hash = createHash("sha256");
  const all = bundle.schema
    ? [...bundle.modules, { ...bundle.schema, path: "schema" }]
    : [...bundle.modules];
  all.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, environment, source } of all)
    hash.update(JSON.stringify([path, environment, source]));
  return hash.digest("hex").slice(0, 32);
}

/** Modules that hold functions: not the shared chunks, not the configuration of auth. */
export function isEntryModule(module: DeployedModule): boolean {
  return !module.path.startsWith("_deps/") && module.path !== "auth.config.js";
}
