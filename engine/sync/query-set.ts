/** The queries one socket watches, and the result last sent for each. Sending is in session.ts. */
import type { Caller } from "../functions/function-types.ts";
import type {
  LiveQuery,
  Outcome,
  QueryRequest,
  Watcher,
} from "../reactivity/live-query.ts";
import type { QueryCache } from "../reactivity/query-cache.ts";
import { strippedPath } from "../functions/paths.ts";
import {
  weightOf,
  type MemoryAccount,
  type Refusal,
} from "../memory/memory-budget.ts";
import type { Timestamp } from "../values/json.ts";
import type { AddQuery } from "./messages.ts";

/** Bytes of a watched query without its arguments and its result. */
const OVERHEAD = 1024;

/** Bytes of a removed query until its client has been told: its id, and its part of a Transition. */
const REMOVED = 128;

/** What a socket's queries report to: its session. */
export interface QuerySetOwner {
  /** Called for each socket in turn when a shared result changed; must be cheap. */
  enqueue(): void;
  /** The engine failed to serve a query. */
  interrupt(): void;
}

/** One query id of a socket. */
export class Subscription implements Watcher {
  readonly queryId: number;
  request: QueryRequest;
  query: LiveQuery;
  /** What the client has; null before its first result, which is always sent. */
  sent: Outcome | null = null;
  /** Bytes it takes of the socket's memory. */
  readonly weight: number;
  readonly network: string | null;
  readonly #owner: QuerySetOwner;

  constructor(
    queryId: number,
    request: QueryRequest,
    query: LiveQuery,
    owner: QuerySetOwner,
    { weight, network }: Pick<Subscription, "weight" | "network">,
  ) {
    this.weight = weight;
    this.network = network;
    this.queryId = queryId;
    this.request = request;
    this.query = query;
    this.#owner = owner;
  }

  changed(): void {
    this.#owner.enqueue();
  }

  failed(): void {
    this.#owner.interrupt();
  }
}

/** Filled by each survey; shared by all sockets to avoid allocation. */
export type Survey = {
  /** All results are valid at every timestamp t with from <= t < until. */
  from: Timestamp;
  until: Timestamp;
  /** Queries with a result the client does not have yet. */
  readonly news: Subscription[];
};

/** Shared by the many sockets that have removed nothing, to avoid a set for each. */
const NONE: ReadonlySet<number> = new Set();

export class QuerySet {
  readonly #cache: QueryCache;
  readonly #owner: QuerySetOwner;
  readonly #account: MemoryAccount;
  /** A list, because every commit scans it for every socket; lookups are rare. */
  #subscriptions: Subscription[] = [];
  #removed: Set<number> | null = null;

  constructor(cache: QueryCache, owner: QuerySetOwner, account: MemoryAccount) {
    this.#account = account;
    this.#cache = cache;
    this.#owner = owner;
  }

  get size(): number {
    return this.#subscriptions.length;
  }

  /** Query ids removed since the last Transition. */
  get removed(): ReadonlySet<number> {
    return this.#removed ?? NONE;
  }

  has(queryId: number): boolean {
    return this.#subscriptions.some((one) => one.queryId === queryId);
  }

  /** @returns null when the query is now watched, or why there is no room for it */
  add(query: AddQuery, caller: Caller): Refusal | null {
    const weight =
      OVERHEAD +
      weightOf(query.args) +
      weightOf(query.journal ?? "") +
      weightOf(query.udfPath);
    const refusal = this.#account.take(weight);
    if (refusal !== null) return refusal;
    const request = {
      path: strippedPath(query.udfPath),
      args: query.args,
      caller,
      component: query.componentPath,
      journal: query.journal,
    };
    const { queryId } = query;
    const { network } = this.#account;
    const subscription = this.#cache.watch(
      request,
      (live) =>
        new Subscription(queryId, request, live, this.#owner, {
          weight,
          network,
        }),
    );
    this.#subscriptions.push(subscription);
    if (this.#removed?.delete(queryId)) this.#account.give(REMOVED);
    return null;
  }

  /** `queryId` must be in the set. Remembering it until its client is told takes less than watching it did. */
  remove(queryId: number): void {
    const at = this.#subscriptions.findIndex((one) => one.queryId === queryId);
    for (const subscription of this.#subscriptions.splice(at, 1))
      this.#forget(subscription, REMOVED);
    (this.#removed ??= new Set()).add(queryId);
  }

  /** Watches all queries again as another caller; pages keep their boundaries. */
  changeCaller(caller: Caller): void {
    for (const subscription of this.#subscriptions) {
      const { request, query } = subscription;
      const journal = query.journal ?? request.journal;
      this.#cache.rewatch(subscription, { ...request, caller, journal });
    }
  }

  /** Surveys all results. Returns false when one of them was never computed or is not known to be on disk. */
  survey(into: Survey): boolean {
    into.from = 0;
    into.until = Number.POSITIVE_INFINITY;
    into.news.length = 0;
    for (const subscription of this.#subscriptions) {
      const { query } = subscription;
      if (!query.isDurable) return false;
      if (query.from > into.from) into.from = query.from;
      if (query.until < into.until) into.until = query.until;
      if (subscription.sent !== query.outcome) into.news.push(subscription);
    }
    return true;
  }

  /** The client now has all results. */
  markSent(news: readonly Subscription[]): void {
    for (const subscription of news)
      subscription.sent = subscription.query.outcome;
    this.#forgetRemoved();
  }

  clear(): void {
    for (const subscription of this.#subscriptions) this.#forget(subscription);
    this.#subscriptions = [];
    this.#forgetRemoved();
  }

  #forgetRemoved(): void {
    this.#account.give(REMOVED * this.removed.size);
    this.#removed = null;
  }

  #forget(subscription: Subscription, keep = 0): void {
    this.#cache.unwatch(subscription);
    this.#account.give(subscription.weight - keep);
  }
}
