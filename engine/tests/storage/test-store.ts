/** A store in a separate folder for one test, and the helpers that storage tests share. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { Journal } from "../../storage/journal/journal.ts";
import { connect } from "../../storage/database/sqlite.ts";
import { openStore, type StoreOptions } from "../../storage/store.ts";
import type {
  DocumentWrite,
  IndexInfo,
  KeyRange,
  Order,
  SessionRequest,
  Store,
} from "../../storage/storage-types.ts";
import { newId } from "../../values/ids.ts";
import type { JsonDocument, JsonObject } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";

export const ALL: KeyRange = { lower: "", upper: null };

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "engine-storage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a folder, as a kill would leave it, that is removed after the test. */
export function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

export function open(options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ folder: temporaryFolder(), ...options });
  // Registered after the folder's removal, so it runs first.
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** A store with a table `items` and its index `by_kind` on `kind` and `n`. */
export async function openWithItems(options: Partial<StoreOptions> = {}) {
  const folder = options.folder ?? temporaryFolder();
  const store = open({ ...options, folder });
  await store.changeCatalog(ITEMS);
  return { folder, store, ...itemsOf(store) };
}

const ITEMS = {
  tables: [
    { name: "items", indexes: [{ name: "by_kind", fields: ["kind", "n"] }] },
  ],
};

export function itemsOf(store: Store): { table: number; byKind: IndexInfo } {
  const table = must(store.catalog.table("items"), "table items").number;
  const byKind = must(store.catalog.index(table, "by_kind"), "index by_kind");
  return { table, byKind };
}

let created = 1_700_000_000_000;

/** A new document of a table. Creation times are all different. */
export const newDocument = (
  table: number,
  fields: JsonObject,
): JsonDocument => ({ ...fields, _id: newId(table), _creationTime: ++created });

/** New documents with these fields, by number. */
export const newDocuments = (
  table: number,
  length: number,
  fields: (n: number) => JsonObject,
) => Array.from({ length }, (_, n) => newDocument(table, fields(n)));

export const inserting = (table: number, document: JsonDocument) => ({
  table,
  id: document._id,
  before: null,
  after: document,
});

export const replacing = (
  table: number,
  before: JsonDocument,
  after: JsonDocument | null,
): DocumentWrite => ({ table, id: before._id, before, after });
export const insertAll = (
  store: Store,
  table: number,
  documents: readonly JsonDocument[],
) => store.apply(documents.map((document) => inserting(table, document)));

export async function insertDurably(
  store: Store,
  table: number,
  fields: JsonObject,
  request?: SessionRequest,
): Promise<JsonDocument> {
  const document = newDocument(table, fields);
  const { ts } = store.apply([inserting(table, document)], request);
  await store.whenDurable(ts);
  return document;
}

export const idsIn = (
  store: Store,
  index: IndexInfo,
  range = ALL,
  order: Order = "asc",
) => [...store.scan(index, range, order)].map(({ id }) => id);

/** Makes the disk refuse commits, like a full disk, until the returned function is called. */
export function fillDisk(): () => void {
  const spy = vi.spyOn(Journal.prototype, "write").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
    });
  });
  const free = () => spy.mockRestore();
  onTestFinished(free);
  return free;
}

/** Keeps durable commits out of the database, like a tool that locks it, until the returned function is called. */
export function holdUpWriter(folder: string): () => void {
  const connection = connect(path.join(folder, "engine.db"));
  connection.exec("BEGIN IMMEDIATE");
  const release = () => void connection.close();
  onTestFinished(release);
  return release;
}

/** Timers wait for the returned function, which advances time past all of storage's waits. */
export function fakeTime(): () => Promise<unknown> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.advanceTimersByTimeAsync(2000);
}
