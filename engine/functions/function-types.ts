/**
 * What sync, http, scheduler and deploy may know of running functions. Holds types only.
 */
import type { JsonObject, JsonValue, Timestamp } from "../values/json.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";

/** Who calls. `user` carries the claims as getUserIdentity returns them; `admin` may call internal functions. */
export type Caller =
  | {
      readonly kind: "anonymous";
      /** Why the credentials of an HTTP action's request were not taken; who asks for the identity is told. */
      readonly refusal?: string;
    }
  | {
      readonly kind: "user";
      readonly identity: UserIdentity;
      /** ms since epoch */ readonly expiresAt: number;
    }
  | { readonly kind: "admin"; readonly actingAs?: UserIdentity }
  /** The engine itself (scheduler, crons): may call internal functions, has no identity. */
  | { readonly kind: "system" };

/** As `ctx.auth.getUserIdentity()` returns it: tokenIdentifier, subject, issuer and the claims. */
export type UserIdentity = JsonObject & {
  readonly tokenIdentifier: string;
  readonly subject: string;
  readonly issuer: string;
};

export type UdfType = "Query" | "Mutation" | "Action" | "HttpAction";

/** An error of user code or of its use, ready for the wire. `data` is the encoded payload of a ConvexError. */
export type FunctionFailure = {
  readonly ok: false;
  /** As the client shows it: `[Request ID: …] Server Error\nUncaught Error: …`. */
  readonly message: string;
  readonly data?: JsonValue;
  readonly logLines: readonly string[];
};

/** `value` is the JSON text of the encoded result: encoded once, shared by every reader. */
export type QueryResult = {
  readonly outcome:
    | {
        readonly ok: true;
        readonly value: string;
        readonly logLines: readonly string[];
      }
    | FunctionFailure;
  readonly ts: Timestamp;
  readonly reads: ReadSet;
  /** End cursor of `.paginate()`, null if it did not paginate. */
  readonly journal: string | null;
  /** True when the function asked who calls: its result may be shared only between callers with the same identity. */
  readonly identityRead: boolean;
};

export type MutationResult =
  | {
      readonly ok: true;
      readonly value: string;
      readonly ts: Timestamp;
      readonly logLines: readonly string[];
    }
  | FunctionFailure;

export type ActionResult =
  | {
      readonly ok: true;
      readonly value: string;
      readonly logLines: readonly string[];
    }
  | FunctionFailure;

/** A query that comes with its code: test-query.ts. */
export type TestQuery = {
  /** Path of the component that it runs in; "" is the app. */
  readonly component: string;
  readonly module: { readonly path: string; readonly source: string };
  readonly args: JsonValue;
  readonly caller: Caller;
};

/** Facts of the request that `getRequestMetadata` gives to code. */
export type RequestInfo = {
  readonly ip: string | null;
  readonly userAgent: string | null;
};

/** Runs the deployed functions. Every method settles only after its effects are durable, except `runQuery`, whose `ts` the caller must wait for. */
export interface FunctionRunner {
  /** `path` is canonical or not (`messages:list`, `messages.js:list`). `journal` from the client or null. `at` as in `Database.runQuery`. */
  runQuery(
    path: string,
    args: JsonValue,
    caller: Caller,
    journal: string | null,
    at?: Timestamp,
  ): Promise<QueryResult>;
  /** With `session` the answer is recorded in the same transaction and a repeated request gets the first answer. */
  runMutation(
    path: string,
    args: JsonValue,
    caller: Caller,
    session?: { readonly sessionId: string; readonly requestId: number },
    request?: RequestInfo,
  ): Promise<MutationResult>;
  /**
   * In the turns of the caller's network.
   * @param gone aborted when nobody waits for it any more; what has begun goes on.
   * @throws TooManyWaiting, CallerHasGone
   */
  runAction(
    path: string,
    args: JsonValue,
    caller: Caller,
    request?: RequestInfo,
    gone?: AbortSignal,
  ): Promise<ActionResult>;
  /**
   * In the turns of the caller's network. `Could not find…` is an answer of status 404, never an exception.
   * @throws TooManyWaiting, CallerHasGone
   */
  runHttpAction(
    request: Request,
    caller: Caller,
    info?: RequestInfo,
  ): Promise<Response>;
  /** Type and visibility of a function, or undefined; for `/api/function` and the scheduler. */
  describe(
    path: string,
  ):
    | { readonly udfType: UdfType; readonly visibility: "public" | "internal" }
    | undefined;
  /** Called after each deploy: every cached query result is invalid. Returns the way to stop. */
  onDeploy(listener: () => void): () => void;
}
