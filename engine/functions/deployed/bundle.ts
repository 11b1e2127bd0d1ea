/** The code of a deploy, as bundled by the CLI: its shape and its fingerprint. */
import { createHash } from "node:crypto";
import type { RegisteredExport } from "../analysis/exports.ts";
import type { FindPlace, HttpPlace } from "../http-routing.ts";

/**
 * One file of the CLI's esbuild output, as `start_push` carries it (npm convex, src/cli/lib/deployApi/modules.ts).
 * After a restart the texts are getters that read the database, so modules are not copied.
 */
export type DeployedModule = {
  /** Relative to the functions' folder, with `/`: `messages.js`, `_deps/4XQ2.js`, `auth.config.js`. */
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string | undefined;
  /** `node` for files that say "use node" and for their chunks. */
  readonly environment: "isolate" | "node";
  /** As computed by `hashOfModule`, if known. */
  readonly hash?: string;
};

/** A package, in its exact version, that "use node" modules import and that is not in the bundle. */
export type ExternalPackage = {
  readonly name: string;
  readonly version: string;
};

/** The code of the app, or of a component. */
export type Code = {
  readonly modules: readonly DeployedModule[];
  /** The bundled `schema.ts`; null when there is none. */
  readonly schema: DeployedModule | null;
  /** Left out when there are none. */
  readonly packages?: readonly ExternalPackage[];
  /** HTTP routes and mounts; known after analysis. */
  readonly http?: HttpPlace;
  /** Results of the analysis, so that loading does not evaluate the code again. */
  readonly known?: KnownOfCode;
};

export type DeployedBundle = Code & {
  /** Every component that the app uses, directly or indirectly. */
  readonly components?: readonly DeployedComponent[];
};

export type DeployedComponent = Code & {
  /** Names from the app down: `workpool/batchWorker`. */
  readonly path: string;
  /** Its environment: it sees no other variables. */
  readonly env: Readonly<Record<string, EnvironmentBinding>>;
};

/** The value of a component's variable: a text, or a variable of the app. */
export type EnvironmentBinding =
  | { readonly value: string }
  | { readonly variable: string };

export type KnownOfCode = {
  /** Exports of "use node" modules, by path. */
  readonly nodeExports: Readonly<Record<string, readonly RegisteredExport[]>>;
  /** The result of the schema's `export()`. */
  readonly schema: string | null;
};

/** HTTP routes and mounts of the app and its components. */
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

/** Cached, because bundles never change, each action asks, and all sources together are megabytes. */
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

/** Modules with functions, without shared chunks and the auth configuration. */
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
