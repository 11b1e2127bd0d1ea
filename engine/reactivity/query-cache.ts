/**
 * All watched queries, each run once for all watchers of the same request. Finds queries by request and by read set,
 * reports stale ones and runs them. subscription-manager.ts decides when.
 */
import { createHash } from "node:crypto";
import type {
  FunctionRunner,
  QueryResult,
} from "../functions/function-types.ts";
import type { WriteSet } from "../storage/storage-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { FirstRuns } from "./first-runs.ts";
import { WriteLog } from "./write-log.ts";
import { evaluate, type QuerySources } from "./evaluate.ts";
import {
  identityKey,
  isPrivileged,
  LiveQuery,
  sameOutcome,
  type Outcome,
  type QueryRequest,
  type Watcher,
} from "./live-query.ts";
import { ReadIndex } from "./read-index.ts";

/** Longer texts are hashed in slot keys. */
const MAX_IN_KEY = 256;

/** Queries with the same request, apart from the caller. */
type Slot = {
  /** The query shared by all callers, until it is seen to depend on the identity. */
  shared: LiveQuery | null;
  readonly byIdentity: Map<string, LiveQuery>;
  /** Depends on the identity: new queries are bound from the start. */
  personal: boolean;
};

export type CacheEvents = {
  /** The query has watchers and must run again; called once until `run`. */
  stale(query: LiveQuery): void;
  /** The query ran for the first time, or got new watchers outside a round. */
  settled(query: LiveQuery): void;
  /** A run failed because of the engine: its watchers cannot be served. */
  broken(query: LiveQuery, error: unknown): void;
};

