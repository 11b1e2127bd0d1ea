/**
 * What is deployed, kept in tables so that a restart serves the same: one row that names everything, and the sources by
 * their hash. Sources are written before the row that names them, a bounded piece at a time, and collected after it.
 */
import { createHash, randomUUID } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { afterPrefix, encodeKey } from "../values/keys.ts";
import { must } from "../values/user-error.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import type {
  DeployedBundle,
  DeployedComponent,
  DeployedModule,
} from "../functions/bundle.ts";
import type { Catalog, Store } from "../storage/storage-types.ts";
import { openDatabase } from "../transactions/database.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { HttpRoute } from "./http-routes.ts";
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
  /** Those of the components that the app uses; left out when it uses none. */
  readonly components?: readonly ComponentRow[];
};

/** A component as it is deployed. Two with the same code name the same sources. */
export type ComponentRow = Pick<
  DeployedComponent,
  "path" | "env" | "httpPrefix"
> &
  CodeRow & { readonly httpRoutes: readonly HttpRoute[] };

type CodeRow = Pick<DeploymentRow, "modules" | "schema" | "schemaText">;

export type ModuleEntry = {
  readonly path: string;
  readonly environment: "isolate" | "node";
  /** The CLI's: SHA-256 of source and source map, hexadecimal. */
  readonly hash: string;
  readonly hasSourceMap: boolean;
};

/** Characters in one piece of a packed source: well under what a document may hold. */
const PIECE = 500_000;

/** As the CLI computes it (npm convex, src/cli/lib/components.ts). */
function hashOfModule(module: DeployedModule): string {
  return createHash("sha256")
    .update(module.source)
    .update(module.sourceMap ?? "")
    .digest("hex");
}

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
 * A database whose mutations depend on what is deployed: a push or a change of environment that commits before one of
 * them makes it run again, with the new functions and against the new schema.
 * @param store has the system tables.
 */
export function openDeploymentDatabase(store: Store): Database {
  return openDatabase(store, {
    beforeMutation: (transaction) =>
      readDeploymentMark(transaction, store.catalog),
  });
}

function readDeploymentMark(transaction: Transaction, catalog: Catalog): void {
  const id = markIds.get(catalog);
  // By id it is found in memory, where a scan would ask the disk, for every mutation there is.
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
      if (pieces(transaction, catalog, hash).length === 0)
        for (const [part, text] of split(module).entries())
          transaction.insert(table, { hash, part, text });
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
  }
}

/** The bundle that a row names. @throws Error when a source is missing: the database is damaged. */
export function loadBundle(
  transaction: Transaction,
  catalog: Catalog,
  row: Pick<DeploymentRow, "modules" | "schema" | "components">,
): DeployedBundle {
  const load = (entry: ModuleEntry) => loadModule(transaction, catalog, entry);
  const code = ({ modules, schema }: Pick<CodeRow, "modules" | "schema">) => ({
    modules: modules.map(load),
    schema: schema && load(schema),
  });
  const components = (row.components ?? []).map((component) => {
    const { path, env, httpPrefix } = component;
    return { path, env, httpPrefix, ...code(component) };
  });
  return { ...code(row), components };
}

/** Every module of a bundle. */
export function modulesOf(bundle: DeployedBundle): DeployedModule[] {
  return [bundle, ...(bundle.components ?? [])].flatMap(
    ({ modules, schema }) => (schema === null ? modules : [...modules, schema]),
  );
}

/** Removes the sources that the row does not name any more. */
export async function collectSources(
  database: Database,
  catalog: Catalog,
  row: DeploymentRow,
): Promise<void> {
  const all = [row, ...(row.components ?? [])].flatMap(({ modules, schema }) =>
    schema === null ? modules : [...modules, schema],
  );
  const named = new Set(all.map(({ hash }) => hash));
  const table = tableNumber(catalog, SOURCES);
  await database.runMutation((transaction) => {
    for (const { _id, hash } of pieces(transaction, catalog))
      if (!named.has(hash)) transaction.remove(table, _id);
    return Promise.resolve({ value: null });
  });
}

function loadModule(
  transaction: Transaction,
  catalog: Catalog,
  entry: ModuleEntry,
): DeployedModule {
  const packed = pieces(transaction, catalog, entry.hash)
    .map((piece) => piece.text)
    .join("");
  if (packed === "")
    throw new Error(`the source of module ${entry.path} is missing`);
  const { source, sourceMap } = JSON.parse(
    inflateSync(Buffer.from(packed, "base64")).toString("utf8"),
  ) as { source: string; sourceMap?: string };
  return {
    path: entry.path,
    environment: entry.environment,
    source,
    sourceMap,
  };
}

function split(module: DeployedModule): string[] {
  const { source, sourceMap } = module;
  // Base64 of deflated text: a fifth of the size, and no piece can end within a character.
  const packed = deflateSync(JSON.stringify({ source, sourceMap }));
  const text = packed.toString("base64");
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
