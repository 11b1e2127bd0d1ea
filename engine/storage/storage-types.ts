/**
 * What the layers above may know of storage.
 * Reads see the newest committed state, durable or not; `whenDurable` tells when it is safe to report it.
 */
import type { JsonDocument, JsonText, Key, Timestamp } from "../values/json.ts";
import type { DamageLog } from "./damage.ts";
import type { Found } from "./opening/found.ts";
import type { Position } from "./journal/journal.ts";
import type { ScanState } from "./scan/scanner.ts";
import type { StorageError } from "./storage-error.ts";

/** A table in the catalog. User tables are numbered from 10001, system tables (name starts with `_`) below. */
export type TableInfo = {
  /** Unique among all tables; its ids show `shownNumber` of it (values/ids.ts). */
  readonly number: number;
  readonly name: string;
  /** Path of the component that owns it, `workpool/batchWorker`; absent for the app's own. */
  readonly namespace?: string;
};

/** A database index. `fields` are dotted paths without the trailing `_creationTime` that every index gets. */
export type IndexInfo = {
  readonly id: number;
  readonly table: number;
  /** `by_creation_time`, or the name in the schema. `by_id` is not stored: documents are their own index. */
  readonly name: string;
  readonly fields: readonly string[];
};

/** Half-open interval of keys: lower <= key < upper; `upper` null means no end. */
export type KeyRange = { readonly lower: Key; readonly upper: Key | null };

export type Order = "asc" | "desc";

/** One entry of an index scan. */
export type IndexEntry = { readonly key: Key; readonly id: string };

/** One document before and after a commit; null = absent. Never both null. */
export type DocumentWrite = {
  readonly table: number;
  readonly id: string;
  readonly before: JsonDocument | null;
  readonly after: JsonDocument | null;
};

/** The durable record of an answered mutation, stored in the transaction that answers it. */
export type SessionRequest = {
  readonly sessionId: string;
  readonly requestId: number;
  /** JSON text of the encoded result. */
  readonly result: string;
  readonly logLines: readonly string[];
  /** Where it came from: only the newest answers of each network are kept. */
  readonly network?: string | null;
};
export type AnsweredRequest = SessionRequest & { readonly ts: Timestamp };

/** Every index key a commit removed or added, and every document id it touched. */
export type WriteSet = {
  readonly ts: Timestamp;
  readonly ids: ReadonlySet<string>;
  /** Old and new keys, per index id. */
  readonly keys: ReadonlyMap<number, readonly Key[]>;
  /** New tables; absent in nearly every commit. */
  readonly tables?: readonly TableInfo[];
  /** Tables got other content as a whole: all earlier reads are invalid. */
  readonly all?: true;
};

/** Keys that a reader sees differently from the committed state: a transaction's own writes. Read at each step of a scan. */
export interface KeyOverrides {
  /** The first key in `order` inside `range` and, unless `after` is null, beyond `after`; null when there is none. */
  next(
    range: KeyRange,
    order: Order,
    after: Key | null,
  ): { readonly key: Key; readonly present: boolean } | null;
}

/** Names and numbers of tables and indexes. Changes only through `Store`. */
export interface Catalog {
  /** @param namespace path of a component; "" or absent for the app. */
  table(name: string, namespace?: string): TableInfo | undefined;
  /** By number, of any component. */
  tableByNumber(number: number): TableInfo | undefined;
  /** The table of a component whose ids show a number. @param namespace as in `table` */
  tableShowing(shown: number, namespace: string): TableInfo | undefined;
  /** Index by table number and name, `by_creation_time` included. */
  index(table: number, name: string): IndexInfo | undefined;
  indexesOf(table: number): readonly IndexInfo[];
  tables(): readonly TableInfo[];
}

/** Adds the indexes that are maintained but hidden: not visible yet, or no longer. */
export interface MaintainedCatalog extends Catalog {
  maintainedIndexesOf(table: number): readonly IndexInfo[];
}

/** Tables and indexes that must exist. An unlisted user index is dropped, except in a component of which nothing is listed. */
export type CatalogTarget = {
  /** Whether unlisted tables keep their indexes. */
  readonly isPart?: boolean;
  readonly tables: readonly {
    readonly name: string;
    /** As in `TableInfo`. */
    readonly namespace?: string;
    /** Whether ids of a new table show the number of the app's table of that name. */
    readonly showsAppsNumber?: boolean;
    readonly indexes: readonly {
      readonly name: string;
      readonly fields: readonly string[];
    }[];
  }[];
};

/** One state of the whole database, as of its opening; commits continue. */
export interface StateReader {
  readonly ts: Timestamp;
  /** System tables included, by number. */
  tables(): readonly TableInfo[];
  /** Every stored document of a table by id, read lazily. One iteration at a time. @throws StorageError `damaged` */
  documents(table: number): IterableIterator<JsonText>;
  /** Counts the documents of a table in steps, so that other work continues. @throws Error when this is closed meanwhile */
  count(table: number): Promise<number>;
  /** Call it soon, and before the store is closed. */
  close(): void;
}

