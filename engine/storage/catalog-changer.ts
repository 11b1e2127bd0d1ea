/**
 * Carries out changes of the catalog while commits go on. Decides nothing (catalog-plan.ts) and writes nothing itself
 * (catalog-writer.ts).
 *
 * An index being built is maintained by every commit from the moment the database knows it; once all earlier commits are in the
 * database, the writer adds the entries of the documents that are there. When it is filled it becomes visible.
 */
import { type CatalogState, tableKey } from "./catalog.ts";
import { type CatalogPlan, planCatalog } from "./catalog-plan.ts";
import type { Committer } from "./committer.ts";
import type { CatalogRequest } from "./journal/follower.ts";
import type {
  CatalogTarget,
  DraftedTable,
  TableInfo,
} from "./storage-types.ts";
import { WriterDrafts } from "./table-draft.ts";
import type { IndexRow, Switch } from "./writer-messages.ts";
import type { WriterClient } from "./writer-client.ts";

export class CatalogChanger {
  readonly #state: CatalogState;
  readonly #writer: WriterClient;
  readonly #committer: Committer;
  readonly #lastTs: () => number;
  readonly #onNewTables: (tables: readonly TableInfo[]) => void;
  readonly #onChanged: (request: CatalogRequest | null) => void;
  readonly #isUsed: (number: number) => boolean;
  #tables: readonly TableInfo[];
  #ready: readonly IndexRow[];
  #nextIndexId: number;
  /** Dropped, and not to be swept: commits that are not in the database yet may have entries of them. */
  readonly #spared = new Set<number>();
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
    stored: {
      readonly tables: readonly TableInfo[];
      readonly ready: readonly IndexRow[];
      readonly highestId: number;
    },
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
    this.#nextIndexId = stored.highestId + 1;
    this.#state.set(this.#tables, this.#ready, []);
  }

  /** @throws UserError for an impossible target; StorageError when the disk refuses, and nothing changed. */
  change(target: CatalogTarget): Promise<void> {
    const change = this.#turn.then(() => this.#change(target));
    this.#turn = change.catch(() => undefined);
    return change;
  }

  /** Begins drafts of tables: table-draft.ts. */
  async draft(tables: readonly DraftedTable[]): Promise<WriterDrafts> {
    const drafts = new WriterDrafts(
      this.#writer,
      this.#state,
      tables,
      () => this.#nextIndexId++,
      () => {
        this.#onChanged(null);
        this.sweep();
      },
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
    const change = this.#turn.then(async () => {
      const plan = drafts.plan(this.#ready, after);
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
      show();
      this.#onChanged(null);
      this.#tables = after;
      this.#ready = ready;
      this.#state.set(after, ready, []);
      this.sweep();
    });
    this.#turn = change.catch(() => undefined);
    return change;
  }

  /** Waits for changes under way. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /**
   * Deletes what dropped indexes left, in the background. A failure leaves the rest for the next start.
   * @param dropped indexes that no commit from now on writes to
   */
  sweep(dropped: readonly number[] = []): void {
    void this.#sweep(dropped).catch(() => undefined);
  }

  async #sweep(dropped: readonly number[]): Promise<void> {
    // Commits from before may still write entries of an index that is dropped.
    await this.#committer.whenWritten(this.#lastTs());
    for (const id of dropped) this.#spared.delete(id);
    const next = () =>
      this.#writer.request({ kind: "sweep", spared: [...this.#spared] });
    while ((await next()) !== 0);
  }

  async #change(target: CatalogTarget): Promise<void> {
    const plan = planCatalog(
      this.#state,
      target,
      this.#nextIndexId,
      this.#isUsed,
    );
    const { tables, created, dropped } = plan;
    if (tables.length + created.length + dropped.length === 0) return;
    this.#nextIndexId += created.length;
    // A sweep may be under way, and meets them as soon as the database knows that they are dropped.
    const isDropped = new Set(dropped.map(({ id }) => id));
    for (const id of isDropped) this.#spared.add(id);
    try {
      await this.#carryOut(plan);
    } catch (error) {
      this.#show([]);
      throw error;
    }
    this.#ready = [
      ...this.#ready.filter(({ id }) => !isDropped.has(id)),
      ...created,
    ];
    this.#show([]);
    this.sweep([...isDropped]);
  }

  #show(building: readonly IndexRow[]): void {
    const fresh = this.#tables.filter(
      ({ name, namespace }) => !this.#state.table(name, namespace),
    );
    this.#state.set(this.#tables, this.#ready, building);
    if (fresh.length > 0) this.#onNewTables(fresh);
  }

  async #carryOut({ tables, created, dropped }: CatalogPlan): Promise<void> {
    const prepare: CatalogRequest = {
      kind: "prepare",
      tables: tables.map((table) => ({
        number: table.number,
        key: tableKey(table),
      })),
      indexes: created,
    };
    await this.#writer.request(prepare);
    this.#onChanged(prepare);
    // Not before: commits are durable in the journal first, and no start may find entries of an index that nobody knows.
    this.#show(created);
    // They stay, whatever becomes of the indexes.
    this.#tables = [...this.#tables, ...tables];
    await this.#committer.whenWritten(this.#lastTs());
    for (const index of created) {
      let after: string | null = "";
      while (after !== null) {
        const reached = await this.#writer.request({
          kind: "backfill",
          index,
          after,
        });
        after = typeof reached === "string" ? reached : null;
      }
    }
    const publish: CatalogRequest = {
      kind: "publish",
      ready: created.map(({ id }) => id),
      dropped: dropped.map(({ id }) => id),
    };
    await this.#writer.request(publish);
    this.#onChanged(publish);
  }
}
