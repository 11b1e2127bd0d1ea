/**
 * One-off queries of the HTTP API: the newest answer, the answer at a moment that was asked for before, several at one moment.
 * Takes what subscribed sockets already keep fresh. Nothing is handed out before it is on disk.
 */
import type { Timestamp } from "../values/json.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { evaluate, type QuerySources } from "./evaluate.ts";
import type { Outcome, QueryRequest } from "./live-query.ts";
import type { SubscriptionManager } from "./subscription-manager.ts";

export type Reading = { readonly outcome: Outcome; readonly ts: Timestamp };

/** A moment that can no longer, or not yet, be read. */
export class OutOfRetention extends Error {
  constructor() {
    super("The moment cannot be read any more.");
    this.name = "OutOfRetention";
  }
}

/** How often the newest state is taken before giving up on one that the disk takes. */
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

  /** @throws StorageError when the disk keeps refusing what was read. */
  read(request: QueryRequest): Promise<Reading> {
    return this.#durable(() => this.#newest(request));
  }

  /** The present moment, to be asked for with `readAt` for some time. @throws StorageError as `read` */
  async now(): Promise<Timestamp> {
    const { database } = this.#sources;
    const { ts } = await this.#durable(() =>
      Promise.resolve({ ts: database.keepPresent() }),
    );
    return ts;
  }

  /**
   * The answer at `ts`: of what there was then if `now` has given that moment a short while ago, else the newest one, as long
   * as nothing the query reads has changed since.
   * @throws OutOfRetention otherwise, and for what is yet to come.
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

  /** All answers at one moment, the present one. @throws OutOfRetention when it is lost meanwhile: an import, a full disk. */
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

  /** What was true at a moment, once everything before it is on disk. */
  async #durable<T extends { readonly ts: Timestamp }>(
    look: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const seen = await look();
      try {
        await this.#subscriptions.durability.reach(seen.ts);
        return seen;
      } catch (error) {
        // It was taken back; what is there now is on disk.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }
}
