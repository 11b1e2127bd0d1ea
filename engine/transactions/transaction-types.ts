/**
 * What functions and reactivity may know of transactions.
 * A transaction reads the newest committed state and records what it read. It is valid when no later commit touched that before
 * it commits (mutations) or finishes (queries). Writes are buffered until commit.
 */
import type {
  JsonDocument,
  JsonObject,
  Key,
  Timestamp,
} from "../values/json.ts";
import type { TransactionLimits } from "../values/limits.ts";
import type {
  WriteSet,
  IndexInfo,
  KeyRange,
  Order,
  SessionRequest,
  TableInfo,
} from "../storage/storage-types.ts";

/**
 * Everything a transaction has read. Precise enough that only a commit that changes an answer overlaps it, or one of a document
 * with the same id in another component.
 */
export interface ReadSet {
  readonly ids: ReadonlySet<string>;
  /** Key intervals read, by index id; narrowed to the last row read where a limit stopped a scan. */
  readonly ranges: ReadonlyMap<number, readonly KeyRange[]>;
  /** Tables scanned in id order, by table number, as intervals of id strings. */
  readonly idRanges: ReadonlyMap<number, readonly KeyRange[]>;
  /** Requested tables that were missing: their keys (storage/catalog.ts), and numbers that ids show. */
  readonly missingTables: ReadonlySet<string | number>;
  /** Whether the commit touched anything in this set. */
  overlaps(commit: WriteSet): boolean;
}

/** The tables that code of the app, or of a component, may see: its own, and the common ones. */
export interface TableView {
  table(name: string): TableInfo | undefined;
  /** The table whose ids show a number; undefined for tables of others. */
  tableShowing(shown: number): TableInfo | undefined;
  /** @param table one of the view. */
  index(table: number, name: string): IndexInfo | undefined;
}

/** One function execution on the database. The default limits are the real backend's (engine-contract, "Limits"). */
export interface Transaction {
  readonly beginTs: Timestamp;
  readonly reads: ReadSet;
  /** True once something was written and not rolled back. */
  readonly hasWrites: boolean;
  /** Conflicting commits wait for it. */
  readonly hasPriority: boolean;
  /** Later writes may hold the placeholder of values/commit-ts.ts. Committing resolves it, in the answer too. */
  stamp(): void;
  /** The app's tables and indexes now. A missing table is recorded as read, like a missing document. */
  readonly catalog: TableView;
  /** The same for a component, by its path; "" is the app. */
  catalogOf(namespace: string): TableView;
  /** @throws UserError when a read limit is exceeded. */
  get(table: number, id: string): JsonDocument | null;
  /**
   * Documents of an index interval, own writes included. Lazy: each `next()` reads one document and extends the read set just
   * past its key; reaching the end extends it to the whole interval. Call `close` when done early.
   */
  scan(
    index: IndexInfo | { readonly table: number; readonly name: "by_id" },
    range: KeyRange,
    order: Order,
  ): DocumentScan;
  /**
   * Inserts and returns the document. `_id` and `_creationTime` come from the transaction, or from an import that keeps them.
   * @throws UserError when a limit is exceeded, or a given id exists.
   */
  insert(
    table: number,
    fields: JsonObject,
    given?: GivenIdentity,
  ): JsonDocument;
  /**
   * Replaces the whole document, except system fields. @throws UserError `Update on nonexistent document ID …` by the verb
   * given.
   */
  put(
    table: number,
    id: string,
    fields: JsonObject,
    verb: "Update" | "Replace",
  ): JsonDocument;
  /** @throws UserError `Delete on nonexistent document ID …` */
  remove(table: number, id: string): JsonDocument;
  /** What it may read, write and schedule in all. */
  readonly limits: TransactionLimits;
  /**
   * For nested calls: `rollback` drops writes since the savepoint, `release` keeps them. Reads always stay recorded.
   * @param limits apply until then
   */
  savepoint(limits?: TransactionLimits): Savepoint;
  /** Reads and writes so far, for getTransactionMetrics. */
  metrics(): TransactionMetrics;
}

/** Identity of a document from elsewhere: an id with the table's number, and its creation time in ms. */
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

/** A large or deep document that was written, with its size in bytes or depth in levels. */
export type Outsized = { readonly id: string; readonly amount: number };

export type TransactionMetrics = {
  /** The largest written document, if it is near the limit. */
  readonly largest: Outsized | null;
  readonly deepest: Outsized | null;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly databaseQueries: number;
  readonly documentsRead: number;
  readonly documentsWritten: number;
};

/** Receives each commit synchronously, in order, right after it becomes visible. */
export type CommitListener = (commit: WriteSet) => void;

export interface Database {
  readonly lastTs: Timestamp;
  /** Mutations that wait for their turn. */
  readonly waiting: number;
  /** Attempts since the start that became stale and were repeated. */
  readonly conflicts: number;
  /** Reads the newest state, in one go. */
  read<T>(use: (transaction: Transaction) => T): T;
  /** Begins a transaction by hand, to be committed or abandoned: until then each commit checks it. */
  begin(): Transaction;
  /** Ends a transaction from `begin` without committing it. */
  abandon(transaction: Transaction): void;
  /** False when a commit after `beginTs` touched the read set: discard the results and run the work again. */
  isValid(transaction: Transaction): boolean;
  /**
   * Validates, applies and announces. Returns the commit's timestamp, or null on conflict. Without writes it commits nothing,
   * not even the answer to a request, and returns the newest timestamp.
   */
  commit(transaction: Transaction, request?: SessionRequest): Timestamp | null;
  /**
   * Runs `attempt` with retries: up to 4 attempts in parallel with others. The fifth has priority and cannot conflict: commits
   * that would make it stale wait. An attempt that throws after its reads became stale is retried too.
   */
  runMutation<T>(
    attempt: (
      transaction: Transaction,
    ) => Promise<{ value: T; request?: SessionRequest }>,
  ): Promise<{ value: T; ts: Timestamp }>;
  /**
   * Runs a read until it is valid at one timestamp. Never waits for the disk. A read that a commit made stale runs again on the
   * state as of then, which further commits do not touch. So one that waits beside a busy table ends, too.
   * @param at a durable moment to read. If it can no longer be read, the newest state is read, at another timestamp.
   */
  runQuery<T>(
    read: (transaction: Transaction) => Promise<T>,
    at?: Timestamp,
  ): Promise<{ value: T; ts: Timestamp; reads: ReadSet }>;
  /** Keeps the present moment readable for about half a minute, or until too much has been written. */
  keepPresent(): Timestamp;
  /** Runs `work` between mutations with priority, so that a transaction that it begins and commits never conflicts. */
  atOnce<T>(work: () => T): Promise<T>;
  /** Runs `work` while no transaction commits; mutations wait for its end, queries do not. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Called for every commit. Returns the function that stops it. */
  onCommit(listener: CommitListener): () => void;
  whenDurable(ts: Timestamp): Promise<void>;
}