export class QueryCache {
  readonly #sources: QuerySources;
  readonly #events: CacheEvents;
  readonly #slots = new Map<string, Slot>();
  readonly #queries = new Set<LiveQuery>();
  readonly #index = new ReadIndex<LiveQuery>();
  readonly #log: WriteLog;
  readonly #first = new FirstRuns(async (query, network) => {
    await this.run(query, network);
    if (query.outcome !== null) this.#events.settled(query);
  });

  constructor(
    sources: QuerySources & {
      readonly database: Pick<Database, "lastTs" | "onCommit">;
      readonly runner: Pick<FunctionRunner, "runQuery" | "onDeploy">;
    },
    events: CacheEvents,
  ) {
    this.#sources = sources;
    this.#events = events;
    this.#log = new WriteLog(sources.database.lastTs);
    sources.database.onCommit((commit) => this.#onCommit(commit));
    sources.runner.onDeploy(() => this.#invalidateAll());
  }

  /** Number of distinct queries held. */
  get size(): number {
    return this.#queries.size;
  }

  /** Number of watchers of all queries. */
  get watchers(): number {
    let count = 0;
    for (const query of this.#queries) count += query.watchers.size;
    return count;
  }

  get log(): WriteLog {
    return this.#log;
  }

  /** `create` gets the query for `request`, which runs if it is new. */
  watch<W extends Watcher>(
    request: QueryRequest,
    create: (query: LiveQuery) => W,
  ): W {
    const query = this.#find(request) ?? this.#create(request);
    const watcher = create(query);
    query.watchers.add(watcher);
    this.#first.want(query, watcher.network);
    return watcher;
  }

  /** Changes the request of `watcher`. */
  rewatch(watcher: Watcher, request: QueryRequest): void {
    const before = watcher.query;
    watcher.request = request;
    join(watcher, this.#find(request) ?? this.#create(request));
    this.#first.want(watcher.query, watcher.network);
    if (watcher.query === before) return;
    this.#leave(watcher, before);
  }

  /** Drops a query without watchers at once. */
  unwatch(watcher: Watcher): void {
    this.#leave(watcher, watcher.query);
  }

  #leave(watcher: Watcher, query: LiveQuery): void {
    query.watchers.delete(watcher);
    this.#first.leave(query, watcher.network);
    if (query.watchers.size === 0) this.#drop(query);
  }

  /** A watched query with a currently valid outcome, if any. */
  peek(request: QueryRequest): LiveQuery | null {
    const query = this.#find(request);
    return query !== undefined && query.isFresh ? query : null;
  }

  /** Discards an outcome that belongs to other code, or that the disk refused. */
  invalidate(query: LiveQuery): void {
    const wasFresh = query.isFresh;
    query.generation++;
    query.until = Number.NEGATIVE_INFINITY;
    if (wasFresh) this.#retire(query);
  }

  /**
   * Runs a stale or new query. Resolves true when the outcome has not been sent yet. Never rejects.
   * @param network whose turn it takes. Rounds, for which all networks wait, take the engine's own.
   */
  async run(query: LiveQuery, network: string | null = null): Promise<boolean> {
    if (!this.#queries.has(query)) return false;
    const { generation } = query;
    let result: QueryResult;
    try {
      const request = { ...query.request, network };
      result = await evaluate(this.#sources, request, query.journal);
    } catch (error) {
      if (this.#queries.has(query)) this.#events.broken(query, error);
      return false;
    }
    if (!this.#queries.has(query)) return false;
    if (generation !== query.generation) {
      this.#events.stale(query);
      return false;
    }
    return this.#settle(query, result);
  }

  #settle(query: LiveQuery, result: QueryResult): boolean {
    const hit = this.#log.firstOverlap(result.reads, result.ts);
    // An outcome that was never durable was never sent, even if it is unchanged.
    const wasTold = query.isDurable;
    query.from = result.ts;
    query.cost = result.cost;
    query.isDurable = false;
    query.until = hit ?? Number.POSITIVE_INFINITY;
    const outcome: Outcome = { ...result.outcome, journal: result.journal };
    const before = query.outcome;
    const changed = before === null || !sameOutcome(before, outcome);
    if (changed) query.outcome = outcome;
    if (result.identityRead) this.#bind(query, before?.journal ?? null);
    if (!this.#queries.has(query)) return false;
    if (hit === null) this.#index.set(query, result.reads);
    else this.#events.stale(query);
    const isElsewhere = result.journal !== query.request.journal;
    if (isElsewhere && (before === null || result.journal === null))
      this.#fileByJournal(query);
    return changed || !wasTold;
  }

  #onCommit(commit: WriteSet): void {
    this.#log.push(commit);
    for (const query of this.#index.overlapping(commit)) {
      query.until = commit.ts;
      this.#retire(query);
    }
  }

  #invalidateAll(): void {
    for (const slot of this.#slots.values()) slot.personal = false;
    for (const query of this.#queries) this.invalidate(query);
  }

  /** Removes a query from the index until it runs again. */
  #retire(query: LiveQuery): void {
    this.#index.delete(query);
    // A first page keeps its end only for current watchers; later ones get a full page.
    if (query.request.journal !== query.journal)
      this.#unfile(query, slotKey(query.request, query.request.journal));
    this.#events.stale(query);
  }

  #find(request: QueryRequest): LiveQuery | undefined {
    const slot = this.#slots.get(slotKey(request, request.journal));
    return (
      slot?.byIdentity.get(identityKey(request.caller)) ??
      slot?.shared ??
      undefined
    );
  }

  #create(request: QueryRequest): LiveQuery {
    const query = new LiveQuery(request);
    this.#queries.add(query);
    const key = slotKey(request, request.journal);
    if (this.#slots.get(key)?.personal === true)
      query.boundTo = identityKey(request.caller);
    this.#file(query, key);
    this.#watchSignal(query);
    return query;
  }

  #watchSignal(query: LiveQuery): void {
    const { path, caller } = query.request;
    if (caller.kind !== "admin") return;
    const source = this.#sources.systemQueries.get(path);
    query.unwatch = source?.watch?.(() => this.invalidate(query)) ?? null;
  }

  #drop(query: LiveQuery): void {
    this.#queries.delete(query);
    this.#index.delete(query);
    query.unwatch?.();
    for (const key of [...query.filedUnder]) this.#unfile(query, key);
  }

  /**
   * The result turned out to depend on the identity. It stays with the watchers of that identity; the others get
   * separate queries, so that no caller ever gets another's answer.
   */
  #bind(query: LiveQuery, journalBefore: string | null): void {
    if (query.boundTo !== null) return;
    const owner = identityKey(query.request.caller);
    const keys = [...query.filedUnder];
    for (const key of keys) this.#unfile(query, key);
    query.boundTo = owner;
    for (const key of keys) {
      this.#file(query, key);
      const slot = this.#slots.get(key);
      if (slot !== undefined) slot.personal = true;
    }
    for (const watcher of query.watchers)
      if (identityKey(watcher.request.caller) !== owner) {
        // Their pages stay in place; they must not learn where the owner's page ends now.
        const journal = journalBefore ?? watcher.request.journal;
        this.rewatch(watcher, { ...watcher.request, journal });
      }
  }

  /**
   * Once the first run has fixed the page's end, files the query under that end, too. If another query already watches
   * this page, the watchers move there. A query that does not paginate is filed without the client's journal.
   */
  #fileByJournal(query: LiveQuery): void {
    const key = slotKey(query.request, query.journal);
    this.#file(query, key);
    if (query.filedUnder.has(key)) return;
    const other = this.#find({ ...query.request, journal: query.journal });
    // A query that is bound to one identity takes no watchers of others.
    if (other?.boundTo !== query.boundTo) return;
    if (!other.isFresh || !query.isFresh) return;
    for (const watcher of query.watchers) join(watcher, other);
    query.watchers.clear();
    this.#drop(query);
    this.#events.settled(other);
  }

  #file(query: LiveQuery, key: string): void {
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      slot = { shared: null, byIdentity: new Map(), personal: false };
      this.#slots.set(key, slot);
    }
    if (query.boundTo === null) {
      if (slot.shared !== null) return;
      slot.shared = query;
    } else {
      if (slot.byIdentity.has(query.boundTo)) return;
      slot.byIdentity.set(query.boundTo, query);
    }
    query.filedUnder.add(key);
  }

  #unfile(query: LiveQuery, key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined || !query.filedUnder.delete(key)) return;
    if (query.boundTo === null) slot.shared = null;
    else slot.byIdentity.delete(query.boundTo);
    if (slot.shared === null && slot.byIdentity.size === 0)
      this.#slots.delete(key);
  }
}

function join(watcher: Watcher, query: LiveQuery): void {
  watcher.query = query;
  query.watchers.add(watcher);
}

function slotKey(request: QueryRequest, journal: string | null): string {
  const rights = isPrivileged(request.caller) ? "!" : "";
  const { path, component, args } = request;
  return JSON.stringify([
    ...[rights, path, component],
    ...[short(args), journal === null ? null : short(journal)],
  ]);
}

/** Keys are stored in addition to their parts. */
function short(text: string): string {
  // Guard untested: longer keys work too, but take memory.
  if (text.length <= MAX_IN_KEY) return text;
  return createHash("sha256").update(text).digest("base64");
}
