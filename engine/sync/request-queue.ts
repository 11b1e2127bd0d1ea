/**
 * Runs the mutations of one socket one at a time, in order of arrival. Its actions run concurrently, as far as the
 * network's limit allows.
 */
import type {
  ActionResult,
  Caller,
  FunctionFailure,
  FunctionRunner,
  MutationResult,
  RequestInfo,
} from "../functions/function-types.ts";
import { inComponent } from "../functions/paths.ts";
import {
  weightOf,
  type MemoryAccount,
  type Refusal,
} from "../memory/memory-budget.ts";
import { CallerHasGone, TooManyWaiting } from "../memory/network-turns.ts";
import type { JsonText, JsonValue, Timestamp } from "../values/json.ts";
import type { FunctionRequest } from "./messages.ts";
import { actionResponseText, mutationResponseText } from "./server-messages.ts";

/** As in the Convex backend (OPERATION_QUEUE_BUFFER_SIZE). */
const MAX_PENDING = 1000;

/** Bytes of a call without its arguments. */
const OVERHEAD = 512;

type Job = {
  readonly request: FunctionRequest;
  readonly caller: Caller;
  /** Bytes it takes of the socket's memory until it ends. */
  readonly weight: number;
};

/** The error a caller gets when there is no room for its arguments. */
const NO_ROOM: Record<Refusal, string> = {
  account: "Too much is waiting on this connection. Try again later.",
  network: "Too much is being sent from your network. Try again later.",
  process: "Too much is being sent at once. Try again later.",
};

export type Answered = {
  /** `ts` is the commit the client must see before its promise resolves; null when there is none. */
  (text: string, ts: Timestamp | null): void;
};

export class RequestQueue {
  readonly #runner: Pick<FunctionRunner, "runMutation" | "runAction">;
  readonly #sessionId: string;
  readonly #info: RequestInfo;
  readonly #answered: Answered;
  readonly #report: (error: unknown) => void;
  readonly #account: MemoryAccount;
  #mutations: Job[] = [];
  #running = false;
  #actions = 0;
  /** Aborted when the socket is gone. */
  readonly #gone = new AbortController();

  constructor(options: {
    readonly runner: Pick<FunctionRunner, "runMutation" | "runAction">;
    readonly sessionId: string;
    readonly info: RequestInfo;
    readonly answered: Answered;
    /** Receives faults of the engine, never errors of functions. */
    readonly report: (error: unknown) => void;
    readonly account: MemoryAccount;
  }) {
    this.#runner = options.runner;
    this.#sessionId = options.sessionId;
    this.#info = options.info;
    this.#answered = options.answered;
    this.#report = options.report;
    this.#account = options.account;
  }

  /**
   * Runs the call in its turn, or fails it when there is no room for its arguments.
   * @returns false when too many wait or run already.
   */
  accept(request: FunctionRequest, caller: Caller): boolean {
    const isMutation = request.type === "Mutation";
    const waiting = isMutation ? this.#mutations.length : this.#actions;
    if (waiting >= MAX_PENDING) return false;
    const weight =
      OVERHEAD + weightOf(request.args) + weightOf(request.udfPath);
    const refusal = this.#account.take(weight);
    if (refusal !== null) this.refuse(request, NO_ROOM[refusal]);
    else if (isMutation) this.#enqueue({ request, caller, weight });
    else void this.#runAction({ request, caller, weight });
    return true;
  }

  /** Fails a call without running it. */
  refuse(
    { type, requestId }: Pick<FunctionRequest, "type" | "requestId">,
    message: string,
  ): void {
    const failure = failureOf(message);
    const text =
      type === "Mutation"
        ? mutationResponseText(requestId, failure)
        : actionResponseText(requestId, failure);
    this.#answered(text, null);
  }

  /** The socket is gone. Waiting mutations are dropped: the client sends them again on its next socket. */
  stop(): void {
    this.#gone.abort();
    for (const { weight } of this.#mutations) this.#account.give(weight);
    this.#mutations = [];
  }

  #enqueue(job: Job): void {
    this.#mutations.push(job);
    if (!this.#running) void this.#work();
  }

  async #work(): Promise<void> {
    this.#running = true;
    for (;;) {
      const job = this.#mutations.shift();
      if (job === undefined) break;
      const { requestId } = job.request;
      const result = await this.#runMutation(job);
      this.#account.give(job.weight);
      if (this.#gone.signal.aborted) break;
      const ts = result.ok ? result.ts : null;
      this.#answered(mutationResponseText(requestId, result), ts);
    }
    this.#running = false;
  }

  async #runMutation({ request, caller }: Job): Promise<MutationResult> {
    const { udfPath, args, requestId, componentPath } = request;
    const session = { sessionId: this.#sessionId, requestId };
    try {
      return await this.#runner.runMutation(
        inComponent(componentPath, udfPath),
        parse(args),
        caller,
        session,
        this.#info,
      );
    } catch (error) {
      return this.#fault(error);
    }
  }

  async #runAction({ request, caller, weight }: Job): Promise<void> {
    const { udfPath, args, requestId, componentPath } = request;
    this.#actions++;
    let result: ActionResult;
    try {
      result = await this.#runner.runAction(
        inComponent(componentPath, udfPath),
        parse(args),
        caller,
        this.#info,
        this.#gone.signal,
      );
    } catch (error) {
      result = this.#refusalOf(error) ?? this.#fault(error);
    }
    this.#actions--;
    this.#account.give(weight);
    if (!this.#gone.signal.aborted)
      this.#answered(actionResponseText(requestId, result), null);
  }

  /** Null if it is not a refusal. After a lost connection the client never sees it. */
  #refusalOf(error: unknown): FunctionFailure | null {
    const isRefused =
      error instanceof TooManyWaiting || error instanceof CallerHasGone;
    return isRefused ? failureOf(error.message) : null;
  }

  /** A fault of the engine or the disk. The details go to the log, not to the client. */
  #fault(error: unknown): FunctionFailure {
    this.#report(error);
    return failureOf("Server Error");
  }
}

function failureOf(message: string): FunctionFailure {
  return { ok: false, message, logLines: [] };
}

function parse(args: JsonText): JsonValue {
  return JSON.parse(args) as JsonValue;
}
