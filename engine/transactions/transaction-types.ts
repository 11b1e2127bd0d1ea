/**
 * What functions and reactivity may know of transactions. Holds types only.
 * A transaction reads the newest committed state and records what it read; it is valid when no later commit
 * touched what it read before it commits (mutations) or finishes (queries). Writes are buffered until commit.
 */
import type {
  JsonDocument,
  JsonObject,
  Key,
  Timestamp,
} from "../values/json.ts";
import type {
  WriteSet,
  IndexInfo,
  KeyRange,
  Order,
  SessionRequest,
  TableInfo,
} from "../storage/storage-types.ts";

/**
 * Everything a transaction has read, precise enough that only a commit that changes an answer hits it, or one of a document
 * with the same id in another component.
 */
export interface ReadSet {
  /** Documents read by id. */
  readonly ids: ReadonlySet<string>;
  /** Key intervals consumed, by index id; narrowed to the last row read where a limit stopped a scan. */
  readonly ranges: ReadonlyMap<number, readonly KeyRange[]>;
  /** Tables scanned in id order, by table number, as intervals of id strings. */
  readonly idRanges: ReadonlyMap<number, readonly KeyRange[]>;
  /** Keys of tables (storage/catalog.ts), and numbers that ids show, that were asked for and not there. */
  readonly missingTables: ReadonlySet<string | number>;
  /** True if the commit touched anything in this set. */
  overlaps(commit: WriteSet): boolean;
}

/** What code of the app, or of a component, may know of tables: its own, and those that all have in common. */
export interface TableView {
  table(name: string): TableInfo | undefined;
  /** The table whose ids show a number; undefined for a table of others. */
  tableShowing(shown: number): TableInfo | undefined;
  /** @param table one of the view. */
  index(table: number, name: string): IndexInfo | undefined;
}

/** Limits of one function execution; the defaults are the real backend's (engine-contract, "Limits"). */
export interface Transaction {
  readonly beginTs: Timestamp;
  readonly reads: ReadSet;
  /** True once something was written and not rolled back. */
  readonly hasWrites: boolean;
  /** What is written from now on may hold the placeholder of values/commit-ts.ts; committing resolves it, in the answer too. */
  stamp(): void;
  /** The app's tables and indexes as they are now. That a table is missing is something read, like that a document is. */
  readonly catalog: TableView;
  /** Those of a component, by its path; "" is the app. */
  catalogOf(namespace: string): TableView;
  /** @throws UserError when a limit of reads is passed. */
  get(table: number, id: string): JsonDocument | null;
  /**
   * Documents of an index interval, own writes included. Lazily: each `next()` reads one document and extends the
   * read set just past its key; exhausting it extends the read set to the whole interval. Call `close` when done early.
   */
  scan(
    index: IndexInfo | { readonly table: number; readonly name: "by_id" },
    range: KeyRange,
    order: Order,
  ): DocumentScan;
  /**
   * Inserts and returns the document; `_id` and `_creationTime` are given by the transaction, or by an import that keeps them.
   * @throws UserError when a limit is passed, or a given id exists.
   */
  insert(
    table: number,
    fields: JsonObject,
    given?: GivenIdentity,
  ): JsonDocument;
  /** Replaces the whole document (system fields kept). @throws UserError `Update on nonexistent document ID …` by the verb given. */
  put(
    table: number,
    id: string,
    fields: JsonObject,
    verb: "Update" | "Replace",
  ): JsonDocument;
  /** @throws UserError `Delete on nonexistent document ID …` */
  remove(table: number, id: string): JsonDocument;
  /** Nested calls: writes since the savepoint are dropped by `rollback`, kept by `release`. Reads always stay recorded. */
  savepoint(): Savepoint;
  /** What is read and written so far, for getTransactionMetrics. */
  metrics(): TransactionMetrics;
}

/** Identity of a document that existed elsewhere: an id of the table's own number, and its creation time in ms. */
export type GivenIdentity = {
  readonly id: string;
  readonly creationTime: number;
};

export interface Savepoint {
  release(): void;
  rollback(): void;
}

export interface DocumentScan {
  /** Next document with its index key, or null at the end. */
  next(): { readonly document: JsonDocument; readonly key: Key } | null;
  close(): void;
}

/** A written document that is large or deep, and how large in bytes or how deep in levels. */
export type Outsized = { readonly id: string; readonly amount: number };

export type TransactionMetrics = {
  /** The largest document that was written, where it is near the limit. */
  readonly largest: Outsized | null;
  readonly deepest: Outsized | null;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly databaseQueries: number;
  readonly documentsRead: number;
  readonly documentsWritten: number;
};

/** A commit as the rest of the engine hears of it, synchronously, in order, right after it became visible. */
export type CommitListener = (commit: WriteSet) => void;

export interface Database {
  readonly lastTs: Timestamp;
  /** Mutations that wait for their turn. */
  readonly waiting: number;
  /** Attempts since the start that found themselves stale and were made again. */
  readonly conflicts: number;
  /** To read or write by hand. Whoever does so often says when it is over: until then each commit looks at it. */
  begin(): Transaction;
  /** Ends a transaction begun by hand, without committing it. */
  abandon(transaction: Transaction): void;
  /** False when a commit after `beginTs` touched the read set: results must be thrown away and the work run again. */
  isValid(transaction: Transaction): boolean;
  /**
   * Validates, applies and announces. Returns the commit's timestamp, or null on conflict. A transaction without writes
   * commits nothing, not even the answer to a request, and returns the newest timestamp.
   */
  commit(transaction: Transaction, request?: SessionRequest): Timestamp | null;
  /**
   * Runs `attempt` with optimistic retries: up to 4 attempts in parallel with others, the fifth alone (all other commits
   * wait), so that it cannot conflict. An attempt that throws after its reads became stale is retried too.
   */
  runMutation<T>(
    attempt: (
      transaction: Transaction,
    ) => Promise<{ value: T; request?: SessionRequest }>,
  ): Promise<{ value: T; ts: Timestamp }>;
  /**
   * Runs a read until it is valid at one timestamp, which it returns with the reads. Never waits for the disk.
   * @param at a moment to read, which is durable; where it cannot be read any more the newest state is read instead, at a
   *   timestamp of its own.
   */
  runQuery<T>(
    read: (transaction: Transaction) => Promise<T>,
    at?: Timestamp,
  ): Promise<{ value: T; ts: Timestamp; reads: ReadSet }>;
  /** The present moment, which can be read for about half a minute from now on: until so much is written that it cannot. */
  keepPresent(): Timestamp;
  /** Runs `work` between mutations that have priority: a transaction that it begins and commits is committed. */
  atOnce<T>(work: () => T): Promise<T>;
  /** Runs `work` while no transaction commits; mutations wait for its end, queries do not. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Called for every commit. Returns the way to stop. */
  onCommit(listener: CommitListener): () => void;
  whenDurable(ts: Timestamp): Promise<void>;
}
