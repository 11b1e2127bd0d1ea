/**
 * What a deploy brings: the modules as the CLI bundled them. Holds their shape and their fingerprint.
 * Evaluating them is in transaction-context.ts and actions/, finding out what they export in analysis/.
 */
import { createHash } from "node:crypto";
import type { RegisteredExport } from "./analysis/exports.ts";
import type { FindPlace, HttpPlace } from "./http-routing.ts";

/**
 * One file of the CLI's esbuild output, as `start_push` carries it (npm convex, src/cli/lib/deployApi/modules.ts).
 * Those of a restart read their texts from the database whenever they are asked, so copies of modules are not made.
 */
export type DeployedModule = {
  /** Relative to the functions' folder, with `/`: `messages.js`, `_deps/4XQ2.js`, `auth.config.js`. */
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string | undefined;
  /** `node` for files that say "use node" and for their chunks. */
  readonly environment: "isolate" | "node";
  /** As `hashOfModule` has it, where that is known. */
  readonly hash?: string;
};

/** A package that "use node" modules import and that is not in the bundle, in its exact version. */
export type ExternalPackage = {
  readonly name: string;
  readonly version: string;
};

/** The code of the app, or of a component. */
export type Code = {
  readonly modules: readonly DeployedModule[];
  /** The bundled `schema.ts`; null when there is none. */
  readonly schema: DeployedModule | null;
  /** Left out where there are none. */
  readonly packages?: readonly ExternalPackage[];
  /** What it answers over HTTP; known once it was analysed. */
  readonly http?: HttpPlace;
  /** Once it was analysed: what evaluating it has shown, so that loading it need not find out again. */
  readonly known?: KnownOfCode;
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
};

/** What a variable of a component is: a text, or a variable of the app. */
export type EnvironmentBinding =
  | { readonly value: string }
  | { readonly variable: string };

export type KnownOfCode = {
  /** What "use node" modules export, by path. */
  readonly nodeExports: Readonly<Record<string, readonly RegisteredExport[]>>;
  /** What the schema's `export()` returned. */
  readonly schema: string | null;
};

/** What the app and its components answer over HTTP. */
export function httpPlaces(bundle: DeployedBundle): FindPlace {
  const { components = [] } = bundle;
  const places = new Map(components.map(({ path, http }) => [path, http]));
  places.set("", bundle.http);
  return (component) => places.get(component);
}

/** As the CLI computes it (npm convex, src/cli/lib/components.ts). */
export function hashOfModule(module: DeployedModule): string {
  return (
    module.hash ??
    createHash("sha256")
      .update(module.source)
      .update(module.sourceMap ?? "")
      .digest("hex")
  );
}

/** Bundles never change, and each action asks: all sources together are megabytes. */
const fingerprints = new WeakMap<Code, string>();

/** Names the code of a bundle: equal texts give equal names. 32 hex digits. */
export function fingerprint(bundle: Code): string {
  const known = fingerprints.get(bundle);
  if (known !== undefined) return known;
  const name = hashOfCode(bundle);
  fingerprints.set(bundle, name);
  return name;
}

function hashOfCode(bundle: Code): string {
  const hash = createHash("sha256");
  const all = bundle.schema
    ? [...bundle.modules, { ...bundle.schema, path: "schema" }]
    : [...bundle.modules];
  all.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const module of all)
    hash.update(
      JSON.stringify([module.path, module.environment, hashOfModule(module)]),
    );
  if (bundle.packages !== undefined)
    hash.update(JSON.stringify(bundle.packages));
  return hash.digest("hex").slice(0, 32);
}

/** Modules that hold functions: not the shared chunks, not the configuration of auth. */
export function entryModules(
  bundle: Code,
  environment: DeployedModule["environment"],
): DeployedModule[] {
  return bundle.modules.filter(
    (module) =>
      module.environment === environment &&
      !module.path.startsWith("_deps/") &&
      module.path !== "auth.config.js",
  );
}
