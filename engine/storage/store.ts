/**
 * Opens a data folder and answers for its newest committed state. The parts are elsewhere: what is on disk (reader.ts),
 * what is on its way there (commit-queue.ts, writer.ts), how a folder is made ready (opening.ts).
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { JsonDocument, Timestamp } from "../values/json.ts";
import { idOfKey } from "../values/keys.ts";
import { CatalogState } from "./catalog.ts";
import { CatalogChanger } from "./catalog-changer.ts";
import type { CommitClock, WallClock } from "./clock.ts";
import { CommitQueue } from "./commit-queue.ts";
import { DocumentCache } from "./document-cache.ts";
import { changeOf, footprintOf } from "./footprint.ts";
import { answerKey, type Layer } from "./layer.ts";
import { layeredScan } from "./layered-scan.ts";
import { databaseFile } from "./layout.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { type Opened, openFolder } from "./opening.ts";
import { Reader } from "./reader.ts";
import { syncFolder } from "./folder-sync.ts";
import type { Connection } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";
import type {
  AnsweredRequest,
  CatalogTarget,
  CommitFootprint,
  DocumentWrite,
  IndexEntry,
  IndexInfo,
  KeyOverrides,
  KeyRange,
  Order,
  SessionRequest,
  Store,
  TableInfo,
} from "./types.ts";
import { WriterClient } from "./writer-client.ts";

export type StoreOptions = {
  /** Where the data is; made when missing. One process may have it open. */
  readonly folder: string;
  /** Milliseconds since the epoch; the wall clock unless a test passes its own. */
  readonly now?: WallClock;
  /** Characters of JSON whose decoded documents are kept in memory; 32 Mi by default, and at most twice that. */
  readonly cacheSize?: number;
  /** Pages in SQLite's log at which it is moved into the file; 4096 (16 MiB) by default. */
  readonly logPages?: number;
};

const CACHE_SIZE = 32 << 20;
const LOG_PAGES = 4096;

/**
 * Opens a data folder, making an empty database when there is none.
 * @throws StorageError in one line: `unsupported`, `locked`, `foreign`, `damaged` or `disk`.
 */
export function openStore(options: StoreOptions): Store {
  const { folder } = options;
  makeFolder(folder);
  const lock = lockFolder(folder);
  try {
    const logPages = options.logPages ?? LOG_PAGES;
    const opened = openFolder(folder, options.now ?? Date.now, logPages);
    return new SqliteStore(options, lock, opened);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined)
      syncFolder(path.dirname(path.resolve(folder)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      "disk",
      `The data folder ${folder} cannot be made: ${why}.`,
      error,
    );
  }
}

class SqliteStore implements Store {
  readonly catalog = new CatalogState();
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #connection: Connection;
  readonly #reader: Reader;
  readonly #cache: DocumentCache;
  readonly #clock: CommitClock;
  readonly #writer: WriterClient;
  readonly #queue: CommitQueue;
  readonly #changer: CatalogChanger;
  readonly #withdrawalListeners = new Set<(f: CommitFootprint) => void>();
  readonly #newTableListeners = new Set<(f: CommitFootprint) => void>();
  #closing: Promise<void> | undefined;

