/**
 * One query that somebody watches: what to run, its latest outcome and from when until when that outcome is right.
 * Shared by all sockets that ask the same. Does not run itself (query-cache.ts) and knows no versions of sockets.
 */
import type { Caller, FunctionFailure } from "../functions/function-types.ts";
import type { JsonText, Timestamp } from "../values/json.ts";

/**
 * What a run gave. Compared by reference: a run that gave the same again leaves the object in place, so "has this socket
 * been told?" is one comparison. Treat as frozen.
 */
export type Outcome = (
  | {
      readonly ok: true;
      /** JSON text of the encoded result, held once for all. */
      readonly value: string;
      readonly logLines: readonly string[];
    }
  | FunctionFailure
) & {
  /** End cursor of `.paginate()`, null if it did not paginate. */
  readonly journal: string | null;
};

/** What to run and for whom. `path` is in the form shown to clients. */
export type QueryRequest = {
  readonly path: string;
  readonly args: JsonText;
  readonly caller: Caller;
  /** Path of the component; "" is the app itself. */
  readonly component: string;
  /** The end cursor this socket was given before, or null. */
  readonly journal: string | null;
};

/** One interest in a query, such as a query id of a socket. */
export interface Watcher {
  /** The cache writes the journal into it when it moves a watcher. */
  request: QueryRequest;
  /** Set by the cache, which moves watchers between queries that turn out to be the same or not. */
  query: LiveQuery;
  /** Whose it is (values/network.ts); null for this machine's own. */
  readonly network: string | null;
  /** Called when its outcome may have to be told. Must be cheap: thousands are called in a row. */
  changed(): void;
  /** The query cannot be served, for a reason that is the engine's. */
  failed(): void;
}

export class LiveQuery {
  readonly request: QueryRequest;
  /** Set when the result was seen to depend on who asks: then only this identity's watchers may have it. */
  boundTo: string | null = null;
  /** Null until the first run has ended. */
  outcome: Outcome | null = null;
  /** `outcome` is right at every timestamp t with from <= t < until. */
  from: Timestamp = 0;
  until: Timestamp = Number.NEGATIVE_INFINITY;
  /** Set once `from` is known to be on disk: before that nobody may be told. */
  isDurable = false;
  /** Counts what makes a running run worthless: deploys and changes signalled from outside the database. */
  generation = 0;
  readonly watchers = new Set<Watcher>();
  /** Stops the change signal of a system query. */
  unwatch: (() => void) | null = null;
  /** Under which keys the cache finds it. */
  readonly filedUnder = new Set<string>();

  constructor(request: QueryRequest) {
    this.request = request;
  }

  /** True while no later commit is known to have changed the outcome. */
  get isFresh(): boolean {
    return this.until === Number.POSITIVE_INFINITY;
  }

  /**
   * The cursor that the next run must end at: what the first run found stays, so that pages do not move. Null once a run
   * has shown that it paginates nothing, whatever its client has sent; one that failed has shown nothing.
   */
  get journal(): string | null {
    if (this.outcome?.ok === true) return this.outcome.journal;
    return this.outcome?.journal ?? this.request.journal;
  }
}

/** Same for the client: same value or error, same log lines. */
export function sameOutcome(a: Outcome, b: Outcome): boolean {
  if (a.journal !== b.journal || !sameLines(a.logLines, b.logLines))
    return false;
  if (a.ok) return b.ok && a.value === b.value;
  return (
    !b.ok &&
    withoutRequestId(a.message) === withoutRequestId(b.message) &&
    JSON.stringify(a.data) === JSON.stringify(b.data)
  );
}

/** Each run gets a request id; an error that stayed is not news because of that. */
function withoutRequestId(message: string): string {
  return message.replace(/^\[Request ID: [0-9a-f]+\] /, "");
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}

/** Two callers with the same key get the same answer from every query. */
export function identityKey(caller: Caller): string {
  switch (caller.kind) {
    case "anonymous":
    case "system":
      return caller.kind;
    case "user":
      return `user ${cachedJson(caller.identity)}`;
    case "admin":
      return caller.actingAs === undefined
        ? "admin"
        : `admin ${cachedJson(caller.actingAs)}`;
  }
}

/** May call internal functions; their results never reach others even when they do not depend on who asks. */
export function isPrivileged(caller: Caller): boolean {
  return caller.kind === "admin" || caller.kind === "system";
}

const jsonOf = new WeakMap<object, string>();

function cachedJson(identity: object): string {
  let json = jsonOf.get(identity);
  if (json === undefined)
    jsonOf.set(identity, (json = JSON.stringify(identity)));
  return json;
}
