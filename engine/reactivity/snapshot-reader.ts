/**
 * One-off queries of the HTTP API: at the newest or a given timestamp, one or several at once. Uses the results that
 * subscriptions keep fresh. Returns only durable results.
 */
import type { Timestamp } from "../values/json.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { evaluate, type QuerySources } from "./evaluate.ts";
import type { Outcome, QueryRequest } from "./live-query.ts";
import type { SubscriptionManager } from "./subscription-manager.ts";

export type Reading = { readonly outcome: Outcome; readonly ts: Timestamp };

/** The timestamp is too old or in the future. */
export class OutOfRetention extends Error {
  constructor() {
    super("The moment cannot be read any more.");
    this.name = "OutOfRetention";
  }
}

/** Attempts to read a newest state that the disk accepts. */
const ATTEMPTS = 5;

type SnapshotSources = QuerySources & {
  readonly database: Pick<Database, "keepPresent">;
};

export class SnapshotReader {
  readonly #sources: SnapshotSources;
  readonly #subscriptions: SubscriptionManager;

  constructor(sources: SnapshotSources, subscriptions: SubscriptionManager) {
    this.#sources = sources;
    this.#subscriptions = subscriptions;
  }

  /** @throws StorageError when the disk keeps refusing the state that was read. */
  read(request: QueryRequest): Promise<Reading> {
    return this.#durable(() => this.#newest(request));
  }

  /** The current timestamp, which `readAt` accepts for some time. @throws StorageError as `read` */
  async now(): Promise<Timestamp> {
    const { database } = this.#sources;
    const { ts } = await this.#durable(() =>
      Promise.resolve({ ts: database.keepPresent() }),
    );
    return ts;
  }

  /**
   * The answer at `ts`. Reads the old data if `now` returned that timestamp recently, else the newest, if nothing the
   * query reads has changed since.
   * @throws OutOfRetention otherwise, and for future timestamps.
   */
  async readAt(request: QueryRequest, ts: Timestamp): Promise<Outcome> {
    const { durability, cache } = this.#subscriptions;
    if (ts > durability.known) throw new OutOfRetention();
    const result = await evaluate(this.#sources, request, request.journal, ts);
    const { outcome, journal, reads } = result;
    if (result.ts !== ts && cache.log.firstOverlap(reads, ts) !== null)
      throw new OutOfRetention();
    return { ...outcome, journal };
  }

  /**
   * All answers at the current timestamp. @throws OutOfRetention when that becomes unreadable meanwhile: an import, a
   * full disk.
   */
  async readTogether(requests: readonly QueryRequest[]): Promise<Outcome[]> {
    const ts = await this.now();
    return Promise.all(requests.map((request) => this.readAt(request, ts)));
  }

  async #newest(request: QueryRequest): Promise<Reading> {
    const live = this.#subscriptions.cache.peek(request);
    if (live !== null && live.outcome !== null)
      return { outcome: live.outcome, ts: live.from };
    const { outcome, journal, ts } = await evaluate(
      this.#sources,
      request,
      request.journal,
    );
    return { outcome: { ...outcome, journal }, ts };
  }

  /** Retries `look` until its timestamp is on disk. */
  async #durable<T extends { readonly ts: Timestamp }>(
    look: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const seen = await look();
      try {
        await this.#subscriptions.durability.reach(seen.ts);
        return seen;
      } catch (error) {
        // The state was withdrawn; the current one is on disk.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }
}