  constructor(
    options: StoreOptions,
    lock: FolderLock,
    { clock, connection }: Opened,
  ) {
    this.#folder = options.folder;
    this.#lock = lock;
    this.#clock = clock;
    this.#connection = connection;
    this.#reader = new Reader(connection);
    this.#cache = new DocumentCache(options.cacheSize ?? CACHE_SIZE);
    this.#writer = new WriterClient({
      file: databaseFile(this.#folder),
      logPages: options.logPages ?? LOG_PAGES,
    });
    this.#queue = new CommitQueue(this.#writer, this.#clock, {
      onDurable: (layer) => this.#remember(layer),
      onWithdrawn: (footprint) => {
        for (const listener of this.#withdrawalListeners) listener(footprint);
      },
    });
    this.#changer = new CatalogChanger(
      {
        state: this.catalog,
        writer: this.#writer,
        queue: this.#queue,
        lastTs: () => this.lastTs,
        onNewTables: (tables) => this.#announceTables(tables),
      },
      { tables: this.#reader.tables(), ...this.#reader.indexes() },
    );
    this.#changer.sweep();
  }

  get lastTs(): Timestamp {
    return this.#clock.last;
  }

  get durableTs(): Timestamp {
    return this.#queue.durableTs;
  }

  get fault(): StorageError | null {
    return this.#queue.fault;
  }

  get(table: number, id: string): JsonDocument | null {
    const { layers } = this.#queue;
    for (let i = layers.length - 1; i >= 0; i--) {
      const written = layers[i]?.documents.get(id);
      if (written) return written.document;
    }
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const stored = this.#reader.document(table, id);
    if (stored === null) return null;
    this.#cache.set(id, stored.document, stored.weight);
    return stored.document;
  }

  *scan(
    index: IndexInfo,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry> {
    const keys = layeredScan(
      {
        keys: (rest, direction, limit) =>
          this.#reader.keys(index.id, rest, direction, limit),
        layers: () => this.#over((layer) => layer.entries(index.id), own),
        epoch: () => this.#queue.epoch,
      },
      range,
      order,
    );
    for (const key of keys) yield { key, id: idOfKey(key) };
  }

  *scanIds(
    table: number,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry> {
    const ids = layeredScan(
      {
        keys: (rest, direction, limit) =>
          this.#reader.ids(table, rest, direction, limit),
        layers: () => this.#over((layer) => layer.ids(table), own),
        epoch: () => this.#queue.epoch,
      },
      range,
      order,
    );
    for (const id of ids) yield { key: id, id };
  }

  apply(
    writes: readonly DocumentWrite[],
    request?: SessionRequest,
  ): CommitFootprint {
    if (this.#closing) throw new StorageError("closed", "The store is closed.");
    if (this.#queue.fault) throw this.#queue.fault;
    const changes = writes.map((write) =>
      changeOf(write, this.catalog.maintainedIndexesOf(write.table)),
    );
    const ts = this.#clock.next(writes);
    this.#queue.add(ts, changes, request && { ...request, ts });
    return footprintOf(ts, changes);
  }

  whenDurable(ts: Timestamp): Promise<void> {
    return this.#queue.whenDurable(ts);
  }

  onWithdrawal(listener: (footprint: CommitFootprint) => void): () => void {
    this.#withdrawalListeners.add(listener);
    return () => this.#withdrawalListeners.delete(listener);
  }

  onNewTables(listener: (footprint: CommitFootprint) => void): () => void {
    this.#newTableListeners.add(listener);
    return () => this.#newTableListeners.delete(listener);
  }

  answered(sessionId: string, requestId: number): AnsweredRequest | null {
    const { layers } = this.#queue;
    const name = answerKey(sessionId, requestId);
    for (let i = layers.length - 1; i >= 0; i--) {
      const answer = layers[i]?.answers.get(name);
      if (answer) return answer;
    }
    return this.#reader.answer(sessionId, requestId);
  }

  changeCatalog(target: CatalogTarget): Promise<void> {
    return this.#changer.change(target);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const file = databaseFile(this.#folder);
    let isMoved = false;
    try {
      await this.#changer.settled();
      await this.#queue.close();
      await this.#writer.request({ kind: "close" });
      isMoved = true;
    } finally {
      this.#connection.close();
      if (isMoved)
        for (const suffix of ["-wal", "-shm"])
          rmSync(file + suffix, { force: true });
      this.#lock.release();
    }
  }

  /** That a table was missing is something that was read: its making is a commit like others, at a time of its own. */
  #announceTables(tables: readonly TableInfo[]): void {
    const ts = this.#clock.next([]);
    this.#queue.add(ts, [], undefined);
    const footprint = { ...footprintOf(ts, []), tables };
    for (const listener of this.#newTableListeners) listener(footprint);
  }

  /** States over the one on disk, the transaction's own on top. */
  #over(
    pick: (layer: Layer) => KeyOverrides | undefined,
    own: KeyOverrides | undefined,
  ): readonly (KeyOverrides | undefined)[] {
    const { layers } = this.#queue;
    if (layers.length === 0) return own ? [own] : NOTHING;
    return [...layers.map(pick), own];
  }

  /** What went to disk is what reads will want next. */
  #remember(layer: Layer): void {
    for (const [id, { document, weight }] of layer.documents) {
      if (document === null) this.#cache.delete(id);
      else this.#cache.set(id, document, weight);
    }
  }
}

const NOTHING: readonly undefined[] = [];