/** A new table, or an existing one of this name, that gets a draft. */
export type DraftedTable = TableInfo & {
  /** Whether the documents are added to the existing ones. */
  readonly isAddition: boolean;
};

/** Documents written beside the tables, to become their content atomically. */
export interface TableDrafts {
  /**
   * Writes documents into the draft of a table. On disk when it returns.
   * @param table its key: the path of its component, a slash and its name
   * @returns how many had an id that the draft already has; those are left out
   */
  add(
    table: string,
    documents: readonly (readonly [id: string, body: JsonText])[],
  ): Promise<number>;
  /** Abandons the drafts. Their content is removed in the background, once the disk allows it. */
  abandon(): void;
}

/** The newest committed state and the way to add to it. One per data folder and process. */
export interface Store {
  readonly catalog: Catalog;
  /** Newest commit. Starts above the previous run's, at the wall clock if that is later, and only grows. */
  readonly lastTs: Timestamp;
  /** Newest commit known to be on disk. */
  readonly durableTs: Timestamp;
  readonly found: Found;
  /** Position of the history on disk. */
  readonly position: Position;
  /** Commits that are visible but not yet on disk. */
  readonly unwritten: number;
  /**
   * Document by id, null when absent. `id` must be one of `table`.
   * @throws StorageError `damaged` when it is not as it was written.
   */
  get(table: number, id: string): JsonDocument | null;
  /**
   * The document that an entry leads to, as the scan has just seen it.
   * @param index null for the `by_id` index.
   * @throws StorageError `damaged` also when there is none, or one that belongs elsewhere in the index; `closed` when the index
   * was dropped.
   */
  documentAt(
    table: number,
    index: IndexInfo | null,
    entry: IndexEntry,
  ): JsonDocument;
  /** Entries of an index in key order, read lazily. Each step sees the current state, beyond the previous key. */
  scan(
    index: IndexInfo,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry>;
  /** Ids of a table in id order (the `by_id` index); bounds and entry keys are id strings. */
  scanIds(
    table: number,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry>;
  /**
   * Applies a commit to the visible state, queues it for the disk and returns its write set. Synchronous: the caller has
   * validated it. Only transactions/ calls it.
   * @param isStamped whether documents and the answer hold placeholders of values/commit-ts.ts, to be replaced
   * @throws StorageError when the engine is read-only after a disk fault, or closed.
   */
  apply(
    writes: readonly DocumentWrite[],
    request?: SessionRequest,
    isStamped?: boolean,
  ): WriteSet;
  /**
   * Resolves when the commit at `ts` and all before it are on disk. Rejects with StorageError if the disk refused it and its
   * effects were withdrawn.
   */
  whenDurable(ts: Timestamp): Promise<void>;
  /** Why writes are refused now; null when they are not. Set by a disk fault, cleared when a write succeeds again. */
  readonly fault: StorageError | null;
  /** Damage found since the start. */
  readonly damage: Pick<DamageLog, "count" | "onFound">;
  /** The running scan for damage, and when the last one finished. */
  readonly lastScan: ScanState;
  /** Called after a disk fault with everything the withdrawn commits touched. Returns the function that stops it. */
  onWithdrawal(listener: (writeSet: WriteSet) => void): () => void;
  /** Called when tables are created or get other content. Returns the function that stops it. */
  onCatalogChange(listener: (writeSet: WriteSet) => void): () => void;
  /** The stored answer of a mutation, if this session already has it, durable or not. */
  answered(sessionId: string, requestId: number): AnsweredRequest | null;
  /** Creates missing tables and indexes, fills new indexes, drops unwanted ones. Waits for the disk. */
  changeCatalog(target: CatalogTarget): Promise<void>;
  /** Creates what is missing and drops nothing. An index whose name is taken stays hidden until `showCatalog`. */
  buildCatalog(target: CatalogTarget): Promise<void>;
  /** Of indexes of one name, shows those that the target lists and hides the others. */
  showCatalog(target: CatalogTarget): void;
  /** Stops filling indexes soon, and begins no other: for a caller about to close. */
  stopBuilding(): void;
  /** Begins drafts of tables, to be filled while other work continues. */
  draftTables(tables: readonly DraftedTable[]): Promise<TableDrafts>;
  /**
   * Makes drafts the content of their tables, or adds them to it. Nothing may be applied meanwhile: for transactions/ only.
   * @param after all tables after the switch, with their numbers
   * @throws UserError when a schema changed meanwhile; StorageError when the disk refuses; nothing changed then
   */
  switchTables(
    drafts: TableDrafts,
    after: readonly TableInfo[],
  ): Promise<WriteSet>;
  /** The newest state, once it is on disk, for reading as a whole. */
  readState(): Promise<StateReader>;
  /** Waits for queued commits, checkpoints and closes. */
  close(): Promise<void>;
}
