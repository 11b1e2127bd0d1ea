import { cpSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { BY_CREATION_TIME } from "../../storage/catalog/catalog.ts";
import { databaseFile } from "../../storage/opening/layout.ts";
import { connectToRead } from "../../storage/database/sqlite.ts";
import type { Store } from "../../storage/storage-types.ts";
import { WriterClient } from "../../storage/writer/writer-client.ts";
import { openDatabase } from "../../transactions/database.ts";
import type { Database } from "../../transactions/transaction-types.ts";
import { sharedNumber } from "../../values/ids.ts";
import type { JsonDocument } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import { scanned } from "./damaged-store.ts";
import {
  ALL,
  fakeTime,
  holdUpWriter,
  idsIn,
  insertDurably,
  itemsOf,
  newDocuments,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
} from "./test-store.ts";

async function draftOf(
  store: Store,
  count: number,
  options: { isAddition?: boolean; number?: number } = {},
) {
  const { table } = itemsOf(store);
  const number = options.number ?? table;
  const drafts = await store.draftTables([
    { name: "items", number, isAddition: options.isAddition ?? false },
  ]);
  const documents = newDocuments(number, count, (n) => ({ kind: "new", n }));
  const rows = documents.map(
    (document) => [document._id, JSON.stringify(document)] as const,
  );
  expect(await drafts.add("items", rows)).toBe(0);
  const after = store.catalog
    .tables()
    .map((one) => (one.name === "items" ? { name: "items", number } : one));
  return { drafts, documents, rows, after };
}

const kindsIn = (store: Store) => {
  const { table, byKind } = itemsOf(store);
  return idsIn(store, byKind).map((id) => store.get(table, id)?.["kind"]);
};
const switchTo = (
  database: Database,
  store: Store,
  { drafts, after }: Awaited<ReturnType<typeof draftOf>>,
) => database.exclusively(() => store.switchTables(drafts, after));

test("[ST30] a draft is not seen before the switch and is seen in every index after it, also after a restart", async () => {
  const { folder, store, table } = await openWithItems();
  const database = openDatabase(store);
  const old = await insertDurably(store, table, { kind: "old", n: 1 });
  const draft = await draftOf(store, 3, { number: table + 7 });
  expect(await draft.drafts.add("items", draft.rows.slice(0, 2))).toBe(2);
  expect(kindsIn(store)).toEqual(["old"]);
  expect(store.get(table, old._id)).not.toBeNull();
  const { ts, all } = await switchTo(database, store, draft);
  expect(all).toBe(true);
  await store.whenDurable(ts);
  const check = (seen: Store) => {
    const items = itemsOf(seen);
    expect(items.table).toBe(table + 7);
    expect(kindsIn(seen)).toEqual(["new", "new", "new"]);
    const byTime = must(
      seen.catalog.index(items.table, BY_CREATION_TIME),
      "index",
    );
    expect(idsIn(seen, byTime)).toHaveLength(3);
    expect([...seen.scanIds(items.table, ALL, "asc")]).toHaveLength(3);
    expect(seen.catalog.tableByNumber(table)).toBeUndefined();
    expect(seen.get(items.table, old._id)).toBeNull();
  };
  check(store);
  const added = await insertDurably(store, table + 7, { kind: "newer", n: 0 });
  const other = await draftOf(store, 2);
  expect(scanned(databaseFile(folder))).toEqual([]);
  other.drafts.abandon();
  await store.close();
  const again = open({ folder });
  expect(scanned(databaseFile(folder))).toEqual([]);
  expect(again.get(table + 7, added._id)).toEqual(added);
  expect(kindsIn(again)).toEqual(["new", "new", "new", "newer"]);
  await vi.waitFor(() => expect(placesIn(folder)).toHaveLength(1));
});

test("[ST33] documents with one id in tables that share a number stay apart in memory, journal, on disk and for the scan", async () => {
  const { folder, store, table } = await openWithItems();
  const database = openDatabase(store);
  const document = await insertDurably(store, table, { kind: "own", n: 1 });
  const other = sharedNumber(table, 1);
  const theirs = { name: "items", namespace: "a/b", number: other };
  const more = { ...theirs, name: "more", number: sharedNumber(table + 1, 1) };
  const drafts = await store.draftTables(
    [theirs, more].map((one) => ({ ...one, isAddition: false })),
  );
  const imported = { ...document, kind: "theirs" };
  await drafts.add("a/b/items", [[document._id, JSON.stringify(imported)]]);
  const after = [...store.catalog.tables(), theirs, more];
  await database.exclusively(() => store.switchTables(drafts, after));
  const both = (seen: Store) =>
    [table, other].map((one) => seen.get(one, document._id)?.["kind"]);
  expect(both(store)).toEqual(["own", "theirs"]);
  expect(store.catalog.tableShowing(table, "")?.number).toBe(table);
  expect(store.catalog.tableShowing(table, "a/b")).toEqual(theirs);
  expect(store.catalog.tableShowing(table, "a")).toBeUndefined();
  // One commit changes both: each is in the journal record.
  const write = (number: number, before: JsonDocument, kind: string) =>
    replacing(number, before, { ...before, kind });
  const { ts } = store.apply([
    write(table, document, "changed"),
    write(other, imported, "changed, too"),
  ]);
  expect(both(store)).toEqual(["changed", "changed, too"]);
  await store.whenDurable(ts);
  const killed = temporaryFolder();
  cpSync(folder, killed, {
    recursive: true,
    filter: (file) => !file.endsWith("engine.lock"),
  });
  await store.close();
  for (const where of [folder, killed]) {
    const again = open({ folder: where });
    expect(both(again)).toEqual(["changed", "changed, too"]);
    expect(scanned(databaseFile(where))).toEqual([]);
    // A new table shares its number with no other.
    await again.changeCatalog({ tables: [{ name: "next", indexes: [] }] });
    expect(again.catalog.table("next")?.number).toBe(table + 2);
    await again.close();
  }
});

function placesIn(folder: string): unknown[] {
  const connection = connectToRead(databaseFile(folder));
  const places = connection
    .prepare("SELECT DISTINCT tbl FROM documents")
    .pluck()
    .all();
  connection.close();
  return places;
}

test("[ST30] an addition joins what the table has, and an abandoned draft is removed from the disk", async () => {
  const { folder, store, table } = await openWithItems();
  const database = openDatabase(store);
  await insertDurably(store, table, { kind: "old", n: 1 });
  const { drafts } = await draftOf(store, 5);
  (await store.readState()).close();
  expect(placesIn(folder)).toHaveLength(2);
  drafts.abandon();
  await vi.waitFor(() => expect(placesIn(folder)).toEqual([table]));
  const addition = await draftOf(store, 2, { isAddition: true });
  // Only in the journal and in memory.
  await insertDurably(store, table, { kind: "old", n: 2 });
  await switchTo(database, store, addition);
  expect(kindsIn(store)).toEqual(["new", "new", "old", "old"]);
  await vi.waitFor(() => expect(placesIn(folder)).toEqual([table]));
  await store.close();
  expect(kindsIn(open({ folder }))).toEqual(["new", "new", "old", "old"]);
});

test("[ST30] a draft abandoned while the disk refuses is removed when it takes writes again", async () => {
  const { folder, store, table } = await openWithItems();
  await insertDurably(store, table, { kind: "old", n: 1 });
  const { drafts } = await draftOf(store, 5);
  (await store.readState()).close();
  const request = vi.spyOn(WriterClient.prototype, "request");
  const release = holdUpWriter(folder);
  drafts.abandon();
  await vi.waitUntil(() => request.mock.results.length > 0);
  const [refused] = request.mock.results;
  await expect(refused?.value).rejects.toMatchObject({ fault: "disk" });
  request.mockRestore();
  expect(placesIn(folder)).toHaveLength(2);
  release();
  await vi.waitFor(() => expect(placesIn(folder)).toEqual([table]));
  expect(store.fault).toBeNull();
});

test("[ST30] a database that has the switch has a later timestamp than all before it", async () => {
  const { folder, store, table } = await openWithItems();
  const database = openDatabase(store);
  await insertDurably(store, table, { kind: "old", n: 1 });
  const draft = await draftOf(store, 1);
  const before = store.lastTs;
  // Keeps later changes from being moved to the database.
  fakeTime();
  await switchTo(database, store, draft);
  const connection = connectToRead(databaseFile(folder));
  onTestFinished(() => void connection.close());
  const lastTs = connection
    .prepare("SELECT value FROM meta WHERE name = 'lastTs'")
    .pluck()
    .get();
  expect(lastTs).toBeGreaterThan(before);
});

test("[ST31] a mutation that read across a switch runs again, and one that has not begun waits for it", async () => {
  const { store, table } = await openWithItems();
  const database = openDatabase(store);
  await insertDurably(store, table, { kind: "old", n: 1 });
  const draft = await draftOf(store, 2);
  const { promise: switched, resolve } = Promise.withResolvers<undefined>();
  const seen: string[][] = [];
  const reading = database.runMutation(async (transaction) => {
    const { table: now, byKind } = itemsOf(store);
    const scan = transaction.scan(byKind, ALL, "asc");
    const kinds: string[] = [];
    for (let next = scan.next(); next; next = scan.next())
      kinds.push(String(next.document["kind"]));
    seen.push(kinds);
    await switched;
    transaction.insert(now, { kind: "written", n: kinds.length });
    return { value: kinds.length };
  });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const { value: beside } = await database.exclusively(async () => {
    const other = database.runMutation((transaction) => {
      transaction.insert(itemsOf(store).table, { kind: "waited", n: 0 });
      return Promise.resolve({ value: kindsIn(store) });
    });
    // Its attempt starts before the switch and commits only after it.
    await new Promise((go) => setImmediate(go));
    expect(kindsIn(store)).toEqual(["old"]);
    const { ts } = await store.switchTables(draft.drafts, draft.after);
    expect(ts).toBe(store.lastTs);
    resolve(undefined);
    return { value: other };
  });
  await beside;
  expect(await reading).toMatchObject({ value: seen.at(-1)?.length });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen[0]).toEqual(["old"]);
  expect(seen.at(-1)?.slice(0, 2)).toEqual(["new", "new"]);
  expect(kindsIn(store).sort()).toEqual(["new", "new", "waited", "written"]);
});

