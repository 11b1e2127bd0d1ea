/**
 * Carries out changes of the catalog while commits go on. Decides nothing (catalog-plan.ts) and writes nothing itself
 * (catalog-writer.ts).
 *
 * An index being built is maintained by every commit from the moment the database knows it; once all earlier commits are in the
 * database, the writer adds the entries of the documents that are there. When it is filled it becomes visible, or, where
 * another one has its name, is kept up to date beside that one until it is shown.
 */
import { setTimeout } from "node:timers/promises";
import { type CatalogState, tableKey } from "./catalog.ts";
import { hiddenIndexes, isListedIn, planCatalog } from "./catalog-plan.ts";
import type { StoredCatalog } from "./reader.ts";
import type { Committer } from "./committer.ts";
import type { CatalogRequest } from "./journal/follower.ts";
import { StorageError } from "./storage-error.ts";
import type {
  CatalogTarget,
  DraftedTable,
  TableInfo,
} from "./storage-types.ts";
import { WriterDrafts } from "./table-draft.ts";
import type { IndexRow, Switch } from "./writer-messages.ts";
import type { WriterClient } from "./writer-client.ts";

/** Pause between trials of a faulty disk, in ms. */
const RETRY = 500;

export class CatalogChanger {
  readonly #state: CatalogState;
  readonly #writer: WriterClient;
  readonly #committer: Committer;
  readonly #lastTs: () => number;
  readonly #onNewTables: (tables: readonly TableInfo[]) => void;
  readonly #onChanged: (request: CatalogRequest | null) => void;
  readonly #isUsed: (number: number) => boolean;
  #tables: readonly TableInfo[];
  /** Filled and kept up to date. */
  #ready: readonly IndexRow[];
  /** Those of them that are not found, because another one has their name. */
  #hidden: ReadonlySet<number> = new Set();
  /** Kept up to date and not yet filled. */
  #building: readonly IndexRow[] = [];
  /** Tables that the database has and nobody finds yet: their first change is under way. */
  #coming: readonly TableInfo[] = [];
  #nextIndexId: number;
  #isStopped = false;
  #isClosed = false;
  /** Dropped, and not to be swept: commits that are not in the database yet may have entries of them. */
  readonly #spared = new Set<number>();
  /** Never became whole, and on disk still. */
  readonly #givenUp: Set<number>;
  /** Dropped, and to be swept when the disk takes writes again. */
  readonly #unswept = new Set<number>();
  #isRetrying = false;
  /** Changes are carried out one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    parts: {
      readonly state: CatalogState;
      readonly writer: WriterClient;
      readonly committer: Committer;
      readonly lastTs: () => number;
      /** Called in the instant in which tables become visible. */
      readonly onNewTables: (tables: readonly TableInfo[]) => void;
      /** Called when the database has a change that later commits need; with null when documents came with it. */
      readonly onChanged: (request: CatalogRequest | null) => void;
      /** Whether documents lie under a number. */
      readonly isUsed: (number: number) => boolean;
    },
    stored: StoredCatalog,
  ) {
    this.#state = parts.state;
    this.#writer = parts.writer;
    this.#committer = parts.committer;
    this.#lastTs = parts.lastTs;
    this.#onNewTables = parts.onNewTables;
    this.#onChanged = parts.onChanged;
    this.#isUsed = parts.isUsed;
    this.#tables = stored.tables;
    this.#ready = stored.ready;
    this.#givenUp = new Set(stored.unfinished);
    this.#nextIndexId = stored.highestId + 1;
    this.#hide(() => false);
    this.#set();
  }

  /**
   * Makes a target true.
   * @throws UserError for an impossible target; StorageError when the disk refuses or building was stopped. Nothing changed
   * then; what is half built is dropped when the disk takes that, or by the next start.
   */
  change(target: CatalogTarget): Promise<void> {
    return this.#inTurn(() => this.#change(target, true));
  }

  /** Creates what is missing and drops nothing: `Store.buildCatalog`. @throws as `change` */
  build(target: CatalogTarget): Promise<void> {
    return this.#inTurn(() => this.#change(target, false));
  }

  /** Of indexes of one name, those of the target are found from here on. */
  show(target: CatalogTarget): void {
    this.#hide(isListedIn(this.#state, target));
    this.#update();
  }

  /** What is being filled is given up soon, and nothing else that takes long is begun. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Begins drafts of tables: table-draft.ts. */
  async draft(tables: readonly DraftedTable[]): Promise<WriterDrafts> {
    const drafts = new WriterDrafts(
      this.#writer,
      this.#state,
      tables,
      () => this.#nextIndexId++,
      (indexes) => this.#giveUp(indexes),
    );
    await drafts.open();
    this.#onChanged(null);
    return drafts;
  }

  /**
   * Makes drafts the content of their tables.
   * @param after every table there is from then on
   * @param write does it on disk and gives the way to let readers see it, which is called in the instant of the switch
   * @throws UserError when it cannot be; StorageError when the disk refuses; nothing changed then
   */
  switchTo(
    drafts: WriterDrafts,
    after: readonly TableInfo[],
    write: (request: Omit<Switch, "kind" | "ts">) => Promise<() => void>,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const drafted = drafts.plan(this.#ready, after);
      // Left of a push that failed: the hidden ones would not have what is added to their tables.
      const dropped = [...drafted.dropped, ...this.#hidden];
      const plan = { ...drafted, dropped };
      const ready = drafts.readyAfter(this.#ready, plan);
      const isSame = (a: TableInfo) => (b: TableInfo) =>
        a.number === b.number && tableKey(a) === tableKey(b);
      const added = after
        .filter((table) => !this.#tables.some(isSame(table)))
        .map((table) => ({ number: table.number, key: tableKey(table) }));
      const removed = this.#tables
        .filter((table) => !after.some(isSame(table)))
        .map(({ number }) => number);
      const show = await write({ ...plan, added, removed });
      drafts.settle();
      show();
      this.#onChanged(null);
      this.#tables = after;
      this.#ready = ready;
      this.#hidden = new Set();
      this.#state.set(after, ready, []);
      this.sweep();
    });
  }

  /** Waits for changes under way. What is left to be removed is left for the next start. */
  async settled(): Promise<void> {
    this.#isStopped = true;
    this.#isClosed = true;
    await this.#turn;
  }

  /**
   * Deletes what dropped indexes left, in the background; what the disk refuses is tried again.
   * @param dropped indexes that no commit from now on writes to
   */
  sweep(dropped: readonly number[] = []): void {
    this.#sweep(dropped).catch(async (error: unknown) => {
      // What is damaged is left to the next start.
      if (!(error instanceof StorageError) || error.fault !== "disk") return;
      for (const id of dropped) this.#unswept.add(id);
      if (this.#isRetrying) return;
      this.#isRetrying = true;
      await setTimeout(RETRY, undefined, { ref: false });
      this.#isRetrying = false;
      const again = [...this.#unswept];
      this.#unswept.clear();
      if (!this.#isStopped) this.sweep(again);
    });
  }

  async #sweep(dropped: readonly number[]): Promise<void> {
    // Commits from before may still write entries of an index that is dropped or given up.
    const givenUp = [...this.#givenUp];
    await this.#committer.whenWritten(this.#lastTs());
    for (const id of dropped) this.#spared.delete(id);
    await this.#dropGivenUp(givenUp);
    const next = () =>
      this.#writer.request({ kind: "sweep", spared: [...this.#spared] });
    while ((await next()) !== 0);
  }

  #giveUp(indexes: readonly number[]): void {
    if (indexes.length === 0) return;
    for (const id of indexes) this.#givenUp.add(id);
    this.sweep();
  }

  async #dropGivenUp(dropped: readonly number[]): Promise<void> {
    if (dropped.length === 0) return;
    await this.#writer.request({ kind: "publish", ready: [], dropped });
    this.#onChanged(null);
    for (const id of dropped) this.#givenUp.delete(id);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #change(target: CatalogTarget, isWhole: boolean): Promise<void> {
    if (this.#isClosed)
      throw new StorageError("closed", "The database is closed.");
    const plan = planCatalog(
      this.#state,
      target,
      this.#nextIndexId,
      this.#isUsed,
    );
    const { tables, created } = plan;
    const givenUp = target.isPart === true ? [] : this.#givenUp;
    const dropped = isWhole
      ? [...plan.dropped.map(({ id }) => id), ...givenUp]
      : [];
    if (tables.length + created.length + dropped.length === 0) return;
    this.#nextIndexId += created.length;
    // A sweep may be under way, and meets them as soon as the database knows that they are dropped.
    for (const id of dropped) this.#spared.add(id);
    try {
      await this.#carryOut(tables, created, dropped);
    } catch (error) {
      for (const id of dropped) this.#spared.delete(id);
      this.#arrive();
      this.#giveUp(created.map(({ id }) => id));
      throw error;
    }
    const isDropped = new Set(dropped);
    for (const id of dropped) this.#givenUp.delete(id);
    this.#ready = [
      ...this.#ready.filter(({ id }) => !isDropped.has(id)),
      ...created,
    ];
    this.#hide(isWhole ? isListedIn(this.#state, target) : () => false);
    this.#arrive();
    this.sweep(dropped);
  }

  #hide(isListed: (index: IndexRow) => boolean): void {
    this.#hidden = hiddenIndexes(this.#ready, this.#hidden, isListed);
  }

  /** A change is over. Its tables stay, whatever became of their indexes. */
  #arrive(): void {
    this.#tables = [...this.#tables, ...this.#coming];
    this.#coming = [];
    this.#building = [];
    this.#update();
  }

  /** Lets everybody see what there is. */
  #update(): void {
    const fresh = this.#tables.filter(
      ({ name, namespace }) => !this.#state.table(name, namespace),
    );
    this.#set();
    if (fresh.length > 0) this.#onNewTables(fresh);
  }

  #set(): void {
    const isHidden = ({ id }: IndexRow) => this.#hidden.has(id);
    this.#state.set(
      this.#tables,
      this.#ready.filter((index) => !isHidden(index)),
      [...this.#ready.filter(isHidden), ...this.#building],
    );
  }

  async #carryOut(
    tables: readonly TableInfo[],
    created: readonly IndexRow[],
    dropped: readonly number[],
  ): Promise<void> {
    const prepare: CatalogRequest = {
      kind: "prepare",
      tables: tables.map((table) => ({
        number: table.number,
        key: tableKey(table),
      })),
      indexes: created,
    };
    await this.#writer.request(prepare);
    this.#coming = tables;
    this.#onChanged(prepare);
    // Not before: commits are durable in the journal first, and no start may find entries of an index that nobody knows.
    this.#building = created;
    this.#update();
    await this.#committer.whenWritten(this.#lastTs());
    for (const index of created) await this.#fill(index);
    const publish: CatalogRequest = {
      kind: "publish",
      ready: created.map(({ id }) => id),
      dropped,
    };
    await this.#writer.request(publish);
    this.#onChanged(publish);
  }

  /** @throws StorageError `closed` when building is stopped before the end */
  async #fill(index: IndexRow): Promise<void> {
    for (let after: unknown = ""; typeof after === "string";) {
      if (after !== "" && this.#isStopped)
        throw new StorageError("closed", "The engine is stopping.");
      after = await this.#writer.request({ kind: "backfill", index, after });
    }
  }
}
