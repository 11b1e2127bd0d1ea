import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../faults/counts.ts";
import {
  decodeDocument,
  MetaSum,
  sumOfDocument,
} from "../../storage/checksums.ts";
import { DamageLog, type DamageRecord } from "../../storage/damage.ts";
import { SCHEMA_VERSION } from "../../storage/opening/layout.ts";
import { connect, openPlain } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import { openDatabase } from "../../transactions/database.ts";
import {
  closedFolder,
  expectNothingElse,
  openDamaged,
  scanned,
  tamper,
} from "./damaged-store.ts";
import {
  ALL,
  idsIn,
  insertDurably,
  itemsOf,
  open,
  temporaryFolder,
} from "./test-store.ts";

test("[ST12] a closed folder with any byte of its file changed is refused or serves only what was written", async () => {
  const { folder, file, contents } = await closedFolder();
  const { size } = statSync(file);
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(
      // Without a bias to small numbers: they hit the header, where every change is refused.
      fc.noBias(fc.nat(size - 1)),
      fc.integer({ min: 1, max: 255 }),
      async (at, bits) => {
        const isOpened = await openDamaged(
          folder,
          (bytes) => (bytes[at] = (bytes[at] ?? 0) ^ bits),
          (store, copy) => {
            const missing = expectNothingElse(store, contents);
            if (missing > 0) expect(scanned(copy)).not.toEqual([]);
          },
        );
        opened += Number(isOpened);
      },
    ),
    { numRuns: times(20, 200) },
  );
  expect(opened).toBeGreaterThan(0);
});

describe("a damaged document", () => {
  test("[DM1] is not served, changed or deleted; others are, and the operator learns once which it is", async () => {
    const { folder, file, documents } = await closedFolder();
    const [victim, other] = [...documents.keys()] as [string, string];
    const change = `UPDATE documents SET body = replace(body, 'text', 'tixt') WHERE id = '${victim}'`;
    tamper(file, change);
    const store = open({ folder });
    const { table, byKind } = itemsOf(store);
    const told: DamageRecord[] = [];
    store.damage.onFound((record) => told.push(record));

    const message =
      "A document of table items is damaged: its checksum is wrong; restore a backup.";
    expect(() => store.get(table, victim)).toThrow(message);
    expect(() => store.get(table, victim)).toThrow(message);
    expect(told).toEqual([{ message, document: victim }]);
    expect(store.damage.count).toBe(1);
    const database = openDatabase(store);
    const transaction = database.begin();
    expect(() => transaction.put(table, victim, { n: 1 }, "Update")).toThrow(
      message,
    );
    expect(() => transaction.remove(table, victim)).toThrow(message);
    database.abandon(transaction);
    expect(store.get(table, other)).toEqual(documents.get(other));
    await insertDurably(store, table, { kind: "kind 1", n: 1000 });
    expect(idsIn(store, byKind)).toHaveLength(301);
  });

  test("[DM1] that lies in the place of another is not served, even when it is whole", () => {
    const body = '{"_id":"one"}';
    const sum = sumOfDocument(1, body);
    expect(decodeDocument(1, "one", body, sum)).toEqual({ _id: "one" });
    expect(() => decodeDocument(1, "two", body, sum)).toThrow(
      "another document is in its place",
    );
  });

  test("[DM1] is reported to the operator, up to a thousand documents", () => {
    const damage = new DamageLog(() => "items");
    const told: DamageRecord[] = [];
    damage.onFound((record) => told.push(record));
    for (let n = 0; n < 1005; n++) damage.add({ id: `${n}`, why: "it is" });
    expect([told.length, damage.count]).toEqual([1000, 1000]);
  });

  test("[DM1] fails an export and an index that need it, and nothing else", async () => {
    const { folder, file, documents } = await closedFolder();
    const [victim] = documents.keys();
    tamper(file, `UPDATE documents SET sum = 1 WHERE id = '${victim}'`);
    const store = open({ folder });
    const { table } = itemsOf(store);
    const state = await store.readState();
    expect(() => [...state.documents(table)]).toThrow("its checksum is wrong");
    state.close();
    const indexes = [
      { name: "by_kind", fields: ["kind", "n"] },
      { name: "by_text", fields: ["text"] },
    ];
    await expect(
      store.changeCatalog({ tables: [{ name: "items", indexes }] }),
    ).rejects.toThrow(StorageError);
    expect(store.catalog.index(table, "by_text")).toBeUndefined();
    await insertDurably(store, table, { kind: "kind 1", n: 1000 });
  });
});

test.each([
  [
    "leads to no document",
    "INSERT INTO entries SELECT idx, replace(key, 'j', 'z') FROM entries LIMIT 1",
    "an entry leads to a document that is not there",
  ],
  [
    "is in a wrong place",
    "UPDATE entries SET key = replace(key, 'kind 3', 'kind 4') WHERE key LIKE '%kind 3%' AND key = (SELECT max(key) FROM entries WHERE key LIKE '%kind 3%')",
    "an entry is in a wrong place",
  ],
])("[DM2] an entry that %s is not served", async (_name, statement, why) => {
  const { folder, file } = await closedFolder();
  tamper(file, statement);
  const store = open({ folder });
  const { table } = itemsOf(store);
  const indexes = [...store.catalog.indexesOf(table)];
  const readAll = () => {
    for (const index of indexes)
      for (const entry of store.scan(index, ALL, "asc"))
        store.documentAt(table, index, entry);
  };
  expect(readAll).toThrow(why);
});

