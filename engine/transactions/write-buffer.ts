/**
 * What a transaction has written and not yet committed, with savepoints. For a reader of a past moment: what was different
 * then.
 */
import { SortedOverrides } from "../storage/reading/sorted-overrides.ts";
import type {
  DocumentWrite,
  IndexInfo,
  KeyOverrides,
} from "../storage/storage-types.ts";
import { documentKey } from "../values/ids.ts";
import type { JsonDocument, Key } from "../values/json.ts";
import { keyOfDocument } from "../values/keys.ts";

/** One write, and what the buffer had for its document before. */
type Undo = {
  readonly made: DocumentWrite;
  readonly earlier: DocumentWrite | undefined;
};

export class WriteBuffer {
  /** By `documentKey`. */
  readonly #writes = new Map<string, DocumentWrite>();
  /** The state before each write, oldest first. Only as far back as the outermost savepoint needs. */
  #undo: Undo[] = [];
  #savepoints = 0;
  /** Written keys and ids, built on the first scan of an index or table and then kept up to date. */
  readonly #byIndex = new Map<
    number,
    { readonly index: IndexInfo; readonly keys: SortedOverrides }
  >();
  readonly #idsByTable = new Map<number, SortedOverrides>();

  get hasWrites(): boolean {
    return this.#writes.size > 0;
  }

  /** Last state of each written document, without those inserted and deleted again. */
  writes(): readonly DocumentWrite[] {
    return [...this.#writes.values()];
  }

  /** The transaction's version of a document; undefined when it did not write it, null when it deleted it. */
  written(table: number, id: string): JsonDocument | null | undefined {
    const write = this.#writes.get(documentKey(table, id));
    return write && write.after;
  }

  /** @param before the document as seen now; null when it is new. */
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
    // Inserted and deleted again: nothing was written.
    if (original === null && after === null) this.#writes.delete(key);
    else this.#writes.set(key, { table, id, before: original, after });
    this.#moveKeys(table, id, before, after);
  }

  /**
   * Shows a document as it was at a past moment, whatever has happened to it since.
   * @param newest as it is committed now
   * @param replaced what a commit replaced; used when no earlier commit's is known
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

  /** The transaction's entries of an index, to lay over the committed ones. They follow later writes. */
  overridesOf(index: IndexInfo): KeyOverrides {
    const known = this.#byIndex.get(index.id);
    if (known) return known.keys;
    const changed: [Key, boolean][] = [];
    for (const { table, before, after } of this.#writes.values()) {
      if (table !== index.table) continue;
      if (before) changed.push([keyOfDocument(index.fields, before), false]);
      if (after) changed.push([keyOfDocument(index.fields, after), true]);
    }
    const keys = new SortedOverrides(changed);
    this.#byIndex.set(index.id, { index, keys });
    return keys;
  }

  /** The same for the ids of a table. */
  idOverridesOf(table: number): KeyOverrides {
    const known = this.#idsByTable.get(table);
    if (known) return known;
    const changed: [Key, boolean][] = [];
    for (const write of this.#writes.values())
      if (write.table === table) changed.push([write.id, write.after !== null]);
    const ids = new SortedOverrides(changed);
    this.#idsByTable.set(table, ids);
    return ids;
  }

  /** Marks a state to return to; the marks form a stack. */
  mark(): number {
    this.#savepoints++;
    return this.#undo.length;
  }

  release(): void {
    if (--this.#savepoints === 0) this.#undo = [];
  }

  rollback(mark: number): void {
    for (const { made, earlier } of this.#undo.splice(mark).reverse()) {
      const key = documentKey(made.table, made.id);
      if (earlier) this.#writes.set(key, earlier);
      else this.#writes.delete(key);
      this.#moveKeys(made.table, made.id, made.after, made.before);
    }
    this.release();
  }

  /** Updates what open scans see. */
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
