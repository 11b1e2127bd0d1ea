/**
 * When live queries run again: commits mark them stale, and round by round the stale ones run once, their results wait
 * for the disk, and then go out. One round at a time: commits that come meanwhile are served together by the next one.
 * Does not know what a socket is: it hands the changed queries to `publish`.
 */
import type { FunctionRunner } from "../functions/function-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { Durability } from "./durability.ts";
import type { QuerySources } from "./evaluate.ts";
import type { LiveQuery } from "./live-query.ts";
import { QueryCache } from "./query-cache.ts";

/** Queries run at once, and the time after which other work (answers, reads from sockets) gets its turn, ms. */
const CONCURRENCY = 20;
const SLICE_MS = 5;
/** Stale queries of one network in a round: more than one commit makes stale on a screen, or on a shop's whole Wi-Fi. */
const SHARE = 64;
/** Pause before what the disk refused is computed again, ms: a full disk does not become free in a moment. */
const FAULT_PAUSE_MS = 100;

export interface Audience {
  /**
   * Tells the watchers of these queries, and all who wait for a consistent moment. Resolves when everybody was told or
   * set aside; until then no query runs again, so that nobody is overtaken for ever.
   */
  publish(changed: readonly LiveQuery[]): Promise<void>;
  /** This query cannot be served for a reason that is not its own. */
  broken(query: LiveQuery, error: unknown): void;
}

export type SubscriptionSources = QuerySources & {
  readonly database: Pick<Database, "lastTs" | "onCommit" | "whenDurable">;
  readonly runner: Pick<FunctionRunner, "runQuery" | "onDeploy">;
};

export class SubscriptionManager {
  readonly cache: QueryCache;
  readonly durability: Durability;
  readonly #audience: Audience;
  readonly #stale = new Set<LiveQuery>();
  #turning = false;
  #stopped = false;

  constructor(sources: SubscriptionSources, audience: Audience) {
    this.#audience = audience;
    this.durability = new Durability(sources.database, sources.database.lastTs);
    this.cache = new QueryCache(sources, {
      stale: (query) => this.#add(query),
      settled: (query) => void this.#tell(query),
      broken: (query, error) => audience.broken(query, error),
    });
  }

  /** Ends after the current round; no further one begins. */
  stop(): void {
    this.#stopped = true;
  }

  #add(query: LiveQuery): void {
    this.#stale.add(query);
    if (this.#turning || this.#stopped) return;
    this.#turning = true;
    void this.#turn();
  }

  async #turn(): Promise<void> {
    // Commits of one turn of the event loop share a round.
    await nextTurn();
    while (this.#stale.size > 0 && !this.#stopped) await this.#round();
    this.#turning = false;
  }

  async #round(): Promise<void> {
    const batch = this.#takeShares();
    const changed = await this.#runAll(batch);
    await Promise.all(batch.map((query) => this.#prove(query)));
    // Answers to those who wrote leave first: they wait for the same moment.
    await nextTurn();
    await this.#audience.publish(changed.filter((query) => query.isDurable));
  }

  /**
   * What runs in this round: everything, except that who watches a great many different things waits behind their own.
   * What several networks watch runs as soon as one of them has room.
   */
  #takeShares(): LiveQuery[] {
    const taken: LiveQuery[] = [];
    const counts = new Map<string | null, number>();
    for (const query of this.#stale) {
      const network = networkWithRoom(query, counts);
      if (network === undefined) continue;
      counts.set(network, (counts.get(network) ?? 0) + 1);
      this.#stale.delete(query);
      taken.push(query);
    }
    return taken;
  }

  async #runAll(batch: readonly LiveQuery[]): Promise<LiveQuery[]> {
    const changed: LiveQuery[] = [];
    let since = performance.now();
    for (let i = 0; i < batch.length; i += CONCURRENCY) {
      const slice = batch.slice(i, i + CONCURRENCY);
      const news = await Promise.all(slice.map((q) => this.cache.run(q)));
      changed.push(...slice.filter((_, n) => news[n] === true));
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    return changed;
  }

  /** A first result goes out by itself, without waiting for a round. */
  async #tell(query: LiveQuery): Promise<void> {
    await this.#prove(query);
    if (query.isDurable) await this.#audience.publish([query]);
  }

  /** Waits for the disk. What it refused never happened, and is computed again from what is on disk. */
  async #prove(query: LiveQuery): Promise<void> {
    const { from } = query;
    try {
      await this.durability.reach(from);
      // It may have run again while this waited.
      if (query.from === from) query.isDurable = true;
    } catch {
      await pause(FAULT_PAUSE_MS);
      this.cache.invalidate(query);
    }
  }
}

/** Undefined when all who watch it have used up their share. */
function networkWithRoom(
  { watchers }: LiveQuery,
  counts: ReadonlyMap<string | null, number>,
): string | null | undefined {
  // Nobody's: run at once, which forgets it.
  if (watchers.size === 0) return null;
  for (const { network } of watchers)
    if (network === null || (counts.get(network) ?? 0) < SHARE) return network;
  return undefined;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
