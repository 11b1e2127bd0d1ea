/**
 * One client's session: its queries, its identity and the versions it was sent. Only `#tell` produces Transitions and
 * only `#advance` versions, so no gap can be sent.
 */
import type {
  Caller,
  FunctionRunner,
  RequestInfo,
} from "../functions/function-types.ts";
import { AuthError } from "../auth/auth-error.ts";
import {
  excessOf,
  limitsOf,
  tooLargeText,
  type CallerLimits,
  type Limits,
} from "./caller-limits.ts";
import type { MemoryAccount, Refusal } from "../memory/memory-budget.ts";
import { TooManyWaiting } from "../memory/network-turns.ts";
import type { SubscriptionManager } from "../reactivity/subscription-manager.ts";
import type { Timestamp } from "../values/json.ts";
import { formatSize } from "../values/format-size.ts";
import {
  ANONYMOUS,
  callerOfAdminKey,
  EXPIRED_TEXT,
  isExpired,
  type Authenticator,
} from "./callers.ts";
import { CLOSE, type Connection } from "./connection.ts";
import { textFrame } from "./frame.ts";
import { Inbox } from "./inbox.ts";
import {
  MalformedMessage,
  parseClientMessage,
  type Authenticate,
  type ClientMessage,
  type Connect,
  type FunctionRequest,
  type ModifyQuerySet,
} from "./messages.ts";
import type { MessageTurns, Sender } from "./message-turns.ts";
import { netChange } from "./net-change.ts";
import {
  QuerySet,
  type QuerySetOwner,
  type Subscription,
  type Survey,
} from "./query-set.ts";
import { RequestQueue } from "./request-queue.ts";
import {
  authErrorText,
  fatalErrorText,
  queryRemovedText,
  transitionText,
  type StateVersion,
} from "./server-messages.ts";
import {
  newsTexts,
  type Step,
  type TransitionFrames,
} from "./transition-frames.ts";

/** The state before anything was sent. */
const START: StateVersion = { querySet: 0, identity: 0, ts: 0 };

/** Decides when a session gets its turn: the publisher. */
export interface Turns {
  /** Asks for an attempt, batched with others. */
  enqueue(session: Session): void;
  /** Sets the session aside until there may be a timestamp at which all its results are valid. */
  wait(session: Session): void;
}

/** What all sessions of a server share. */
export type SessionHost = {
  readonly runner: FunctionRunner;
  readonly subscriptions: SubscriptionManager;
  readonly lastTs: () => Timestamp;
  /** Makes the newest timestamp a present one. */
  readonly catchUp: () => void;
  readonly authenticator: Authenticator;
  readonly frames: TransitionFrames;
  readonly limits: Limits;
  readonly turns: Turns;
  readonly messages: MessageTurns;
  readonly report: (error: unknown) => void;
};

