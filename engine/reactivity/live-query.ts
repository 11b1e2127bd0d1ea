/**
 * One watched query: its request, its latest outcome and the time range in which that is valid. Shared by all sockets
 * with the same request. query-cache.ts runs it.
 */
import type { Caller, FunctionFailure } from "../functions/function-types.ts";
import type { JsonText, Timestamp } from "../values/json.ts";

/**
 * The outcome of a run. A run with the same outcome keeps the object, so one comparison by reference shows whether a
 * socket has it. Treat as frozen.
 */
export type Outcome = (
  | {
      readonly ok: true;
      /** JSON text of the encoded result, shared by all. */
      readonly value: string;
      readonly logLines: readonly string[];
    }
  | FunctionFailure
) & {
  /** End cursor of `.paginate()`, null if it did not paginate. */
  readonly journal: string | null;
};

/** The query and its caller. `path` is in the form shown to clients. */
export type QueryRequest = {
  readonly path: string;
  readonly args: JsonText;
  readonly caller: Caller;
  /** Path of the component; "" is the app itself. */
  readonly component: string;
  /** The end cursor that this socket got before, or null. */
  readonly journal: string | null;
  /** Whose turn it takes; by default the engine's own. */
  readonly network?: string | null;
};

/** A subscription to a query, such as a query id of a socket. */
export interface Watcher {
  /** The cache writes the journal here when it moves a watcher. */
  request: QueryRequest;
  /** Set by the cache, which moves watchers when queries are merged or split. */
  query: LiveQuery;
  /** The watcher's network (values/network.ts); null for this machine's own. */
  readonly network: string | null;
  /** Called when there may be a new outcome to send. Must be cheap: thousands are called in a row. */
  changed(): void;
  /** The engine failed to serve the query. */
  failed(): void;
}

export class LiveQuery {
  readonly request: QueryRequest;
  /** Set when the result depends on the caller's identity: then only watchers of this identity may have it. */
  boundTo: string | null = null;
  /** Null until the first run has ended. */
  outcome: Outcome | null = null;
  /** `outcome` is valid at every timestamp t with from <= t < until. */
  from: Timestamp = 0;
  until: Timestamp = Number.NEGATIVE_INFINITY;
  /** Set once `from` is known to be on disk; only then may the outcome be sent. */
  isDurable = false;
  /** Increases when a running run becomes invalid: by deploys and by change signals from outside the database. */
  generation = 0;
  readonly watchers = new Set<Watcher>();
  /** What its last run cost, ms. */
  cost = 0;
  /** Stops the change signal of a system query. */
  unwatch: (() => void) | null = null;
  /** The cache keys of this query. */
  readonly filedUnder = new Set<string>();

  constructor(request: QueryRequest) {
    this.request = request;
  }

  /** True while no later commit is known to have changed the outcome. */
  get isFresh(): boolean {
    return this.until === Number.POSITIVE_INFINITY;
  }

  /**
   * The cursor at which the next run must end: the page end of the first run stays, so that pages do not move. Null
   * once a successful run did not paginate, whatever the client sent.
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

/** Each run has a new request id, which does not make an unchanged error new. */
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

/** May call internal functions. Their results never reach others, even if independent of the identity. */
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
