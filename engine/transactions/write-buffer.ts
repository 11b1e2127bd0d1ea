/**
 * What a transaction has written and not yet committed, with savepoints; or, for one that reads a past moment, what was
 * different then. Knows no limits and no store.
 */
import { SortedOverrides } from "../storage/sorted-overrides.ts";
import type {
  DocumentWrite,
  IndexInfo,
  KeyOverrides,
} from "../storage/storage-types.ts";
import { documentKey } from "../values/ids.ts";
import type { JsonDocument } from "../values/json.ts";
import { keyOfDocument } from "../values/keys.ts";

/** One write as it was made, and what stood in the buffer for its document before. */
type Undo = {
  readonly made: DocumentWrite;
  readonly earlier: DocumentWrite | undefined;
};

export class WriteBuffer {
  /** By `documentKey`. */
  readonly #writes = new Map<string, DocumentWrite>();
  /** Of each write the state before it, oldest first. Only as far back as the outermost savepoint needs. */
  #undo: Undo[] = [];
  #savepoints = 0;
  /** What is written in an index or of a table, built when a scan first asks and then kept up to date. */
  readonly #byIndex = new Map<
    number,
    { readonly index: IndexInfo; readonly keys: SortedOverrides }
  >();
  readonly #idsByTable = new Map<number, SortedOverrides>();

  /** True when committing would change something. */
  get hasWrites(): boolean {
    return this.#writes.size > 0;
  }

  /** Last state of each document that is not as it was before the transaction. */
  writes(): readonly DocumentWrite[] {
    return [...this.#writes.values()];
  }

  /** What this transaction made of a document; undefined when it did not write it, null when it deleted it. */
  written(table: number, id: string): JsonDocument | null | undefined {
    const write = this.#writes.get(documentKey(table, id));
    return write && write.after;
  }

  /** @param before the document as it is seen now; null when it is new. */
  put(
    table: number,
    id: string,
    before: JsonDocument | null,
    after: JsonDocument | null,
  ): void {
    const key = documentKey(table, id);
    const earlier = this.#writes.get(key);
    const made = { table, id, before, after };
    if (this.#savepoints > 0) this.#undo.push({ made, earlier });
    const original = earlier ? earlier.before : before;
    // Inserted and deleted again: as if nothing had been written.
    if (original === null && after === null) this.#writes.delete(key);
    else this.#writes.set(key, { table, id, before: original, after });
    this.#moveKeys(table, id, before, after);
  }

  /**
   * Shows a document as it once was, whatever has been made of it since.
   * @param newest as it is committed now
   * @param replaced what the commit that made it so had found; taken when no earlier one is known
   */
  rewind(
    table: number,
    id: string,
    newest: JsonDocument | null,
    replaced: JsonDocument | null,
  ): void {
    const key = documentKey(table, id);
    const known = this.#writes.get(key);
    const then = known ? known.after : replaced;
    this.#writes.set(key, { table, id, before: newest, after: then });
    this.#moveKeys(table, id, newest, then);
  }

  /** Own entries of an index, to lay over the committed ones; they follow later writes. */
  overridesOf(index: IndexInfo): KeyOverrides {
    const known = this.#byIndex.get(index.id);
    if (known) return known.keys;
    const keys = new SortedOverrides();
    for (const { table, before, after } of this.#writes.values()) {
      if (table !== index.table) continue;
      if (before) keys.set(keyOfDocument(index.fields, before), false);
      if (after) keys.set(keyOfDocument(index.fields, after), true);
    }
    this.#byIndex.set(index.id, { index, keys });
    return keys;
  }

  /** Own ids of a table, likewise. */
  idOverridesOf(table: number): KeyOverrides {
    const known = this.#idsByTable.get(table);
    if (known) return known;
    const ids = new SortedOverrides();
    for (const write of this.#writes.values())
      if (write.table === table) ids.set(write.id, write.after !== null);
    this.#idsByTable.set(table, ids);
    return ids;
  }

  /** Marks a place to come back to; the marks form a stack. */
  mark(): number {
    this.#savepoints++;
    return this.#undo.length;
  }

  release(): void {
    if (--this.#savepoints === 0) this.#undo = [];
  }

  /** Undoes every write since the mark. */
  rollback(mark: number): void {
    for (const { made, earlier } of this.#undo.splice(mark).reverse()) {
      const key = documentKey(made.table, made.id);
      if (earlier) this.#writes.set(key, earlier);
      else this.#writes.delete(key);
      this.#moveKeys(made.table, made.id, made.after, made.before);
    }
    this.release();
  }

  /** Keeps what open scans see up to date. */
  #moveKeys(
    table: number,
    id: string,
    from: JsonDocument | null,
    to: JsonDocument | null,
  ): void {
    for (const { index, keys } of this.#byIndex.values()) {
      if (index.table !== table) continue;
      if (from) keys.set(keyOfDocument(index.fields, from), false);
      if (to) keys.set(keyOfDocument(index.fields, to), true);
    }
    this.#idsByTable.get(table)?.set(id, to !== null);
  }
}
