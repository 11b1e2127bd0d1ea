/**
 * One attempt of a query or mutation: reads the newest committed state with its own writes on top, and records its reads.
 * Validity and committing are in database.ts.
 */
import type {
  WriteSet,
  DocumentWrite,
  IndexEntry,
  IndexInfo,
  KeyRange,
  Order,
  Store,
} from "../storage/storage-types.ts";
import { isSameDocument } from "../values/documents.ts";
import { type IdRange, isSystemTable, newId } from "../values/ids.ts";
import type { JsonDocument, JsonObject, Timestamp } from "../values/json.ts";
import type { TransactionLimits } from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";
import type { CreationClock } from "./creation-clock.ts";
import { IndexScan } from "./document-scan.ts";
import type { PastReader, Replaced } from "./past-moments.ts";
import { idsIn, NamespaceTables } from "./namespace-tables.ts";
import { RecordedReads } from "./read-set.ts";
import { RecordedCatalog } from "./recorded-catalog.ts";
import { toDocument } from "./system-fields.ts";
import type {
  DocumentScan,
  GivenIdentity,
  Savepoint,
  TableView,
  Transaction,
  TransactionMetrics,
} from "./transaction-types.ts";
import { Usage } from "./usage.ts";
import { WriteBuffer } from "./write-buffer.ts";

export class OpenTransaction implements Transaction, PastReader {
  readonly beginTs: Timestamp;
  readonly reads = new RecordedReads();
  /** Set when a later commit touched what was read: no result of this attempt may be used. */
  isStale = false;
  /** Set when it was committed, found stale or abandoned: it is no longer watched. */
  isFinished = false;
  hasPriority = false;
  isStamped = false;
  readonly catalog: TableView;
  readonly #store: Store;
  readonly #creationTimes: CreationClock;
  readonly #buffer = new WriteBuffer();
  readonly #usage = new Usage();
  #depth = 0;

  /** @param at a moment other than the present: `rewind` must keep it there. */
  constructor(store: Store, creationTimes: CreationClock, at?: Timestamp) {
    this.#store = store;
    this.catalog = this.catalogOf("");
    this.#creationTimes = creationTimes;
    this.beginTs = at ?? store.lastTs;
  }

  get limits(): TransactionLimits {
    return this.#usage.limits;
  }

  get hasWrites(): boolean {
    return this.#buffer.hasWrites;
  }

  stamp(): void {
    this.isStamped = true;
  }

  catalogOf(namespace: string): TableView {
    const tables = new NamespaceTables(this.#store.catalog, namespace);
    return new RecordedCatalog(tables, namespace, this.reads);
  }

  /** What committing would change. */
  writes(): readonly DocumentWrite[] {
    return this.#buffer.writes();
  }

  observe(commit: WriteSet): void {
    if (!this.isStale && this.reads.overlaps(commit)) this.isStale = true;
  }

  rewind(replaced: readonly Replaced[]): void {
    for (const { table, id, before } of replaced)
      this.#buffer.rewind(table, id, this.#store.get(table, id), before);
  }

  get(table: number, id: string): JsonDocument | null {
    this.reads.ids.add(id);
    this.#usage.checkQueries(this.reads.count);
    const document = this.#peek(table, id);
    if (document) this.#usage.countRead(table, document);
    return document;
  }

  scan(
    index: IndexInfo | { readonly table: number; readonly name: "by_id" },
    range: KeyRange,
    order: Order,
  ): DocumentScan {
    const { table } = index;
    const recording = {
      order,
      onInterval: () => this.#usage.checkQueries(this.reads.count),
      read: (entry: IndexEntry) => {
        const document =
          this.#buffer.written(table, entry.id) ??
          this.#store.documentAt(table, "id" in index ? index : null, entry);
        this.#usage.countRead(table, document);
        return document;
      },
    };
    if (!("id" in index)) {
      const ids = within(range, idsIn(this.#store.catalog, table));
      const own = this.#buffer.idOverridesOf(table);
      return new IndexScan({
        ...recording,
        range: ids,
        entries: this.#store.scanIds(table, ids, order, own),
        reads: this.reads.idRangesOf(table),
      });
    }
    const own = this.#buffer.overridesOf(index);
    return new IndexScan({
      ...recording,
      range,
      entries: this.#store.scan(index, range, order, own),
      reads: this.reads.rangesOf(index.id),
    });
  }

  insert(
    table: number,
    fields: JsonObject,
    given?: GivenIdentity,
  ): JsonDocument {
    const id = given?.id ?? newId(table);
    const creationTime = given?.creationTime ?? this.#creationTimes.next();
    if (given) {
      this.reads.ids.add(id);
      if (this.#peek(table, id))
        throw new UserError(`Document ID ${id} exists already`);
    }
    const kind = this.#kindOf(table);
    const document = toDocument(fields, id, creationTime, kind);
    this.#write(table, id, null, document);
    return document;
  }

  put(
    table: number,
    id: string,
    fields: JsonObject,
    verb: "Update" | "Replace",
  ): JsonDocument {
    const before = this.#existing(table, id, verb);
    const { _creationTime } = before;
    const kind = this.#kindOf(table);
    const after = toDocument(fields, id, _creationTime, kind);
    // As in the backend, a write that changes nothing is not a write: no query runs again for it.
    if (isSameDocument(before, after)) return before;
    this.#write(table, id, before, after);
    return after;
  }

  remove(table: number, id: string): JsonDocument {
    const before = this.#existing(table, id, "Delete");
    this.#write(table, id, before, null);
    return before;
  }

  savepoint(limits = this.limits): Savepoint {
    const mark = this.#buffer.mark();
    const { written, limits: before } = this.#usage;
    this.#usage.limits = limits;
    const depth = ++this.#depth;
    const end = (how: () => void) => {
      if (depth !== this.#depth)
        throw new Error("Savepoints end in the reverse order of their start");
      this.#depth--;
      this.#usage.limits = before;
      how();
    };
    return {
      release: () => end(() => this.#buffer.release()),
      rollback: () =>
        end(() => {
          this.#buffer.rollback(mark);
          this.#usage.restore(written);
        }),
    };
  }

  metrics(): TransactionMetrics {
    return this.#usage.metrics(this.reads.count);
  }

  #kindOf(table: number) {
    return { mayBePending: this.isStamped, isSystem: isSystemTable(table) };
  }

  #existing(
    table: number,
    id: string,
    verb: "Update" | "Replace" | "Delete",
  ): JsonDocument {
    const document = this.get(table, id);
    if (document) return document;
    throw new UserError(`${verb} on nonexistent document ID ${id}`);
  }

  #write(
    table: number,
    id: string,
    before: JsonDocument | null,
    after: JsonDocument | null,
  ): void {
    if (this.isFinished)
      throw new Error("The transaction is over; it cannot write any more");
    this.#usage.countWrite(table, after);
    this.#buffer.put(table, id, before, after);
  }

  /** Newest state of a document, not recorded as read. */
  #peek(table: number, id: string): JsonDocument | null {
    const own = this.#buffer.written(table, id);
    return own === undefined ? this.#store.get(table, id) : own;
  }
}

function within(range: KeyRange, bounds: IdRange): KeyRange {
  const { lower, upper } = range;
  return {
    lower: lower > bounds.lower ? lower : bounds.lower,
    upper: upper !== null && upper < bounds.upper ? upper : bounds.upper,
  };
}

export function mine(transaction: Transaction): OpenTransaction {
  // Guard untested: a process has one database; the check is for the type.
  if (transaction instanceof OpenTransaction) return transaction;
  throw new Error("The transaction belongs to another database");
}
