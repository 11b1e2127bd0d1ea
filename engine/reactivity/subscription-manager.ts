/**
 * Decides when live queries run again. Commits mark them stale; each round runs the stale ones once, waits until the
 * results are on disk, and publishes them. One round runs at a time; commits during it share the next one.
 */
import type { FunctionRunner } from "../functions/function-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { Durability } from "./durability.ts";
import type { QuerySources } from "./evaluate.ts";
import type { LiveQuery } from "./live-query.ts";
import { QueryCache } from "./query-cache.ts";

/** Queries run concurrently, and the time after which other work (answers, reads from sockets) gets its turn, ms. */
const CONCURRENCY = 20;
const SLICE_MS = 5;
/** Stale queries per network and round: more than one commit makes stale on a screen, or on a shop's whole Wi-Fi. */
const SHARE = 64;
/** What a network's queries may cost in a round, ms, so that others do not wait for the slow ones of one tenant. */
const SHARE_MS = 30;
/** As many as one commit makes stale on a screen, which shows them together: they run unless they cost more than this. */
const MIN_QUERIES = 16;
const MIN_MS = 250;
/**
 * What the networks that wait longest may cost in a round, ms, and again the cheapest ones, so that a flood from many networks
 * delays little what others watch. One network's share always runs.
 */
const ROUND_MS = 60;
/** Pause before a retry after the disk refused a commit, ms: a full disk stays full for a while. */
const FAULT_PAUSE_MS = 100;

export interface Audience {
  /**
   * Notifies the watchers of these queries, and all sessions that wait for a consistent timestamp. Resolves when all
   * were notified or set aside. Until then no query runs again, so that no session is overtaken forever.
   */
  publish(changed: readonly LiveQuery[]): Promise<void>;
  /** The engine failed to serve this query. */
  broken(query: LiveQuery, error: unknown): void;
}

export type SubscriptionSources = QuerySources & {
  readonly database: Pick<Database, "lastTs" | "onCommit" | "whenDurable">;
  readonly runner: Pick<FunctionRunner, "runQuery" | "onDeploy">;
};

/** What a network may run in a round, and its cost so far, ms. */
type Share = { readonly queries: LiveQuery[]; cost: number };
/** Null: this machine's, and queries without watchers. The one that waits longest comes first. */
type Shares = ReadonlyMap<string | null, Share>;

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

  /** Stops after the current round. */
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
    // Answers to mutations leave first: they wait for the same timestamp.
    await nextTurn();
    await this.#audience.publish(changed.filter((query) => query.isDurable));
  }

  /** Takes the stale queries for this round. The others keep their place. */
  #takeShares(): LiveQuery[] {
    const shares = sharesOf(this.#stale);
    const batch = networksOf(shares).flatMap(
      (network) => shares.get(network)?.queries ?? [],
    );
    for (const query of batch) this.#stale.delete(query);
    return batch;
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

  /** Sends a first result without waiting for a round. */
  async #tell(query: LiveQuery): Promise<void> {
    await this.#prove(query);
    if (query.isDurable) await this.#audience.publish([query]);
  }

  /** Waits for the disk. A refused result is discarded and computed again from data on disk. */
  async #prove(query: LiveQuery): Promise<void> {
    const { from } = query;
    try {
      await this.durability.reach(from);
      // It may have run again meanwhile.
      if (query.from === from) query.isDurable = true;
    } catch {
      await pause(FAULT_PAUSE_MS);
      this.cache.invalidate(query);
    }
  }
}

/** All stale queries, except those beyond the share of a network. A query of several networks is the cheapest one's. */
function sharesOf(stale: Iterable<LiveQuery>): Shares {
  const shares = new Map<string | null, Share>();
  for (const query of stale) {
    const network = networkFor(query, shares);
    if (network === undefined) continue;
    const share = shares.get(network) ?? { queries: [], cost: 0 };
    shares.set(network, share);
    share.queries.push(query);
    share.cost += query.cost;
  }
  return shares;
}

/** Undefined when every watching network has used up its share. */
function networkFor(
  { watchers }: LiveQuery,
  shares: Shares,
): string | null | undefined {
  // Without watchers: run it at once, which drops it.
  if (watchers.size === 0) return null;
  let found: string | undefined;
  let least = Infinity;
  for (const { network } of watchers) {
    if (network === null) return null;
    const share = shares.get(network);
    if (share === undefined) return network;
    if (!hasRoom(share) || share.cost >= least) continue;
    [found, least] = [network, share.cost];
  }
  return found;
}

function hasRoom({ queries: { length: count }, cost }: Share): boolean {
  if (count < MIN_QUERIES) return cost < MIN_MS;
  return count < SHARE && cost < SHARE_MS;
}

/** The networks whose shares run in this round. */
function networksOf(shares: Shares): (string | null)[] {
  const taken = new Set<string | null>([null]);
  let cost = 0;
  for (const [network, share] of shares) {
    if (network === null) continue;
    if (cost >= ROUND_MS) break;
    cost += share.cost;
    taken.add(network);
  }
  cost = 0;
  const others = [...shares].filter(([network]) => !taken.has(network));
  for (const [network, share] of others.sort(
    ([, a], [, b]) => a.cost - b.cost,
  )) {
    cost += share.cost;
    if (cost > ROUND_MS) break;
    taken.add(network);
  }
  return [...taken];
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
