/** One scan of an index by a transaction. Records how far it got. */
import type { IndexEntry, KeyRange, Order } from "../storage/storage-types.ts";
import type { JsonDocument, Key } from "../values/json.ts";
import type { OpenRange, RangeSet } from "./range-set.ts";
import type { DocumentScan } from "./transaction-types.ts";

const AFTER_ALL: Key = "\xff";

export type ScanParts = {
  readonly entries: IterableIterator<IndexEntry>;
  readonly range: KeyRange;
  readonly order: Order;
  readonly reads: RangeSet;
  /** Called whenever an interval was recorded. @throws UserError when there are too many. */
  readonly onInterval: () => void;
  /** The document of an entry, counted as read. @throws UserError when it exceeds a limit. */
  readonly read: (entry: IndexEntry) => JsonDocument;
};

export class IndexScan implements DocumentScan {
  readonly #parts: ScanParts;
  /** The interval read so far; null before the first step and after the last. */
  #read: OpenRange | null = null;
  #isDone = false;

  constructor(parts: ScanParts) {
    this.#parts = parts;
  }

  next(): { readonly document: JsonDocument; readonly key: Key } | null {
    if (this.#isDone) return null;
    const read = this.#read ?? this.#start();
    const { value: entry } = this.#parts.entries.next() as {
      value: IndexEntry | undefined;
    };
    const { lower, upper } = this.#parts.range;
    if (entry === undefined) {
      read.lower = lower;
      read.upper = upper;
      this.close();
      return null;
    }
    if (this.#parts.order === "asc") read.upper = `${entry.key}\0`;
    else read.lower = entry.key;
    return { document: this.#parts.read(entry), key: entry.key };
  }

  close(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#read) this.#parts.reads.finish(this.#read);
    this.#read = null;
  }

  /** Records an empty interval at the end where the scan begins. */
  #start(): OpenRange {
    const { range, order, reads } = this.#parts;
    const begin = order === "asc" ? range.lower : (range.upper ?? AFTER_ALL);
    const upper = order === "asc" ? begin : range.upper;
    this.#read = { lower: begin, upper };
    reads.start(this.#read);
    this.#parts.onInterval();
    return this.#read;
  }
}