/** The beginning of a call as the official clients write it. */
const CALL = /^\{"type":"(Mutation|Action)","requestId":(\d{1,10}),/;

const survey: Survey = { from: 0, until: 0, news: [] };

/** The state of the session. Whether it has ended is in Connection. */
type State =
  /** Only Connect is accepted. */
  | { readonly is: "greeting" }
  | { readonly is: "serving"; readonly requests: RequestQueue };

export class Session implements QuerySetOwner, Sender {
  readonly connection: Connection;
  /** True while in the publisher's queue; set by the publisher. */
  queued = false;
  readonly #host: SessionHost;
  readonly #turns: Turns;
  readonly #info: RequestInfo;
  readonly #queries: QuerySet;
  readonly #account: MemoryAccount;
  #state: State = { is: "greeting" };
  /** What the next message waits for: a token to be verified, or its network's turn. Those behind it wait, too. */
  #waits: "token" | "turn" | null = null;
  readonly #inbox: Inbox;
  #caller: Caller = ANONYMOUS;
  #clockSkew: number | null = null;
  #version = START;
  /** Versions the client has asked for, ahead of those it was sent. */
  #querySet = 0;
  #identity = 0;
  /** A Transition is due at this timestamp or later, even if no result changed; null when none is. */
  #due: Timestamp | null = null;

  constructor(
    host: SessionHost,
    connection: Connection,
    info: RequestInfo,
    account: MemoryAccount,
  ) {
    this.#host = host;
    this.#account = account;
    this.#turns = host.turns;
    this.connection = connection;
    this.#info = info;
    this.#inbox = new Inbox(account);
    this.#queries = new QuerySet(host.subscriptions.cache, this, account);
  }

  /** True once the client has sent Connect. */
  get isConnected(): boolean {
    return this.#state.is !== "greeting";
  }

  get network(): string | null {
    return this.#account.network;
  }

  get limits(): CallerLimits {
    return limitsOf(this.#host.limits, this.#caller);
  }

  /** Takes one text frame from the client. Never throws: an invalid one closes only this connection. */
  receive(text: string): void {
    if (!this.connection.isOpen) return;
    if (this.#waits === null) {
      if (this.#host.messages.enter(this, text.length)) return this.#take(text);
      this.#waits = "turn";
      this.connection.pause();
    }
    this.#keep(text);
  }

  next(): number | null {
    if (this.#waits !== "turn" || !this.connection.isOpen) return null;
    this.#waits = null;
    const text = this.#inbox.shift();
    if (text !== undefined) this.#take(text);
    return this.#following();
  }

  /** @returns the length of the message whose turn is next; null when none waits for one */
  #following(): number | null {
    if (this.#waits !== null) return null;
    const { length } = this.#inbox;
    if (length === null) this.connection.resume();
    else this.#waits = "turn";
    return length;
  }

  #take(text: string): void {
    const excess = excessOf(text, this.#host.limits, this.#caller);
    if (excess !== null) return this.#refuseLarge(text, excess);
    try {
      this.#handle(parseClientMessage(text));
    } catch (error) {
      // Guard untested: no message makes the rest fail; only a fault of the engine does.
      if (error instanceof MalformedMessage)
        this.#fatal(error.message, CLOSE.invalidPayload, "BadRequest");
      else this.fail(error);
    }
  }

  /** Bytes have arrived. A message that can never fit gets an error; one that does not fit now may fit later. */
  arrived(): void {
    const { message } = this.limits;
    const refusal = this.connection.arrived(message);
    if (refusal === null) return;
    if (refusal !== "account") return this.evict();
    this.connection.sendText(fatalErrorText(tooLargeText(message)));
    this.connection.cut(CLOSE.tooBig, "MessageTooLarge");
  }

  /** Frees its memory for others. The client may reconnect and send everything again. */
  evict(): void {
    this.connection.cut(CLOSE.tryAgain, "TooManyBytes");
    this.end();
  }

  /** Sends a Transition if a consistent timestamp exists; sets the session aside otherwise. */
  attempt(): void {
    // A client that does not read needs no results; `drain` resumes it, and then one Transition covers all.
    if (!this.connection.isOpen || this.connection.isCongested) return;
    try {
      this.#attempt();
    } catch (error) {
      this.fail(error);
    }
  }

  #attempt(): void {
    const { durability } = this.#host.subscriptions;
    if (!this.#queries.survey(survey)) return this.#turns.wait(this);
    if (this.#due === null && survey.news.length === 0) return;
    // Each of the three is on disk.
    const earliest = Math.max(survey.from, this.#version.ts, this.#due ?? 0);
    if (earliest >= survey.until) return this.#turns.wait(this);
    const durable = durability.known;
    // The same timestamp for as many sockets as possible, so that they share frames.
    const ts = durable < survey.until ? durable : earliest;
    if (isExpired(this.#caller)) return this.#refuse(EXPIRED_TEXT);
    this.#tell(ts, survey.news);
  }

  enqueue(): void {
    if (!this.queued) this.#turns.enqueue(this);
  }

  interrupt(): void {
    this.connection.close(CLOSE.internalError, "InternalServerError");
  }

  /** A fault that is not the client's: it may reconnect. */
  fail(error: unknown): void {
    this.#host.report(error);
    this.interrupt();
  }

  /** The socket is gone. */
  end(): void {
    this.connection.markClosed();
    this.#release();
  }

  #release(): void {
    this.#queries.clear();
    if (this.#state.is !== "greeting") this.#state.requests.stop();
    this.#inbox.clear();
  }

  #tell(ts: Timestamp, news: readonly Subscription[]): void {
    const { removed } = this.#queries;
    const isCommon =
      removed.size === 0 && this.#version.identity === this.#identity;
    const step = isCommon
      ? this.#host.frames.step(
          this.#version,
          this.#querySet,
          this.#identity,
          ts,
          news,
        )
      : this.#ownStep(ts, removed, news);
    this.#advance(step);
    this.#queries.markSent(news);
    this.#due = null;
    this.connection.send(step.frame);
  }

  #ownStep(
    ts: Timestamp,
    removed: ReadonlySet<number>,
    news: readonly Subscription[],
  ): Step {
    const start = this.#version;
    const end = { querySet: this.#querySet, identity: this.#identity, ts };
    const texts = [
      ...Array.from(removed, queryRemovedText),
      ...newsTexts(news),
    ];
    const text = transitionText(start, end, texts, this.#clockSkew);
    return { start, end, frame: textFrame(text) };
  }

  /** The client throws and cannot recover when a Transition does not start where the last one ended. */
  #advance({ start, end }: Step): void {
    const isBack =
      end.ts < start.ts ||
      end.querySet < start.querySet ||
      end.identity < start.identity;
    // Guard untested: each of them only grows; if one did not, the client could not recover.
    if (isBack) throw new Error("a version would go back");
    this.#version = end;
  }

  #handle(message: ClientMessage): void {
    if (message.type === "Connect") return this.#connect(message);
    const state = this.#state;
    if (state.is !== "serving")
      return this.#violation("The first message must be Connect.");
    switch (message.type) {
      case "ModifyQuerySet":
        return this.#modifyQueries(message);
      case "Authenticate":
        return this.#authenticate(message);
      case "Mutation":
      case "Action":
        return this.#request(state.requests, message);
      case "Event":
        return;
    }
  }

  #connect(message: Connect): void {
    if (this.#state.is !== "greeting")
      return this.#violation("Connect was sent twice.");
    const { runner, report, lastTs, catchUp } = this.#host;
    const observed = message.maxObservedTimestamp;
    // The client has seen commits that this server lacks, which was restored; serving it would take it back in time.
    if (observed !== null && observed > lastTs()) {
      catchUp();
      return this.connection.close(CLOSE.tryAgain, "ClientAheadOfServer");
    }
    if (message.clientTs !== null)
      this.#clockSkew = Math.round(message.clientTs - Date.now());
    const requests = new RequestQueue({
      runner,
      sessionId: message.sessionId,
      info: this.#info,
      answered: (text, ts) => this.#answer(text, ts),
      report,
      account: this.#account,
    });
    this.#state = { is: "serving", requests };
  }

  #modifyQueries(message: ModifyQuerySet): void {
    const { baseVersion, newVersion, modifications } = message;
    const current = this.#querySet;
    if (baseVersion !== current)
      return this.#violation(
        `Base version ${baseVersion} passed up doesn't match the current version ${current}`,
        "BaseVersionMismatch",
      );
    if (newVersion <= baseVersion)
      return this.#violation(
        `New version ${newVersion} must be greater than base version ${baseVersion}`,
      );
    const { queries } = this.limits;
    const change = netChange(this.#queries, modifications, queries);
    if ("error" in change) return this.#violation(change.error, change.reason);
    for (const queryId of change.removed) this.#queries.remove(queryId);
    for (const query of change.added) {
      const refusal = this.#queries.add(query, this.#caller);
      if (refusal !== null) return this.#refuseQueries(refusal);
    }
    this.#querySet = newVersion;
    this.#owe(0);
  }

  /** A query over the session's own limit never fits; other refusals may pass later. */
  #refuseQueries(refusal: Refusal): void {
    if (refusal !== "account")
      return this.connection.close(CLOSE.tryAgain, "TooManyBytes");
    this.#violation(
      `Too much is being watched: a single websocket may hold up to ${formatSize(this.limits.held)}.`,
      "TooManyBytes",
    );
  }

  /**
   * Fails a call, so that the client gets the reason and does not send it again. Any other message ends the session.
   */
  #refuseLarge(text: string, error: string): void {
    const call = CALL.exec(text);
    if (call === null || this.#state.is === "greeting")
      return this.#fatal(error, CLOSE.tooBig, "MessageTooLarge");
    const type = call[1] === "Mutation" ? "Mutation" : "Action";
    this.#state.requests.refuse({ type, requestId: Number(call[2]) }, error);
  }

  #keep(text: string): void {
    if (!this.#inbox.add(text))
      this.connection.close(CLOSE.tryAgain, "TooManyBytes");
  }

  #authenticate(message: Authenticate): void {
    const current = this.#identity;
    if (message.baseVersion !== current)
      return this.#violation(
        `Base version ${message.baseVersion} passed up doesn't match the current version ${current}`,
        "BaseVersionMismatch",
      );
    this.#waits = "token";
    this.connection.pause();
    void this.#verify(message).then(
      (caller) => this.#become(caller),
      (error: unknown) => {
        if (error instanceof AuthError) this.#refuse(error.message, true);
        else if (!(error instanceof TooManyWaiting)) this.fail(error);
        else this.connection.close(CLOSE.tryAgain, error.code);
      },
    );
  }

  async #verify(message: Authenticate): Promise<Caller> {
    const { authenticator } = this.#host;
    switch (message.tokenType) {
      case "None":
        return ANONYMOUS;
      case "User":
        return authenticator.verifyToken(message.value, this.network);
      case "Admin":
        return callerOfAdminKey(authenticator, message.value, message.actingAs);
    }
  }

  #become(caller: Caller): void {
    if (!this.connection.isOpen) return;
    const was = this.#caller;
    this.#caller = caller;
    this.#identity++;
    // Anonymous before and after: the results are the same, and running every query again is far more expensive.
    const isSame = was.kind === "anonymous" && caller.kind === "anonymous";
    if (!isSame) this.#queries.changeCaller(caller);
    this.#account.limit = this.limits.held;
    this.#account.isKnown = caller.kind !== "anonymous";
    this.#waits = null;
    this.#owe(0);
    let length = this.#following();
    while (length !== null && this.#host.messages.enter(this, length))
      length = this.next();
  }

  #request(requests: RequestQueue, message: FunctionRequest): void {
    if (isExpired(this.#caller)) return this.#refuse(EXPIRED_TEXT);
    if (requests.accept(message, this.#caller)) return;
    const reason =
      message.type === "Mutation"
        ? "TooManyConcurrentMutations"
        : "TooManyInflightActionsForSingleClient";
    this.connection.close(CLOSE.tryAgain, reason);
  }

  /** Sends the answer, then a Transition that includes its writes. */
  #answer(text: string, ts: Timestamp | null): void {
    if (ts !== null) this.#host.subscriptions.durability.note(ts);
    this.connection.sendTextWith(text, () => this.#owe(ts ?? 0));
  }

  #owe(notBefore: Timestamp): void {
    this.#due = Math.max(this.#due ?? 0, notBefore);
    this.attempt();
  }

  #refuse(error: string, authUpdateAttempted = false): void {
    const { identity } = this.#version;
    this.connection.sendText(
      authErrorText(error, identity, authUpdateAttempted),
    );
    this.connection.close(CLOSE.normal, "Unauthenticated");
  }

  #violation(error: string, reason = "BadRequest"): void {
    this.#fatal(error, CLOSE.policyViolation, reason);
  }

  #fatal(error: string, code: number, reason: string): void {
    this.connection.sendText(fatalErrorText(error));
    this.connection.close(code, reason);
  }
}
