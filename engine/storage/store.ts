/**
 * Opens a data folder and serves its newest committed state. Reading is in reader.ts, writing in committer.ts and writer.ts,
 * opening in opening.ts.
 */
import { textWithCommitTs, withCommitTs } from "../values/commit-ts.ts";
import { documentKey } from "../values/ids.ts";
import type { JsonDocument, Timestamp } from "../values/json.ts";
import { idOfKey, keyOfDocument } from "../values/keys.ts";
import { CatalogState, tableKey } from "./catalog/catalog.ts";
import { CatalogChanger } from "./catalog/catalog-changer.ts";
import type { CommitClock, WallClock } from "./commits/commit-clock.ts";
import { Committer } from "./commits/committer.ts";
import { DamageLog } from "./damage.ts";
import { DocumentCache } from "./reading/document-cache.ts";
import { changeOf, writeSetOf } from "./commits/write-set.ts";
import { answerKey, type PendingWrites } from "./commits/pending-writes.ts";
import { mergedScan } from "./reading/merged-scan.ts";
import { databaseFile } from "./opening/layout.ts";
import type { Follower } from "./journal/follower.ts";
import type { Journal, Position } from "./journal/journal.ts";
import { type FolderLock, lockFolder } from "./opening/lock.ts";
import { type Opened, openFolder } from "./opening/opening.ts";
import type { Reader } from "./reading/reader.ts";
import {
  SCAN_PLAN,
  Scanner,
  type ScanPlan,
  type ScanState,
} from "./scan/scanner.ts";
import { SessionHeights } from "./commits/session-heights.ts";
import { removeLog, type Connection } from "./database/sqlite.ts";
import { ensureFolder } from "./opening/store-folder.ts";
import { openStateReader } from "./reading/state-reader.ts";
import { StorageError } from "./storage-error.ts";
import type {
  AnsweredRequest,
  CatalogTarget,
  WriteSet,
  DocumentWrite,
  DraftedTable,
  IndexEntry,
  IndexInfo,
  KeyOverrides,
  KeyRange,
  Order,
  SessionRequest,
  StateReader,
  Store,
  TableDrafts,
  TableInfo,
} from "./storage-types.ts";
import { WriterDrafts } from "./catalog/table-draft.ts";
import { WriterClient } from "./writer/writer-client.ts";

export type StoreOptions = {
  /** Data folder; created when missing. One process may have it open. */
  readonly folder: string;
  /** Milliseconds since the epoch; the wall clock unless a test passes its own. */
  readonly now?: WallClock;
  /** Characters of JSON whose decoded documents are cached; 32 Mi by default, at most twice that. */
  readonly cacheSize?: number;
  /** Pages in SQLite's log that trigger a checkpoint; 4096 (16 MiB) by default. */
  readonly logPages?: number;
  /** Commits kept in memory before they are moved into the database; 1,024 by default. */
  readonly keptCommits?: number;
  /** Bytes of a journal file; 8 MiB by default. */
  readonly journalSize?: number;
  /** Whether the folder is a copy, from a backup. It then begins a new history, which no other journal fits. */
  readonly isCopy?: boolean;
  /**
   * Called when an fsync has failed, so that the content of the disk is unknown. The process must end; the next start reads
   * what is there. By default the error is thrown and not caught.
   */
  readonly onUnknown?: (fault: StorageError) => void;
  /** Receives lines about a wait for a copy, and the progress of a format upgrade. */
  readonly tell?: (line: string) => void;
  /** Receives each record of the journal once it is on disk, beginning with those that an earlier process left. */
  readonly follow?: Follower;
  /** When the database is scanned for damage; SCAN_PLAN by default. */
  readonly scan?: ScanPlan;
};

function fail(fault: StorageError): void {
  setImmediate(() => {
    throw fault;
  });
}

const CACHE_SIZE = 32 << 20;
/** Delay of the first sweep, in ms: starting the thread would delay the first answers. */
const FIRST_SWEEP = 500;
const LOG_PAGES = 4096;