test.each([
  ["clock", "UPDATE meta SET value = value + 1 WHERE name = 'lastTs'"],
  [
    "catalog",
    "UPDATE indexes SET fields = '[\"kind\"]' WHERE name = 'by_kind'",
  ],
  ["catalog", "DELETE FROM tables"],
  ["schema", "CREATE TABLE mine(n)"],
])(
  "[DM3] a start refuses a file whose %s has changed: %s",
  async (part, sql) => {
    const { folder, file } = await closedFolder();
    tamper(file, sql);
    expect(() => openStore({ folder })).toThrow(
      `${file} is damaged (its ${part}); restore a backup.`,
    );
  },
);

test.each(["tables", "indexes", "entries"])(
  "[DM3] a start refuses a file whose table %s SQLite cannot read",
  async (name) => {
    const { folder, file } = await closedFolder();
    const connection = openPlain(file);
    const page = connection
      .prepare("SELECT rootpage - 1 FROM sqlite_schema WHERE name = ?")
      .pluck()
      .get(name) as number;
    const pageSize = Number(connection.pragma("page_size", { simple: true }));
    connection.close();
    const bytes = readFileSync(file);
    bytes[page * pageSize] = 0;
    writeFileSync(file, bytes);
    expect(() => openStore({ folder })).toThrow(
      expect.objectContaining({
        name: "StorageError",
        fault: "damaged",
        message: `${file} is damaged (database disk image is malformed); restore a backup.`,
      }),
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  },
);

describe("a folder of an older format", () => {
  const makeOld = (file: string) =>
    tamper(
      file,
      "ALTER TABLE documents DROP COLUMN sum",
      "ALTER TABLE answers DROP COLUMN sum",
      "DELETE FROM meta WHERE name <> 'lastTs'",
      "PRAGMA user_version = 1",
    );

  /** Must hold before any commit: an older engine would ignore the journal's contents. */
  const expectRefusedByOlder = (file: string) =>
    expect(readFileSync(file).readUInt32BE(60)).toBe(SCHEMA_VERSION);

  test("[DM4] is converted from format 2, which had no journal, even after a kill", async () => {
    const { folder, file, contents } = await closedFolder();
    const connection = connect(file);
    connection.exec(
      `DELETE FROM meta WHERE name IN ('journal', 'chain', 'catalogChanges');
       PRAGMA user_version = 2;
       UPDATE meta SET value = value + 5 WHERE name = 'lastTs'`,
    );
    new MetaSum(connection).write();
    const killed = temporaryFolder();
    for (const suffix of ["", "-wal"])
      copyFileSync(file + suffix, path.join(killed, `engine.db${suffix}`));
    connection.close();
    for (const one of [folder, killed])
      writeFileSync(path.join(one, "engine.seal"), "");
    for (const one of [folder, killed]) {
      const store = open({ folder: one });
      expectRefusedByOlder(path.join(one, "engine.db"));
      expect(expectNothingElse(store, contents)).toBe(0);
      const { table, byKind } = itemsOf(store);
      const { _id } = await insertDurably(store, table, { kind: "new", n: 0 });
      await store.close();
      expect(idsIn(open({ folder: one }), byKind)).toContain(_id);
    }
  });

  test("[DM4] is converted from format 1, which had no checksums, with all its content", async () => {
    const { folder, file, contents } = await closedFolder();
    makeOld(file);
    const store = open({ folder });
    expect(expectNothingElse(store, contents)).toBe(0);
    expect(store.answered("session", 1)?.result).toBe("1");
    await store.close();
    await openStore({ folder }).close();
  });

  test("[DM4] is converted to the end when a kill interrupted the conversion", async () => {
    const { folder, file, contents } = await closedFolder();
    makeOld(file);
    // The state after a kill between batches: the seal is empty, some rows have their sum.
    tamper(
      file,
      "ALTER TABLE documents ADD COLUMN sum INTEGER",
      "ALTER TABLE answers ADD COLUMN sum INTEGER",
    );
    const connection = openPlain(file);
    const put = connection.prepare(
      "UPDATE documents SET sum = ? WHERE row = ?",
    );
    const rows = connection
      .prepare("SELECT row, tbl, body FROM documents LIMIT 100")
      .raw()
      .all() as [number, number, string][];
    for (const [row, table, body] of rows)
      put.run(sumOfDocument(table, body), row);
    connection.close();
    writeFileSync(path.join(folder, "engine.seal"), "");
    const store = open({ folder });
    expect(expectNothingElse(store, contents)).toBe(0);
    expect(store.damage.count).toBe(0);
  });
});

test("[DM1] an answer that has changed on disk is not given", async () => {
  const { folder, file } = await closedFolder();
  const store = open({ folder });
  const request = { sessionId: "s", requestId: 1, result: "1", logLines: [] };
  const { ts } = store.apply([], request);
  await store.whenDurable(ts);
  await store.close();
  tamper(file, "UPDATE answers SET result = '2' WHERE session = 's'");
  const again = open({ folder });
  expect(() => again.answered("s", 1)).toThrow(
    `the answer of commit ${ts} has changed`,
  );
});
