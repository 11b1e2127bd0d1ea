/** A folder to damage, and checks of what can then be read. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { type Bite, DatabaseScan } from "../../storage/scan/database-scan.ts";
import type { Damage } from "../../storage/damage.ts";
import {
  type Connection,
  connectToRead,
  isDamage,
  openPlain,
} from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import type { Store } from "../../storage/storage-types.ts";
import { isSameDocument } from "../../values/documents.ts";
import type { JsonDocument } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import {
  ALL,
  copyOf,
  inserting,
  newDocuments,
  openWithItems,
} from "./test-store.ts";

/** A folder with this many documents in table `items`, closed gracefully. */
export async function closedFolder(count = 300) {
  const { folder, store, table } = await openWithItems();
  const documents = newDocuments(table, count, (n) => ({
    kind: `kind ${n % 7}`,
    n,
    text: `text ${n}`,
  }));
  store.apply(
    documents.map((document) => inserting(table, document)),
    { sessionId: "session", requestId: 1, result: "1", logLines: [] },
  );
  await store.close();
  const byId = new Map(documents.map((one) => [one._id, one]));
  return {
    folder,
    file: path.join(folder, "engine.db"),
    documents: byId,
    contents: new Map([[table, byId]]),
  };
}

/** Documents by id, by number of their table. */
export type Contents = ReadonlyMap<number, ReadonlyMap<string, JsonDocument>>;

/** Checks that everything readable is what was written. @returns how much was missing without an error */
export function expectNothingElse(store: Store, contents: Contents): number {
  let missing = 0;
  for (const [table, documents] of contents) {
    for (const [id, document] of documents)
      missing += unlessDamaged(() => {
        const found = store.get(table, id);
        if (found !== null) expectSame(found, document);
        return found === null ? 1 : 0;
      });
    for (const index of [null, ...store.catalog.indexesOf(table)])
      missing += unlessDamaged(() => {
        const entries = index
          ? store.scan(index, ALL, "asc")
          : store.scanIds(table, ALL, "desc");
        let count = 0;
        for (const entry of entries) {
          count++;
          unlessDamaged(() => {
            const document = store.documentAt(table, index, entry);
            expectSame(document, must(documents.get(entry.id), "it"));
            return 0;
          });
        }
        return documents.size - count;
      });
  }
  return missing;
}

/** Like `toEqual`, which is slow for large documents. */
function expectSame(found: JsonDocument, written: JsonDocument): void {
  if (!isSameDocument(found, written)) expect(found).toEqual(written);
}

/** Zero when the read throws an error for damage. */
function unlessDamaged(read: () => number): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.fault).toBe("damaged");
    return 0;
  }
}

/** Whether SQLite reads fewer than `count` rows without an error. */
export function isShort(read: () => readonly unknown[], count: number) {
  try {
    return read().length < count;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

/** Opens a damaged copy briefly. @returns false when it was refused, in one line that says what to do */
export async function openDamaged(
  folder: string,
  damage: (bytes: Buffer) => void,
  use: (store: Store, file: string) => void,
): Promise<boolean> {
  const copy = copyOf(folder);
  const file = path.join(copy, "engine.db");
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  let store: Store;
  try {
    store = openStore({ folder: copy });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.fault).toMatch(/^(damaged|foreign|newer)$/);
    expect(error.message).toMatch(/; (restore|choose|use|if) .*\.$/);
    return false;
  }
  try {
    use(store, file);
  } finally {
    await store.close().catch(() => undefined);
  }
  return true;
}

/** Runs statements on the file that no engine would. */
export function tamper(file: string, ...statements: readonly string[]): void {
  const connection = openPlain(file);
  for (const statement of statements) connection.exec(statement);
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
  rmSync(path.join(path.dirname(file), "engine.seal"), { force: true });
}

export function scanned(file: string): readonly Damage[] {
  const scanning = new ScanSteps(file);
  while (scanning.step());
  return scanning.found;
}

/** A scan that runs one batch per call. */
export class ScanSteps {
  readonly found: Damage[] = [];
  readonly #connection: Connection;
  readonly #bites: Iterator<Bite>;

  constructor(file: string) {
    this.#connection = connectToRead(file);
    this.#bites = new DatabaseScan(this.#connection).run();
  }

  /** @returns false at the end */
  step(): boolean {
    const { value, done } = this.#bites.next() as IteratorResult<Bite, void>;
    if (done === true) this.#connection.close();
    else this.found.push(...value.found);
    return done !== true;
  }
}