/**
 * Opens a data folder; creates an empty database when there is none.
 * @throws StorageError in one line: `unsupported`, `locked`, `foreign`, `newer`, `damaged` or `disk`.
 */
export function openStore(options: StoreOptions): Store {
  const { folder } = options;
  ensureFolder(folder);
  const tell = options.tell ?? (() => undefined);
  const lock = lockFolder(folder, tell);
  try {
    const opened = openFolder(folder, {
      now: options.now ?? Date.now,
      logPages: options.logPages ?? LOG_PAGES,
      journalSize: options.journalSize,
      follow: options.follow,
      isCopy: options.isCopy ?? false,
      tell,
    });
    return new SqliteStore(options, lock, opened);
  } catch (error) {
    lock.release();
    throw error;
  }
}

class SqliteStore implements Store {
  readonly catalog = new CatalogState();
  readonly damage = new DamageLog((number) => {
    const table = this.catalog.tableByNumber(number);
    return table && tableKey(table);
  });
  readonly found: Store["found"];
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #connection: Connection;
  readonly #journal: Journal;
  readonly #reader: Reader;
  readonly #cache: DocumentCache;
  readonly #heights = new SessionHeights();
  readonly #clock: CommitClock;
  readonly #writer: WriterClient;
  readonly #committer: Committer;
  readonly #changer: CatalogChanger;
  readonly #scanner: Scanner;
  readonly #firstSweep: NodeJS.Timeout;
  readonly #withdrawalListeners = new Set<(f: WriteSet) => void>();
  readonly #catalogListeners = new Set<(f: WriteSet) => void>();
  #closing: Promise<void> | undefined;

