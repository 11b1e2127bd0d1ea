import { readFileSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import type { DamageRecord } from "../../storage/damage.ts";
import { Reader } from "../../storage/reading/reader.ts";
import { connectToRead } from "../../storage/database/sqlite.ts";
import {
  closedFolder,
  isShort,
  scanned,
  ScanSteps,
  tamper,
} from "./damaged-store.ts";
import {
  ALL,
  insertAll,
  inserting,
  newDocument,
  newDocuments,
  open,
  openWithItems,
  replacing,
} from "./test-store.ts";

const TABLE = 10_001;
const PAGE = 4096;
/** Header bytes of a tree page: its kind, and its number of cells. */
const KIND_AT = 0;
const CELLS_AT = 3;
const KINDS = [2, 5, 10, 13];
const AT_ONCE = { first: 0, next: 1e9, pace: 0 };

test("[DM5] when a page has lost its last cell, each missing document or entry is an error or found by the scan", async () => {
  const { file, documents } = await closedFolder(600);
  const whole = readFileSync(file);
  const count = documents.size;
  let unnoticed = 0;
  const named = new Set<string>();
  for (let page = 2; page < whole.length / PAGE; page++) {
    const at = page * PAGE;
    const cells = whole.readUInt16BE(at + CELLS_AT);
    if (!KINDS.includes(whole.readUInt8(at + KIND_AT)) || cells === 0) continue;
    const bytes = Buffer.from(whole);
    bytes.writeUInt16BE(cells - 1, at + CELLS_AT);
    writeFileSync(file, bytes);
    const connection = connectToRead(file);
    const reader = new Reader(connection);
    const lists = [
      () => reader.ids(TABLE, ALL, "asc", count),
      ...reader.catalog().ready.map(
        ({ id }) =>
          () =>
            reader.keys(id, ALL, "desc", count),
      ),
      () => [...documents.keys()].filter((id) => reader.document(TABLE, id)),
    ];
    const isUnnoticed = lists.some((list) => isShort(list, count));
    connection.close();
    const found = scanned(file);
    if (isUnnoticed) {
      unnoticed++;
      expect(found).not.toEqual([]);
    }
    for (const { index, id, why } of found)
      if (id !== undefined) named.add(`${index ?? "document"}: ${why}`);
  }
  // SQLite itself does not notice the damage.
  expect(unnoticed).toBeGreaterThan(10);
  expect([...named]).toEqual(
    expect.arrayContaining([
      "document: it is not there",
      "by_id: it has no entry for a document",
      "by_creation_time: it has no entry for a document",
      "by_kind: it has no entry for a document",
    ]),
  );
});

test.each([
  [
    "a document that has changed",
    "UPDATE documents SET body = replace(body, 'text', 'tixt') WHERE row = 7",
    { id: "7", why: "its checksum is wrong" },
  ],
  [
    "an entry that is missing",
    "DELETE FROM entries WHERE key = (SELECT max(key) FROM entries WHERE key LIKE '%kind 3%')",
    { index: "by_kind", id: "?", why: "it has no entry for a document" },
  ],
  [
    "an entry too many",
    "INSERT INTO entries SELECT idx, key || 'x' FROM entries WHERE key LIKE '%kind 3%' LIMIT 1",
    { index: "by_kind", why: "it has 301 entries for 300 documents" },
  ],
])(
  "[DM5] what the scan finds: is named: %s",
  async (_name, statement, expected) => {
    const { file, documents } = await closedFolder();
    tamper(file, statement);
    const [found] = scanned(file);
    const { id, ...rest } = found ?? { why: "nothing" };
    expect(rest).toEqual({
      ...("index" in expected && { index: expected.index }),
      table: TABLE,
      why: expected.why,
    });
    expect(documents.has(id ?? "")).toBe("id" in expected);
  },
);

test("[DM5] what the scan finds: is named: an answer that has changed", async () => {
  const { file } = await closedFolder();
  tamper(file, "UPDATE answers SET result = '2'");
  expect(scanned(file).map(({ why }) => why)).toEqual([
    expect.stringMatching(/^the answer of commit \d+ has changed$/),
  ]);
});

test.each([
  ["its clock", "UPDATE meta SET value = value + 1 WHERE name <> 'sum'"],
  ["its schema", "CREATE TABLE more (x)"],
  ["its catalog", "UPDATE tables SET name = 'others'"],
])(
  "[DM5] what the scan finds: is named: %s that has changed",
  async (part, statement) => {
    const { file } = await closedFolder(1);
    tamper(file, statement);
    expect(scanned(file).map(({ why }) => why)).toContain(part);
  },
);

test("[DM6] a scan finds nothing in an intact database, whatever is committed meanwhile", async () => {
  const { folder, store, table } = await openWithItems();
  const living = newDocuments(table, 1000, (n) => ({
    kind: `kind ${n % 7}`,
    n,
  }));
  insertAll(store, table, living);
  // These documents are in the database. Later changes are there only in part, at times.
  (await store.readState()).close();
  let n = 0;
  const change = () => {
    const [old] = living.splice(n++ % 300, 1);
    const [other] = living.splice((n * 7) % 500, 1);
    if (!old || !other) return;
    const fresh = newDocument(table, { kind: "fresh", n });
    const next = { ...other, kind: `kind ${n % 5}` };
    store.apply([
      replacing(table, old, null),
      replacing(table, other, next),
      inserting(table, fresh),
    ]);
    living.push(next, fresh);
  };
  const indexes = [{ name: "by_kind", fields: ["kind", "n"] }];
  const more = { name: "by_n", fields: ["n"] };
  const scanning = new ScanSteps(`${folder}/engine.db`);
  while (scanning.step()) {
    for (let i = 0; i < 5; i++) change();
    if (n === 25)
      void store.changeCatalog({
        tables: [{ name: "items", indexes: [...indexes, more] }],
      });
    await store.whenDurable(store.lastTs);
  }
  expect(scanning.found).toEqual([]);
  expect(n).toBeGreaterThan(60);
});

test("[DM6] a store scans itself after its start and reports each damaged document once", async () => {
  const { folder, file } = await closedFolder();
  tamper(file, "UPDATE documents SET sum = 1 WHERE row IN (7, 8)");
  const store = open({ folder, scan: { ...AT_ONCE, next: 10 } });
  const told: DamageRecord[] = [];
  store.damage.onFound((record) => told.push(record));
  await vi.waitFor(
    () => expect(store.lastScan.finishedAt).not.toBeNull(),
    10_000,
  );
  const first = store.lastScan.finishedAt;
  await vi.waitFor(
    () => expect(store.lastScan.finishedAt).not.toBe(first),
    10_000,
  );
  expect(told.map(({ message }) => message)).toEqual(
    Array(2).fill(
      "A document of table items is damaged: its checksum is wrong; restore a backup.",
    ),
  );
  await store.close();
});

test("[DM6] closing ends a scan in progress, and lets its thread end by itself", async () => {
  const terminate = vi.spyOn(Worker.prototype, "terminate");
  const { folder } = await closedFolder();
  const store = open({ folder, scan: { ...AT_ONCE, pace: 10_000 } });
  await vi.waitFor(() => expect(store.lastScan.isRunning).toBe(true));
  await store.close();
  expect(store.lastScan).toMatchObject({ isRunning: false, finishedAt: null });
  // While SQLite's driver loads, it would abort the process.
  expect(terminate).not.toHaveBeenCalled();
});
