/**
 * What is deployed, kept in tables so that a restart serves the same: one row that names everything, and the sources by
 * their hash. Sources are written before the row that names them, a bounded piece at a time, and collected after it. They
 * are read when they are asked for: a start needs few of them, and no source map.
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
} from "../functions/bundle.ts";
import type { Catalog, Store } from "../storage/storage-types.ts";
import { openDatabase } from "../transactions/database.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { HttpPlace, HttpRoute } from "../functions/http-routing.ts";
import {
  BY_HASH,
  DEPLOYMENT,
  DEPLOYMENT_MARK,
  SOURCES,
} from "./system-tables.ts";

/** The row: everything but the sources themselves. */
export type DeploymentRow = {
  readonly modules: readonly ModuleEntry[];
  readonly schema: ModuleEntry | null;
  /** What its `export()` returned, so that a restart need not evaluate it. */
  readonly schemaText: string | null;
  /** Version of npm convex that pushed. */
  readonly udfServerVersion: string;
  /** Name of the functions' folder as the CLI sent it: `convex/`. */
  readonly functions: string;
  /** Auth providers as deployed, in the form of auth/providers.ts. */
  readonly auth: readonly JsonValue[];
  /** What the http router answers; older engines did not write it. */
  readonly httpRoutes?: readonly HttpRoute[];
  /** As `Code` has them. */
  readonly packages?: readonly ExternalPackage[];
  /** As `HttpPlace` has them; left out where there are none. */
  readonly httpMounts?: HttpPlace["mounts"];
  readonly httpPrefix?: string;
  /** As `KnownOfCode` has them; older engines did not write them. */
  readonly nodeExports?: KnownOfCode["nodeExports"];
  /** Those of the components that the app uses; left out when it uses none. */
  readonly components?: readonly ComponentRow[];
};

/** A component as it is deployed. Two with the same code name the same sources. */
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
  /** The CLI's: SHA-256 of source and source map, hexadecimal. */
  readonly hash: string;
  readonly hasSourceMap: boolean;
};

/** Characters in one piece of a packed source: well under what a document may hold. */
const PIECE = 500_000;
/** What the hash of a module is followed by where its source map is stored. */
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

/** Replaces the row; the push is visible to the next start once this commits. */
export function writeDeployment(
  transaction: Transaction,
  catalog: Catalog,
  deployed: DeploymentRow,
): void {
  const fields = { deployed: deployed as unknown as JsonObject };
  setOnlyRow(transaction, catalog, DEPLOYMENT, fields);
  setOnlyRow(transaction, catalog, DEPLOYMENT_MARK, { mark: randomUUID() });
}

/** Makes every mutation that is under way run again: the environment has changed. */
export function touchDeployment(
  transaction: Transaction,
  catalog: Catalog,
): void {
  setOnlyRow(transaction, catalog, DEPLOYMENT_MARK, { mark: randomUUID() });
}

/**
 * A database whose queries and mutations depend on what is deployed: a push or a change of environment that commits before
 * one of them ends makes it run again, with the new functions and against the new schema and its indexes.
 * @param store has the system tables.
 */
export function openDeploymentDatabase(store: Store): Database {
  return openDatabase(store, {
    beforeRun: (transaction) => readDeploymentMark(transaction, store.catalog),
  });
}

function readDeploymentMark(transaction: Transaction, catalog: Catalog): void {
  const id = markIds.get(catalog);
  // By id it is found in memory, where a scan would ask the disk, for every call there is.
  if (id !== undefined) {
    const table = tableNumber(catalog, DEPLOYMENT_MARK);
    if (transaction.get(table, id) !== null) return;
  }
  const mark = onlyRow(transaction, catalog, DEPLOYMENT_MARK);
  if (mark !== null) markIds.set(catalog, mark._id);
}

/** Ids of the marks: each is replaced from then on, and gone only if the disk refused the first push. */
const markIds = new WeakMap<Catalog, string>();

/** Stores what is not stored yet and waits for the disk. */
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
 * The bundle that a row names. Its texts are read when they are asked for; a source that is missing then is an Error: the
 * database is damaged, or a later push has removed it.
 */
export function loadBundle(
  store: Pick<Store, "catalog">,
  database: Database,
  row: CodeRow & Pick<DeploymentRow, "components">,
): DeployedBundle {
  const read: ReadText = (key) =>
    packedText(pieces(database.begin(), store.catalog, key));
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

/** Of a source by its hash, of a source map by the hash and MAP. Null when there is none. */
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
    // Older engines kept the two together.
    const { sourceMap } =
      this.#read(this.hash + MAP) ?? this.#read(this.hash) ?? {};
    return sourceMap;
  }
}

/** The same modules with their texts in memory: they outlive a push that removes them from the database. */
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

/** In the order of their parts; of all sources when no hash is given. */
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