  constructor(
    options: StoreOptions,
    lock: FolderLock,
    { clock, connection, reader, stored, journal, found, lost, held }: Opened,
  ) {
    this.found = { position: found, ts: clock.found, lost };
    this.#folder = options.folder;
    this.#lock = lock;
    this.#clock = clock;
    this.#connection = connection;
    this.#journal = journal;
    this.#reader = reader;
    this.#cache = new DocumentCache(options.cacheSize ?? CACHE_SIZE);
    const { keptCommits, logPages = LOG_PAGES, onUnknown = fail } = options;
    const file = databaseFile(this.#folder);
    this.#writer = new WriterClient({ file, logPages }, onUnknown);
    const parts = { journal, writer: this.#writer, clock, keptCommits, held };
    this.#committer = new Committer(parts, {
      onWritten: (batch) => this.#remember(batch),
      onWithdrawn: (writeSet) => {
        for (const listener of this.#withdrawalListeners) listener(writeSet);
      },
      onUnknown,
    });
    this.#changer = new CatalogChanger(
      {
        state: this.catalog,
        writer: this.#writer,
        committer: this.#committer,
        lastTs: () => this.lastTs,
        onNewTables: (tables) => this.#announce({ tables }),
        onChanged: (request) => journal.catalogChanged(request),
        isUsed: (number) =>
          this.damage.reading({ table: number }, () => reader.isUsed(number)),
      },
      stored,
    );
    const sweep = () => this.#changer.sweep();
    this.#firstSweep = setTimeout(sweep, FIRST_SWEEP).unref();
    this.#scanner = new Scanner(file, options.scan ?? SCAN_PLAN, (damage) =>
      this.damage.add(damage),
    );
  }

  get lastTs(): Timestamp {
    return this.#clock.last;
  }

  get durableTs(): Timestamp {
    return this.#committer.durableTs;
  }

  get position(): Position {
    return this.#journal.position;
  }

  get unwritten(): number {
    return this.#committer.unwritten;
  }

  get lastScan(): ScanState {
    return this.#scanner.state;
  }

  get fault(): StorageError | null {
    return this.#committer.fault;
  }

  get(table: number, id: string): JsonDocument | null {
    const key = documentKey(table, id);
    const written = this.#committer.youngest(({ documents }) =>
      documents.get(key),
    );
    if (written) return written.document;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const stored = this.damage.reading({ table, id }, () =>
      this.#reader.document(table, id, this.catalog.placeOf(table)),
    );
    if (stored === null) return null;
    this.#cache.set(key, stored.document, stored.weight);
    return stored.document;
  }

  documentAt(
    table: number,
    index: IndexInfo | null,
    { key, id }: IndexEntry,
  ): JsonDocument {
    const document = this.get(table, id);
    const isInPlace =
      index === null ||
      (document !== null && keyOfDocument(index.fields, document) === key);
    if (document !== null && isInPlace) return document;
    const name = index?.name ?? "by_id";
    if (index !== null && !this.catalog.isMaintained(index))
      throw new StorageError("closed", `Index ${name} was dropped meanwhile.`);
    throw this.damage.add({
      ...{ table, index: name, id },
      why:
        document === null
          ? "an entry leads to a document that is not there"
          : "an entry is in a wrong place",
    });
  }

  *scan(
    index: IndexInfo,
    range: KeyRange,
    order: Order,
    own?: KeyOverrides,
  ): IterableIterator<IndexEntry> {
    const keys = mergedScan(
      {
        keys: (rest, direction, limit) =>
          this.damage.reading({ table: index.table, index: index.name }, () =>
            this.#reader.keys(index.id, rest, direction, limit),
          ),
        overlays: () => this.#overlays((batch) => batch.entries(index.id), own),
        epoch: () => this.#committer.epoch,
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
    const ids = mergedScan(
      {
        keys: (rest, direction, limit) =>
          this.damage.reading({ table, index: "by_id" }, () =>
            this.#reader.ids(
              this.catalog.placeOf(table),
              rest,
              direction,
              limit,
            ),
          ),
        overlays: () => this.#overlays((batch) => batch.ids(table), own),
        epoch: () => this.#committer.epoch,
      },
      range,
      order,
    );
    for (const id of ids) yield { key: id, id };
  }

  apply(
    given: readonly DocumentWrite[],
    request?: SessionRequest,
    isStamped = false,
  ): WriteSet {
    if (this.#closing) throw new StorageError("closed", "The store is closed.");
    if (this.#committer.fault) throw this.#committer.fault;
    const ts = this.#clock.next(given);
    const writes = isStamped ? given.map((one) => stamped(one, ts)) : given;
    const changes = writes.map((write) =>
      changeOf(write, this.catalog.maintainedIndexesOf(write.table)),
    );
    this.#committer.add(ts, changes, request && answerOf(request, ts));
    if (request) this.#heights.raise(request.sessionId, request.requestId);
    return writeSetOf(ts, changes);
  }

  whenDurable(ts: Timestamp): Promise<void> {
    return this.#committer.whenDurable(ts);
  }

  onWithdrawal(listener: (writeSet: WriteSet) => void): () => void {
    this.#withdrawalListeners.add(listener);
    return () => this.#withdrawalListeners.delete(listener);
  }

  onCatalogChange(listener: (writeSet: WriteSet) => void): () => void {
    this.#catalogListeners.add(listener);
    return () => this.#catalogListeners.delete(listener);
  }

  answered(sessionId: string, requestId: number): AnsweredRequest | null {
    const find = () => this.#highestAnswered(sessionId);
    if (requestId > this.#heights.of(sessionId, find)) return null;
    const name = answerKey(sessionId, requestId);
    const pending = this.#committer.youngest(({ answers }) =>
      answers.get(name),
    );
    if (pending) return pending;
    return this.damage.reading({}, () =>
      this.#reader.answer(sessionId, requestId),
    );
  }

  #highestAnswered(sessionId: string): number {
    const pending = this.#committer.all(({ heights }) =>
      heights.get(sessionId),
    );
    const stored = this.damage.reading({}, () =>
      this.#reader.highestAnswered(sessionId),
    );
    return Math.max(stored, ...pending);
  }

  changeCatalog(target: CatalogTarget): Promise<void> {
    return this.#changer.change(target);
  }

  buildCatalog(target: CatalogTarget): Promise<void> {
    return this.#changer.build(target);
  }

  showCatalog(target: CatalogTarget): void {
    this.#changer.show(target);
  }

  stopBuilding(): void {
    this.#changer.stop();
  }

  draftTables(tables: readonly DraftedTable[]): Promise<TableDrafts> {
    return this.#changer.draft(tables);
  }

  async switchTables(
    drafts: TableDrafts,
    after: readonly TableInfo[],
  ): Promise<WriteSet> {
    // Guard untested: a process has one store; the check is for the type.
    if (!(drafts instanceof WriterDrafts))
      throw new Error("The drafts belong to another store");
    await this.#changer.switchTo(drafts, after, async (request) => {
      // A separate commit: a copy of the database with the switch is newer than everything before it.
      await this.#committer.whenWritten(this.#announce({}).ts);
      // Readers must not see on disk what the catalog does not know yet.
      this.#reader.pin();
      const ts = this.lastTs;
      try {
        await this.#writer.request({ kind: "switch", ts, ...request });
      } catch (error) {
        this.#reader.release();
        throw error;
      }
      return () => {
        this.#reader.release();
        this.#cache.clear();
      };
    });
    return this.#announce({ all: true });
  }

  async readState(): Promise<StateReader> {
    await this.#committer.whenWritten(this.lastTs);
    return openStateReader(databaseFile(this.#folder));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const file = databaseFile(this.#folder);
    let isWhole = false;
    let isMoved = false;
    clearTimeout(this.#firstSweep);
    try {
      this.#changer.stop();
      await this.#scanner.stop();
      await this.#changer.settled();
      isWhole = await this.#committer.close();
      const closed = await this.#writer.request({ kind: "close", isWhole });
      isMoved = closed === 1;
      // Not when the thread has died: this connection holds the log in place, which SQLite would checkpoint without the seal.
      this.#connection.close();
      if (isMoved) removeLog(file);
    } catch (error) {
      // What the disk refuses now is in the journal or SQLite's log, where the next start finds it.
      if (!(error instanceof StorageError)) throw error;
    } finally {
      // Last: a log without a journal beside it means that the journal was taken away.
      this.#journal.close(isMoved && isWhole);
      this.#lock.release();
    }
  }

  /** Commits a catalog change that readers must learn of, at a new timestamp. */
  #announce(change: Pick<WriteSet, "tables" | "all">): WriteSet {
    const ts = this.#clock.next([]);
    this.#committer.add(ts, [], undefined);
    const writeSet = { ...writeSetOf(ts, []), ...change };
    for (const listener of this.#catalogListeners) listener(writeSet);
    return writeSet;
  }

  /** Layers over the state on disk, the transaction's own last. */
  #overlays(
    pick: (batch: PendingWrites) => KeyOverrides | undefined,
    own: KeyOverrides | undefined,
  ): readonly KeyOverrides[] {
    const overlays = this.#committer.all(pick);
    if (own) overlays.push(own);
    return overlays;
  }

  /** Caches what went to the database, because reads will want it next. */
  #remember(batch: PendingWrites): void {
    for (const [key, { document, body }] of batch.documents) {
      if (document === null || body === null) this.#cache.delete(key);
      else this.#cache.set(key, document, body.length);
    }
  }
}

function stamped(write: DocumentWrite, ts: Timestamp): DocumentWrite {
  const { after } = write;
  return after === null ? write : { ...write, after: withCommitTs(after, ts) };
}

function answerOf(request: SessionRequest, ts: Timestamp): AnsweredRequest {
  return { ...request, result: textWithCommitTs(request.result, ts), ts };
}
