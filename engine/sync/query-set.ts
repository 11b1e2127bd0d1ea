/**
 * The queries one socket watches and what it was told of each. Does not talk to the socket (session.ts).
 */
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

/** A watched query without its arguments and its result, bytes. */
const OVERHEAD = 1024;

/** Whom the queries of a socket report to: its session. */
export interface QuerySetOwner {
  /** Called for each socket in turn when a shared result changed: must be cheap. */
  enqueue(): void;
  /** A query cannot be served, for a reason that is the engine's. */
  interrupt(): void;
}

/** A query id of a socket. */
export class Subscription implements Watcher {
  readonly queryId: number;
  request: QueryRequest;
  query: LiveQuery;
  /** What the client has; null before its first result, which is always sent. */
  sent: Outcome | null = null;
  /** What it holds of the socket's memory, bytes. */
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

/** Filled anew by each survey; one for all sockets, so that a survey allocates nothing. */
export type Survey = {
  /** All results are right at every timestamp t with from <= t < until. */
  from: Timestamp;
  until: Timestamp;
  /** What the client does not have yet. */
  readonly news: Subscription[];
};

/** Of the many that have removed nothing: thousands are told of a commit, and none needs a set of its own emptied. */
const NONE: ReadonlySet<number> = new Set();

export class QuerySet {
  readonly #cache: QueryCache;
  readonly #owner: QuerySetOwner;
  readonly #account: MemoryAccount;
  /** A list, because it is looked through for every socket on every commit, and looked up in only by the client. */
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

  /** Query ids removed since the client was last told. */
  get removed(): ReadonlySet<number> {
    return this.#removed ?? NONE;
  }

  has(queryId: number): boolean {
    return this.#subscriptions.some((one) => one.queryId === queryId);
  }

  /** @returns null when it is watched from now on, else why there is no room for it */
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
    this.#removed?.delete(queryId);
    return null;
  }

  /** `queryId` must be one of the set. */
  remove(queryId: number): void {
    const at = this.#subscriptions.findIndex((one) => one.queryId === queryId);
    for (const subscription of this.#subscriptions.splice(at, 1))
      this.#forget(subscription);
    (this.#removed ??= new Set()).add(queryId);
  }

  /** Everything is asked again by somebody else; pages stay where they are. */
  changeCaller(caller: Caller): void {
    for (const subscription of this.#subscriptions) {
      const { request, query } = subscription;
      const journal = query.journal ?? request.journal;
      this.#cache.rewatch(subscription, { ...request, caller, journal });
    }
  }

  /** Looks over all results. False when one of them was never computed or is not known to be on disk. */
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

  /** The client has been told all there is. */
  markSent(news: readonly Subscription[]): void {
    for (const subscription of news)
      subscription.sent = subscription.query.outcome;
    this.#removed = null;
  }

  clear(): void {
    for (const subscription of this.#subscriptions) this.#forget(subscription);
    this.#subscriptions = [];
  }

  #forget(subscription: Subscription): void {
    this.#cache.unwatch(subscription);
    this.#account.give(subscription.weight);
  }
}
