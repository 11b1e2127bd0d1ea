/**
 * Stores the deployment for restarts: one row that names everything, and the sources by their hash. Sources are written
 * before the row, in bounded pieces, and garbage-collected after it. They are read on demand.
 */
import { randomUUID } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { afterPrefix, encodeKey } from "../values/keys.ts";
import { must } from "../values/user-error.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import {
  hashOfModule,
  type DeployedBundle,
  type DeployedComponent,
  type DeployedModule,
  type ExternalPackage,
  type KnownOfCode,
} from "../functions/deployed/bundle.ts";
import type { Catalog, Store } from "../storage/storage-types.ts";
import { openDatabase } from "../transactions/database.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { HttpPlace, HttpRoute } from "../functions/http-routing.ts";
import type { DeclaredVariables } from "./declared-variables.ts";
import {
  BY_HASH,
  DEPLOYMENT,
  DEPLOYMENT_MARK,
  SOURCES,
} from "./system-tables.ts";

/** Everything but the sources. */
export type DeploymentRow = {
  readonly modules: readonly ModuleEntry[];
  readonly schema: ModuleEntry | null;
  /** The result of its `export()`, so that a restart need not evaluate it. */
  readonly schemaText: string | null;
  /** Version of npm convex that pushed. */
  readonly udfServerVersion: string;
  /** Name of the functions' folder as the CLI sent it: `convex/`. */
  readonly functions: string;
  /** Deployed auth providers, in the form of auth/providers.ts. */
  readonly auth: readonly JsonValue[];
  /** Routes of the HTTP router; older engines did not write them. */
  readonly httpRoutes?: readonly HttpRoute[];
  /** As in `Code`. */
  readonly packages?: readonly ExternalPackage[];
  /** As in `HttpPlace`; left out when there are none. */
  readonly httpMounts?: HttpPlace["mounts"];
  readonly httpPrefix?: string;
  /** As in `KnownOfCode`; older engines did not write them. */
  readonly nodeExports?: KnownOfCode["nodeExports"];
  /** By the app's definition; left out when there are none. */
  readonly variables?: DeclaredVariables;
  /** Of all components; left out when there are none. */
  readonly components?: readonly ComponentRow[];
};

/** A deployed component. Two with the same code refer to the same sources. */
export type ComponentRow = Pick<DeployedComponent, "path" | "env"> & CodeRow;

type CodeRow = Pick<
  DeploymentRow,
  | "modules"
  | "schema"
  | "schemaText"
  | "nodeExports"
  | "httpRoutes"
  | "httpMounts"
  | "httpPrefix"
  | "packages"
>;

export type ModuleEntry = {
  readonly path: string;
  readonly environment: "isolate" | "node";
  /** The CLI's hash: SHA-256 of source and source map, hexadecimal. */
  readonly hash: string;
  readonly hasSourceMap: boolean;
};

/** Characters in one piece of a packed source: well below the limit of a document. */
const PIECE = 500_000;
/** Suffix of a module's hash in the key of its source map. */
const MAP = ".map";

export function entryOf(module: DeployedModule): ModuleEntry {
  return {
    path: module.path,
    environment: module.environment,
    hash: hashOfModule(module),
    hasSourceMap: module.sourceMap !== undefined,
  };
}

/** Null before the first push. */
export function readDeployment(
  transaction: Transaction,
  catalog: Catalog,
): DeploymentRow | null {
  const row = onlyRow(transaction, catalog, DEPLOYMENT);
  return row && (row["deployed"] as unknown as DeploymentRow);
}

/** Replaces the row; once this commits, the next start uses it. */
export function writeDeployment(
  transaction: Transaction,
  catalog: Catalog,
  deployed: DeploymentRow,
): void {
  const fields = { deployed: deployed as unknown as JsonObject };
  setOnlyRow(transaction, catalog, DEPLOYMENT, fields);
  setOnlyRow(transaction, catalog, DEPLOYMENT_MARK, { mark: randomUUID() });
}

