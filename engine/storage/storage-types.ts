/**
 * What the layers above may know of storage. Holds types only.
 * Reads are of the newest committed state, durable or not; `whenDurable` tells when it is safe to speak of it.
 */
import type { JsonDocument, JsonText, Key, Timestamp } from "../values/json.ts";
import type { DamageLog } from "./damage.ts";
import type { Position } from "./journal/journal.ts";
import type { ScanState } from "./scan/scanner.ts";
import type { StorageError } from "./storage-error.ts";

/** A table as the catalog knows it. User tables are numbered from 10001, system tables (name starts with `_`) below. */
export type TableInfo = {
  /** Unique among all tables; what its ids show is `shownNumber` of it (values/ids.ts). */
  readonly number: number;
  readonly name: string;
  /** Path of the component whose table it is, `workpool/batchWorker`; left out for the app's own. */
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

/** One step of an index scan. */
export type IndexEntry = { readonly key: Key; readonly id: string };

/** One document before and after a commit; null = absent. Both null never occurs. */
export type DocumentWrite = {
  readonly table: number;
  readonly id: string;
  readonly before: JsonDocument | null;
  readonly after: JsonDocument | null;
};

/** The durable memory of an answered mutation, stored in the transaction that answers it. */
export type SessionRequest = {
  readonly sessionId: string;
  readonly requestId: number;
  /** JSON text of the encoded result. */
  readonly result: string;
  readonly logLines: readonly string[];
  /** Where it came from: of each network only the newest answers are kept. */
  readonly network?: string | null;
};
export type AnsweredRequest = SessionRequest & { readonly ts: Timestamp };

/** Every index key a commit removed or added, by index id; and every document id it touched. */
export type WriteSet = {
  readonly ts: Timestamp;
  /** Document ids written. */
  readonly ids: ReadonlySet<string>;
  /** Old and new keys, per index id. */
  readonly keys: ReadonlyMap<number, readonly Key[]>;
  /** Tables that came into being; left out by nearly every commit. */
  readonly tables?: readonly TableInfo[];
  /** Tables got another content as a whole: nothing that anybody has read may be believed. */
  readonly all?: true;
};

/**
 * Keys that a reader sees differently from the committed state: put on top by a transaction for what it has written.
 * Asked anew at every step of a scan, so it may change while one is open.
 */
export interface KeyOverrides {
  /** The first key in `order` inside `range` and, unless `after` is null, beyond `after`; null when there is none. */
  next(
    range: KeyRange,
    order: Order,
    after: Key | null,
  ): { readonly key: Key; readonly present: boolean } | null;
}

/** Names and numbers of tables and indexes. Changes only through `Store.changeCatalog`. */
export interface Catalog {
  /** @param namespace path of a component; "" or left out for the app itself. */
  table(name: string, namespace?: string): TableInfo | undefined;
  /** Of whatever component, by its own number. */
  tableByNumber(number: number): TableInfo | undefined;
  /** The table of a component whose ids show a number. @param namespace as in `table` */
  tableShowing(shown: number, namespace: string): TableInfo | undefined;
  /** Index by table number and name, `by_creation_time` included. */
  index(table: number, name: string): IndexInfo | undefined;
  indexesOf(table: number): readonly IndexInfo[];
  tables(): readonly TableInfo[];
}

/** With the indexes that are kept up to date and not found yet, or no longer. */
export interface MaintainedCatalog extends Catalog {
  maintainedIndexesOf(table: number): readonly IndexInfo[];
}

/**
 * Tables and indexes that shall exist. Tables are only ever added; a user index that is not listed is dropped if its
 * component, or the app, is: what belongs to a component of which nothing is listed stays as it is.
 */
export type CatalogTarget = {
  /** Whether tables that are not listed keep their indexes. */
  readonly isPart?: boolean;
  readonly tables: readonly (Pick<TableInfo, "name" | "namespace"> & {
    /** Number for a table that does not exist yet, so that an import can keep its ids; refused when taken. */
    readonly number?: number;
    /** Whether ids of a table that does not exist yet show the number that those of the app's table of its name do. */
    readonly showsAppsNumber?: boolean;
    readonly indexes: readonly Pick<IndexInfo, "name" | "fields">[];
  })[];
};

/** One state of the whole database, as it was when this was opened; commits go on beside it. */
export interface StateReader {
  readonly ts: Timestamp;
  /** System tables included, by number. */
  tables(): readonly TableInfo[];
  /** Every document of a table as it is stored, by id; lazily. One iteration at a time. @throws StorageError `damaged` */
  documents(table: number): IterableIterator<JsonText>;
  /** Documents in a table; in steps, between which others go on. @throws Error when this is closed meanwhile */
  count(table: number): Promise<number>;
  /** To be called soon, and before the store is closed. */
  close(): void;
}

/** A table that a draft is made for: a new one, or one that exists under this name. */
export type DraftedTable = TableInfo & {
  /** Whether the documents are added to those that the table has. */
  readonly isAddition: boolean;
};

/** Documents that are written beside the tables, to become their content at one stroke. */
export interface TableDrafts {
  /**
   * Writes some documents into the draft of a table. On disk when it returns.
   * @param table its key: its name, led by the path of its component and a slash
   * @returns how many of them had an id that is in the draft already; those are left out
   */
  add(
    table: string,
    documents: readonly (readonly [id: string, body: JsonText])[],
  ): Promise<number>;
  /** Gives the drafts up: what is in them is removed in the background, as soon as the disk takes it. */
  abandon(): void;
}

/** The newest committed state and the way to add to it. One per data folder and process. */
export interface Store {
  readonly catalog: Catalog;
  /** Newest commit. Starts above the last one of the run before, at the wall clock if that is later, and only grows. */
  readonly lastTs: Timestamp;
  /** Newest commit known to be on disk. */
  readonly durableTs: Timestamp;
  /** Where the history stood when it was opened, and its newest commit. */
  readonly found: {
    readonly position: Position;
    readonly ts: Timestamp;
    /** What the journal had of a record that was not whole, in a sentence; null without one. */
    readonly lost: string | null;
  };
  /** Where the history on disk stands. */
  readonly position: Position;
  /** Commits that are visible but not yet on disk. */
  readonly unwritten: number;
  /**
   * Document by id, null when absent. `id` must be one of `table`.
   * @throws StorageError `damaged` when it is not as it was written.
   */
  get(table: number, id: string): JsonDocument | null;
  /**
   * The document that an entry leads to, as the scan that gave the entry has just seen it.
   * @param index null for the `by_id` index.
   * @throws StorageError `damaged` also when there is none, or one that belongs elsewhere in the index.
   */
  documentAt(
    table: number,
    index: IndexInfo | null,
    entry: IndexEntry,
  ): JsonDocument;
  /** Entries of an index in key order, lazily. Each step sees the state of its own moment, beyond the key before. */
  scan(
    index: IndexInfo,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry>;
  /** Ids of a table in id order (the `by_id` index); bounds are id strings, and so is the key of an entry. */
  scanIds(
    table: number,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry>;
  /**
   * Applies a commit to the visible state at once, queues it for the disk and returns its timestamp and write set.
   * Synchronous: the caller has validated it. Only transactions/ calls it.
   * @param isStamped whether documents and the answer hold placeholders of values/commit-ts.ts, to be replaced
   * @throws StorageError when the engine is read-only after a disk fault.
   */
  apply(
    writes: readonly DocumentWrite[],
    request?: SessionRequest,
    isStamped?: boolean,
  ): WriteSet;
  /** Resolves when the commit at `ts` and all before it are on disk; rejects with StorageError if the disk refused it (its effects are then withdrawn from the visible state). */
  whenDurable(ts: Timestamp): Promise<void>;
  /** Why writes are refused at present, null when they are not. Set by a disk fault, cleared when a write succeeds again. */
  readonly fault: StorageError | null;
  /** What was found damaged since the start. */
  readonly damage: Pick<DamageLog, "count" | "onFound">;
  /** The scan for damage in the background: the one that runs, and when the last one was through. */
  readonly lastScan: ScanState;
  /** Called when commits were withdrawn after a disk fault, with all they had touched, as a commit that undoes them. Returns the way to stop. */
  onWithdrawal(listener: (writeSet: WriteSet) => void): () => void;
  /** Called when tables came into being or got another content, with a commit of nothing else. Returns the way to stop. */
  onCatalogChange(listener: (writeSet: WriteSet) => void): () => void;
  /** The stored answer of a mutation, if this session already had it. Includes answers not yet durable. */
  answered(sessionId: string, requestId: number): AnsweredRequest | null;
  /** Creates missing tables and indexes, fills new indexes from existing documents, drops indexes not wanted. Waits for the disk. */
  changeCatalog(target: CatalogTarget): Promise<void>;
  /** Creates what is missing and drops nothing. An index whose name another one has is not found before `showCatalog`. */
  buildCatalog(target: CatalogTarget): Promise<void>;
  /** In this instant: of indexes of one name, those that the target lists are found, and the others not. */
  showCatalog(target: CatalogTarget): void;
  /** Ends the filling of indexes soon, and begins no other: for whoever is about to close. */
  stopBuilding(): void;
  /** Begins drafts of tables, to be filled while everything goes on. */
  draftTables(tables: readonly DraftedTable[]): Promise<TableDrafts>;
  /**
   * Makes drafts the content of their tables, or adds them to it. Nothing may be applied meanwhile: for transactions/ only.
   * @param after every table there is from then on, with its number
   * @throws UserError when a schema changed meanwhile; StorageError when the disk refuses; nothing changed then
   */
  switchTables(
    drafts: TableDrafts,
    after: readonly TableInfo[],
  ): Promise<WriteSet>;
  /** The newest state, once it is on disk, to be read as a whole. */
  readState(): Promise<StateReader>;
  /** Waits for queued commits, checkpoints and closes. */
  close(): Promise<void>;
}
