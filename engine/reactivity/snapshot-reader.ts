/**
 * One-off queries of the HTTP API: the newest answer, the answer at a given moment, several at one moment.
 * Takes what subscribed sockets already keep fresh. Nothing is handed out before it is on disk.
 */
import type { Timestamp } from "../values/json.ts";
import { evaluate, type QuerySources } from "./evaluate.ts";
import type { Outcome, QueryRequest } from "./live-query.ts";
import type { SubscriptionManager } from "./subscription-manager.ts";

export type Reading = { readonly outcome: Outcome; readonly ts: Timestamp };

/** A moment that is no longer, or not yet, known. */
export class OutOfRetention extends Error {
  constructor() {
    super("The requested timestamp is outside of the retention window.");
    this.name = "OutOfRetention";
  }
}

/** How often queries are run before giving up on a moment at which all are right and on disk. */
const ATTEMPTS = 5;

export class SnapshotReader {
  readonly #sources: QuerySources;
  readonly #subscriptions: SubscriptionManager;

  constructor(sources: QuerySources, subscriptions: SubscriptionManager) {
    this.#sources = sources;
    this.#subscriptions = subscriptions;
  }

  /** Newest timestamp at which anything may be asked: everything before is on disk. */
  get latest(): Timestamp {
    return this.#subscriptions.durability.known;
  }

  /** @throws StorageError when the disk keeps refusing what was read. */
  async read(request: QueryRequest): Promise<Reading> {
    for (let attempt = 1; ; attempt++) {
      const reading = await this.#newest(request);
      try {
        await this.#subscriptions.durability.reach(reading.ts);
        return reading;
      } catch (error) {
        // It was taken back; what is there now is on disk.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The answer at `ts`. Only the newest state is kept, so this succeeds while nothing the query reads has changed since.
   * @throws OutOfRetention otherwise.
   */
  async readAt(request: QueryRequest, ts: Timestamp): Promise<Outcome> {
    if (ts > this.latest) throw new OutOfRetention();
    const { outcome, journal, reads } = await this.#run(request);
    if (this.#subscriptions.cache.log.firstOverlap(reads, ts) !== null)
      throw new OutOfRetention();
    return { ...outcome, journal };
  }

  /**
   * All answers at one moment.
   * @throws OutOfRetention when writes keep getting between them.
   */
  async readTogether(requests: readonly QueryRequest[]): Promise<Outcome[]> {
    const { log } = this.#subscriptions.cache;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const results = await Promise.all(requests.map((r) => this.#run(r)));
      const newest = Math.max(0, ...results.map((result) => result.ts));
      const together = results.every(({ reads, ts }) => {
        const hit = log.firstOverlap(reads, ts);
        return hit === null || hit > newest;
      });
      if (!together) continue;
      await this.#subscriptions.durability.reach(newest);
      return results.map(({ outcome, journal }) => ({ ...outcome, journal }));
    }
    throw new OutOfRetention();
  }

  async #newest(request: QueryRequest): Promise<Reading> {
    const live = this.#subscriptions.cache.peek(request);
    if (live !== null && live.outcome !== null)
      return { outcome: live.outcome, ts: live.from };
    const { outcome, journal, ts } = await this.#run(request);
    return { outcome: { ...outcome, journal }, ts };
  }

  #run(request: QueryRequest): ReturnType<typeof evaluate> {
    return evaluate(this.#sources, request, request.journal);
  }
}
