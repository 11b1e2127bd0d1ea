/** The interface of functions/ for sync, http, scheduler and deploy. Types only. */
import type { JsonObject, JsonValue, Timestamp } from "../values/json.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";

/**
 * The caller of a function. `user` has the claims as getUserIdentity returns them; `admin` may call internal functions.
 */
export type Caller =
  | {
      readonly kind: "anonymous";
      /** Why an HTTP action's credentials were rejected; shown to code that asks for the identity. */
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
  /** True when the function asked for the identity: only callers with the same identity may share its result. */
  readonly identityRead: boolean;
  /** Time of the engine's thread that its code took, ms. */
  readonly cost: number;
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

/** A query sent with its code: test-query.ts. */
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

/**
 * Runs the deployed functions. Every method settles only after its effects are durable, except `runQuery`, whose `ts`
 * the caller must wait for.
 */
export interface FunctionRunner {
  /**
   * `path` is canonical or not (`messages:list`, `messages.js:list`). `journal` is the client's or null. `at` as in
   * `Database.runQuery`. `network` is whose turn it takes; null for the engine's own work.
   */
  runQuery(
    path: string,
    args: JsonValue,
    caller: Caller,
    journal: string | null,
    at?: Timestamp,
    network?: string | null,
  ): Promise<QueryResult>;
  /** With `session`, the answer is recorded in the same transaction and a repeated request gets the first answer. */
  runMutation(
    path: string,
    args: JsonValue,
    caller: Caller,
    session?: { readonly sessionId: string; readonly requestId: number },
    request?: RequestInfo,
  ): Promise<MutationResult>;
  /**
   * Limited per network of the caller.
   * @param gone aborted when the caller no longer waits; an action that has begun continues.
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
   * Limited per network of the caller. `Could not find…` is an answer of status 404, never an exception.
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
  /**
   * Calls the listener after each deploy, when every cached query result is invalid. Returns the function that
   * unsubscribes.
   */
  onDeploy(listener: () => void): () => void;
}
