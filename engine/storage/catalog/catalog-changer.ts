/**
 * Carries out catalog changes while commits continue. The plan is in catalog-plan.ts, the writing in catalog-writer.ts.
 *
 * Every commit maintains a new index from the moment the database knows it. Once all earlier commits are in the database, the
 * writer adds the entries of existing documents. Then the index becomes visible. If another index has its name, it stays hidden
 * and up to date until it is shown.
 */
import { setTimeout } from "node:timers/promises";
import { type CatalogState, tableKey } from "./catalog.ts";
import { hiddenIndexes, isListedIn, planCatalog } from "./catalog-plan.ts";
import type { StoredCatalog } from "../reading/reader.ts";
import type { Committer } from "../commits/committer.ts";
import type { CatalogRequest } from "../journal/follower.ts";
import { StorageError } from "../storage-error.ts";
import type {
  CatalogTarget,
  DraftedTable,
  TableInfo,
} from "../storage-types.ts";
import { WriterDrafts } from "./table-draft.ts";
import type { IndexRow, Switch } from "../writer/writer-messages.ts";
import type { WriterClient } from "../writer/writer-client.ts";

/** Pause between retries on a faulty disk, in ms. */
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
  /** Filled and maintained by every commit. */
  #ready: readonly IndexRow[];
  /** Ready indexes that lookups skip, because another index has their name. */
  #hidden: ReadonlySet<number> = new Set();
  /** Maintained but not yet filled. */
  #building: readonly IndexRow[] = [];
  /** Tables that the database has but lookups do not find yet. */
  #coming: readonly TableInfo[] = [];
  #nextIndexId: number;
  #isStopped = false;
  #isClosed = false;
  /** Dropped indexes that must not be swept yet: pending commits may still write entries to them. */
  readonly #spared = new Set<number>();
  /** Indexes that were never finished and are still on disk. */
  readonly #givenUp: Set<number>;
  /** Dropped indexes to sweep once the disk takes writes again. */
  readonly #unswept = new Set<number>();
  #isRetrying = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    parts: {
      readonly state: CatalogState;
      readonly writer: WriterClient;
      readonly committer: Committer;
      readonly lastTs: () => number;
      /** Called at the moment when tables become visible. */
      readonly onNewTables: (tables: readonly TableInfo[]) => void;
      /** Called after a change that later commits need; with null when documents came with it. */
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
   * Brings the catalog to a target.
   * @throws UserError for an impossible target; StorageError when the disk refuses or building was stopped. Nothing changed
   * then. Half-built indexes are dropped soon, or by the next start.
   */
  change(target: CatalogTarget): Promise<void> {
    return this.#inTurn(() => this.#change(target, true));
  }

  /** Creates what is missing and drops nothing; see `Store.buildCatalog`. @throws as `change` */
  build(target: CatalogTarget): Promise<void> {
    return this.#inTurn(() => this.#change(target, false));
  }

  /** From now on, lookups find the target's index among indexes of one name. */
  show(target: CatalogTarget): void {
    this.#hide(isListedIn(this.#state, target));
    this.#update();
  }

  /** Stops filling indexes soon, and begins no other long work. */
  stop(): void {
    this.#isStopped = true;
  }

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
   * @param after all tables after the switch
   * @param write writes the switch to disk and returns the function that lets readers see it
   * @throws UserError when it is impossible; StorageError when the disk refuses; nothing changed then
   */
  switchTo(
    drafts: WriterDrafts,
    after: readonly TableInfo[],
    write: (request: Omit<Switch, "kind" | "ts">) => Promise<() => void>,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const drafted = drafts.plan(this.#ready, after);
      // Hidden indexes, left by a failed push, would miss what is added to their tables.
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

  /** Waits for changes in progress. The next start removes what is left over. */
  async settled(): Promise<void> {
    this.#isStopped = true;
    this.#isClosed = true;
    await this.#turn;
  }

  /**
   * Deletes what dropped indexes left, in the background. Retries when the disk refuses.
   * @param dropped indexes that no commit writes to from now on
   */
  sweep(dropped: readonly number[] = []): void {
    this.#sweep(dropped).catch(async (error: unknown) => {
      // Damage is left to the next start.
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
    // Earlier commits may still write entries of a dropped or unfinished index.
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
    // A running sweep meets them as soon as the database marks them as dropped.
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

  #arrive(): void {
    this.#tables = [...this.#tables, ...this.#coming];
    this.#coming = [];
    this.#building = [];
    this.#update();
  }

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
    // Not earlier: commits are durable in the journal first, and no start may find entries of an unknown index.
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