/** Makes running mutations run again, because the environment has changed. */
export function touchDeployment(
  transaction: Transaction,
  catalog: Catalog,
): void {
  setOnlyRow(transaction, catalog, DEPLOYMENT_MARK, { mark: randomUUID() });
}

/**
 * Opens a database whose queries and mutations depend on the deployment. A push or a change of environment that commits
 * before one of them ends makes it run again, with the new functions, schema and indexes.
 * @param store has the system tables.
 */
export function openDeploymentDatabase(store: Store): Database {
  return openDatabase(store, {
    beforeRun: (transaction) => readDeploymentMark(transaction, store.catalog),
  });
}

function readDeploymentMark(transaction: Transaction, catalog: Catalog): void {
  const id = markIds.get(catalog);
  // By id it is found in memory; a scan would read the disk on every call.
  if (id !== undefined) {
    const table = tableNumber(catalog, DEPLOYMENT_MARK);
    if (transaction.get(table, id) !== null) return;
  }
  const mark = onlyRow(transaction, catalog, DEPLOYMENT_MARK);
  if (mark !== null) markIds.set(catalog, mark._id);
}

/** Ids of the marks. A mark is only ever replaced; it disappears only if the disk refused the first push. */
const markIds = new WeakMap<Catalog, string>();

/** Stores sources that are not stored yet and waits for the disk. */
export async function storeSources(
  database: Database,
  catalog: Catalog,
  modules: readonly DeployedModule[],
): Promise<void> {
  const table = tableNumber(catalog, SOURCES);
  for (const module of modules) {
    const hash = hashOfModule(module);
    const { ts } = await database.runMutation((transaction) => {
      const store = (key: string, text: string) => {
        for (const [part, piece] of split(text).entries())
          transaction.insert(table, { hash: key, part, text: piece });
      };
      if (pieces(transaction, catalog, hash).length > 0)
        return Promise.resolve({ value: null });
      store(hash, JSON.stringify({ source: module.source }));
      if (module.sourceMap !== undefined)
        store(hash + MAP, JSON.stringify({ sourceMap: module.sourceMap }));
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
  }
}

/**
 * The bundle of a row. Its texts are read on demand. A missing source is then an Error: the database is damaged, or a
 * later push has removed it.
 */
export function loadBundle(
  store: Pick<Store, "catalog">,
  database: Database,
  row: CodeRow & Pick<DeploymentRow, "components">,
): DeployedBundle {
  const read: ReadText = (key) =>
    database.read((transaction) =>
      packedText(pieces(transaction, store.catalog, key)),
    );
  const code = (of: CodeRow) => ({
    modules: of.modules.map((entry) => new StoredModule(entry, read)),
    schema: of.schema && new StoredModule(of.schema, read),
    http: placeOf(of),
    ...(of.packages && { packages: of.packages }),
    ...(of.nodeExports && {
      known: { nodeExports: of.nodeExports, schema: of.schemaText },
    }),
  });
  const components = (row.components ?? []).map((component) => {
    const { path, env } = component;
    return { path, env, ...code(component) };
  });
  return { ...code(row), ...(components.length > 0 && { components }) };
}

function placeOf(row: CodeRow): HttpPlace {
  const { modules, httpRoutes = [], httpMounts = {}, httpPrefix } = row;
  const hasRouter = modules.some(({ path }) => path === "http.js");
  return {
    routes: hasRouter ? httpRoutes : null,
    mounts: httpMounts,
    ...(httpPrefix === undefined ? {} : { prefix: httpPrefix }),
  };
}

/** Every module of a bundle. */
export function modulesOf(bundle: DeployedBundle): DeployedModule[] {
  return [bundle, ...(bundle.components ?? [])].flatMap(({ modules, schema }) =>
    schema === null ? modules : [...modules, schema],
  );
}

/** Removes the sources that the row does not name, or all of them. */
export async function collectSources(
  database: Database,
  catalog: Catalog,
  row: DeploymentRow | null,
): Promise<void> {
  const codes = row === null ? [] : [row, ...(row.components ?? [])];
  const all = codes.flatMap(({ modules, schema }) =>
    schema === null ? modules : [...modules, schema],
  );
  const named = new Set(all.map(({ hash }) => hash));
  const table = tableNumber(catalog, SOURCES);
  await database.runMutation((transaction) => {
    for (const { _id, hash } of pieces(transaction, catalog))
      if (!named.has(hash.replace(MAP, ""))) transaction.remove(table, _id);
    return Promise.resolve({ value: null });
  });
}

/** Key: a source's hash, or the hash and MAP for its source map. Null when there is none. */
type ReadText = (
  key: string,
) => { readonly source?: string; readonly sourceMap?: string } | null;

class StoredModule implements DeployedModule {
  readonly path: string;
  readonly environment: ModuleEntry["environment"];
  readonly hash: string;
  readonly #hasSourceMap: boolean;
  readonly #read: ReadText;

  constructor(entry: ModuleEntry, read: ReadText) {
    this.path = entry.path;
    this.environment = entry.environment;
    this.hash = entry.hash;
    this.#hasSourceMap = entry.hasSourceMap;
    this.#read = read;
  }

  get source(): string {
    return must(
      this.#read(this.hash)?.source,
      `the source of module ${this.path} is missing`,
    );
  }

  get sourceMap(): string | undefined {
    if (!this.#hasSourceMap) return undefined;
    // Older engines stored both together.
    const { sourceMap } =
      this.#read(this.hash + MAP) ?? this.#read(this.hash) ?? {};
    return sourceMap;
  }
}

/** A module with its texts in memory, so that it outlives a push that removes them from the database. */
export function inMemory(module: DeployedModule): DeployedModule {
  const { path, environment, source, sourceMap, hash } = module;
  return { path, environment, source, sourceMap, hash };
}

function packedText(packed: readonly { readonly text: string }[]) {
  if (packed.length === 0) return null;
  const text = packed.map((piece) => piece.text).join("");
  return JSON.parse(
    inflateSync(Buffer.from(text, "base64")).toString("utf8"),
  ) as { source?: string; sourceMap?: string };
}

function split(whole: string): string[] {
  // Base64 of deflated text: a fifth of the size, and no piece can end within a character.
  const text = deflateSync(whole).toString("base64");
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PIECE)
    parts.push(text.slice(at, at + PIECE));
  return parts;
}

/** Ordered by part; pieces of all sources without a hash. */
function pieces(transaction: Transaction, catalog: Catalog, hash?: string) {
  const table = tableNumber(catalog, SOURCES);
  const index = must(catalog.index(table, BY_HASH), "no index of sources");
  const lower = encodeKey(hash === undefined ? [] : [hash]);
  const upper = hash === undefined ? null : afterPrefix(lower);
  const scan = transaction.scan(index, { lower, upper }, "asc");
  const found: { _id: string; hash: string; text: string }[] = [];
  for (let row = scan.next(); row !== null; row = scan.next())
    found.push({
      _id: row.document._id,
      hash: row.document["hash"] as string,
      text: row.document["text"] as string,
    });
  return found;
}

function onlyRow(transaction: Transaction, catalog: Catalog, name: string) {
  const table = tableNumber(catalog, name);
  const all = { lower: "", upper: null };
  const scan = transaction.scan({ table, name: "by_id" }, all, "asc");
  const row = scan.next();
  scan.close();
  return row && row.document;
}

function setOnlyRow(
  transaction: Transaction,
  catalog: Catalog,
  name: string,
  fields: JsonObject,
): void {
  const table = tableNumber(catalog, name);
  const row = onlyRow(transaction, catalog, name);
  if (row === null) transaction.insert(table, fields);
  else transaction.put(table, row._id, fields, "Replace");
}

function tableNumber(catalog: Catalog, name: string): number {
  return must(catalog.table(name), `no table ${name}`).number;
}