test("[ST32] a switch that the disk refuses, or that follows an index change, leaves all as before", async () => {
  const { folder, store, table } = await openWithItems();
  const database = openDatabase(store);
  await insertDurably(store, table, { kind: "old", n: 1 });
  const draft = await draftOf(store, 2);
  const release = holdUpWriter(folder);
  await expect(switchTo(database, store, draft)).rejects.toMatchObject({
    fault: "disk",
  });
  release();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  expect(kindsIn(store)).toEqual(["old"]);
  await insertDurably(store, table, { kind: "old", n: 2 });
  expect(kindsIn(store)).toEqual(["old", "old"]);
  await store.changeCatalog({
    tables: [{ name: "items", indexes: [{ name: "by_kind", fields: ["n"] }] }],
  });
  await expect(switchTo(database, store, draft)).rejects.toThrow(
    "Could not complete import because schema changed.",
  );
  draft.drafts.abandon();
  expect(kindsIn(store)).toEqual(["old", "old"]);
  onTestFinished(() => expect(store.fault).toBeNull());
});

test.each([
  ["goes", []],
  [
    "comes",
    [
      { name: "by_kind", fields: ["kind", "n"] },
      { name: "by_n", fields: ["n"] },
    ],
  ],
])(
  "[ST32] a table is not switched when one of its indexes %s meanwhile",
  async (_what, indexes) => {
    const { store } = await openWithItems();
    const database = openDatabase(store);
    const draft = await draftOf(store, 1);
    await store.changeCatalog({ tables: [{ name: "items", indexes }] });
    await expect(switchTo(database, store, draft)).rejects.toThrow(
      "Could not complete import because schema changed.",
    );
    draft.drafts.abandon();
  },
);
