/**
 * The mutations of one socket, one at a time in the order of their arrival, and its actions, all at once.
 * Knows nothing of versions; it hands over finished answers.
 */
import type {
  ActionResult,
  Caller,
  FunctionFailure,
  FunctionRunner,
  MutationResult,
  RequestInfo,
} from "../functions/function-types.ts";
import { notFoundText, strippedPath } from "../functions/paths.ts";
import type { Timestamp } from "../values/json.ts";
import type { FunctionRequest } from "./messages.ts";
import { actionResponseText, mutationResponseText } from "./server-messages.ts";

/** As the real backend has it (OPERATION_QUEUE_BUFFER_SIZE). */
const MAX_PENDING = 1000;

type Job = { readonly request: FunctionRequest; readonly caller: Caller };

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
  #mutations: Job[] = [];
  #running = false;
  #actions = 0;
  #stopped = false;

  constructor(options: {
    readonly runner: Pick<FunctionRunner, "runMutation" | "runAction">;
    readonly sessionId: string;
    readonly info: RequestInfo;
    readonly answered: Answered;
    /** Hears of faults that are not the function's own. */
    readonly report: (error: unknown) => void;
  }) {
    this.#runner = options.runner;
    this.#sessionId = options.sessionId;
    this.#info = options.info;
    this.#answered = options.answered;
    this.#report = options.report;
  }

  /** False when too many wait already. */
  mutate(request: FunctionRequest, caller: Caller): boolean {
    if (this.#mutations.length >= MAX_PENDING) return false;
    this.#mutations.push({ request, caller });
    if (!this.#running) void this.#work();
    return true;
  }

  /** False when too many run already. */
  act(request: FunctionRequest, caller: Caller): boolean {
    if (this.#actions >= MAX_PENDING) return false;
    this.#actions++;
    void this.#runAction(request, caller);
    return true;
  }

  /** The socket is gone. What waits is dropped: the client sends it again on its next socket. */
  stop(): void {
    this.#stopped = true;
    this.#mutations = [];
  }

  async #work(): Promise<void> {
    this.#running = true;
    for (;;) {
      const job = this.#mutations.shift();
      if (job === undefined) break;
      const { requestId } = job.request;
      const result = await this.#runMutation(job);
      if (this.#stopped) break;
      const ts = result.ok ? result.ts : null;
      this.#answered(mutationResponseText(requestId, result), ts);
    }
    this.#running = false;
  }

  async #runMutation({ request, caller }: Job): Promise<MutationResult> {
    const { udfPath, args, requestId, componentPath } = request;
    if (componentPath !== "") return noComponent(request);
    const session = { sessionId: this.#sessionId, requestId };
    try {
      return await this.#runner.runMutation(
        udfPath,
        args,
        caller,
        session,
        this.#info,
      );
    } catch (error) {
      return this.#fault(error);
    }
  }

  async #runAction(request: FunctionRequest, caller: Caller): Promise<void> {
    const { udfPath, args, requestId, componentPath } = request;
    let result: ActionResult;
    try {
      result =
        componentPath !== ""
          ? noComponent(request)
          : await this.#runner.runAction(udfPath, args, caller, this.#info);
    } catch (error) {
      result = this.#fault(error);
    }
    this.#actions--;
    if (!this.#stopped)
      this.#answered(actionResponseText(requestId, result), null);
  }

  /** A fault of the engine or the disk. What it was is for the log, not for the client. */
  #fault(error: unknown): FunctionFailure {
    this.#report(error);
    return { ok: false, message: "Server Error", logLines: [] };
  }
}

function noComponent(request: FunctionRequest): FunctionFailure {
  const path = strippedPath(request.udfPath);
  const message = notFoundText(path, request.componentPath);
  return { ok: false, message, logLines: [] };
}
