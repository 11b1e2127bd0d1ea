/** A changed byte in the database file: what is read is what was written, or an error. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOfDocument } from "../../../engine/storage/checksums.ts";
import type { DamageRecord } from "../../../engine/storage/damage.ts";
import { openPlain } from "../../../engine/storage/sqlite.ts";
import { StorageError } from "../../../engine/storage/storage-error.ts";
import { openStore } from "../../../engine/storage/store.ts";
import type { Store } from "../../../engine/storage/storage-types.ts";
import { openDatabase } from "../../../engine/transactions/database.ts";
import type { JsonDocument } from "../../../engine/values/json.ts";
import {
  ALL,
  idsIn,
  insertDurably,
  inserting,
  itemsOf,
  newDocument,
  open,
  openWithItems,
  temporaryFolder,
} from "./test-store.ts";

type Folder = {
  readonly folder: string;
  readonly file: string;
  readonly documents: ReadonlyMap<string, JsonDocument>;
};

async function closedFolder(): Promise<Folder> {
  const folder = temporaryFolder();
  const { store, table } = await openWithItems({ folder });
  const documents = Array.from({ length: 300 }, (_, n) =>
    newDocument(table, { kind: `kind ${n % 7}`, n, text: `text ${n}` }),
  );
  store.apply(
    documents.map((document) => inserting(table, document)),
    { sessionId: "session", requestId: 1, result: "1", logLines: [] },
  );
  await store.close();
  return {
    folder,
    file: path.join(folder, "engine.db"),
    documents: new Map(documents.map((one) => [one._id, one])),
  };
}

/** Everything that can be read of a store, in every way, must be what was written. */
function expectNothingElse(store: Store, documents: Folder["documents"]) {
  const { table, byKind } = itemsOf(store);
  const attempt = (read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      expect(error.fault).toBe("damaged");
    }
  };
  for (const [id, document] of documents)
    attempt(() =>
      expect([document, null]).toContainEqual(store.get(table, id)),
    );
  for (const [index, entries] of [
    [byKind, () => store.scan(byKind, ALL, "asc")],
    [null, () => store.scanIds(table, ALL, "desc")],
  ] as const)
    attempt(() => {
      for (const entry of entries())
        attempt(() => {
          const document = store.documentAt(table, index, entry);
          expect(document).toEqual(documents.get(entry.id));
        });
    });
}

/** Opens a folder for a moment, unless it is refused, in one line that says what to do. */
async function unlessRefused(
  folder: string,
  use: (store: Store) => void,
): Promise<void> {
  let store: Store;
  try {
    store = openStore({ folder });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.fault).toMatch(/^(damaged|foreign|newer)$/);
    expect(error.message).toMatch(/^.*; (restore|choose|use|if) .*\.$/);
    return;
  }
  try {
    use(store);
  } finally {
    await store.close().catch(() => undefined);
  }
}

/** Runs statements on the file as no engine would. */
function tamper(file: string, ...statements: readonly string[]): void {
  const connection = openPlain(file);
  for (const statement of statements) connection.exec(statement);
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
  rmSync(path.join(path.dirname(file), "engine.seal"), { force: true });
}

/**
 * Canaries: without the comparison of sums in decodeDocument, or without that of keys in documentAt, something else is
 * read.
 */
test("[ST12] a byte changed anywhere in the file of a folder closed in order: it is refused, or nothing is served but what was written", async () => {
  const { folder, file, documents } = await closedFolder();
  const whole = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, bits) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        writeFileSync(file, bytes);
        await unlessRefused(folder, (store) =>
          expectNothingElse(store, documents),
        );
      },
    ),
    { numRuns: 60 },
  );
});

describe("a damaged document", () => {
  /** Canary: without decodeDocument in Reader.document it is read, changed and written over. */
  test("[DM1] is not served, not changed and not deleted; others are; the operator is told once which it is", async () => {
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

  test("[DM1] makes an export and an index that would need it fail, and nothing else", async () => {
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

/** Canaries: without either throw in documentAt. */
test.each([
  [
    "leads to no document",
    "INSERT INTO entries SELECT idx, replace(key, 'j', 'z') FROM entries LIMIT 1",
    "what an entry leads to is not there",
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

/** Canaries: without each of the three comparisons in start-check.ts. */
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

describe("a folder of format 1", () => {
  /** As an engine of that time left it. */
  function makeOld(file: string): void {
    tamper(
      file,
      "ALTER TABLE documents DROP COLUMN sum",
      "ALTER TABLE answers DROP COLUMN sum",
      "DELETE FROM meta WHERE name <> 'lastTs'",
      "PRAGMA user_version = 1",
    );
  }

  test("[DM4] is brought to this one, with all that is in it", async () => {
    const { folder, file, documents } = await closedFolder();
    makeOld(file);
    const store = open({ folder });
    const { table } = itemsOf(store);
    expectNothingElse(store, documents);
    for (const [id, document] of documents)
      expect(store.get(table, id)).toEqual(document);
    expect(store.answered("session", 1)?.result).toBe("1");
    await store.close();
    await openStore({ folder }).close();
  });

  /** Canary: with the format written first in migration.ts documents without a sum are damage. */
  test("[DM4] a change that was killed is gone on with", async () => {
    const { folder, file, documents } = await closedFolder();
    makeOld(file);
    // What a kill leaves after some bites: the seal is empty, some rows have their sum.
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
    expectNothingElse(store, documents);
    expect(store.damage.count).toBe(0);
  });
});
