/** How each call ended, for whoever counts or logs calls. Answers are made of it in runner.ts. */
import { UserError } from "../values/user-error.ts";
import type { CallRequest } from "./calls.ts";
import type { UdfType } from "./function-types.ts";
import { inComponent } from "./paths.ts";
import { FunctionThrew, thrownOf, type Thrown } from "./thrown.ts";

/**
 * `refused` is a no that was meant (a ConvexError) or that answers a caller's mistake (wrong arguments, no such function);
 * `failed` is what the function's author did not mean; `fault` is the engine's own.
 */
export type CallOutcome = "success" | "refused" | "failed" | "fault";

export type FinishedCall = {
  readonly udfType: UdfType;
  /** As the caller wrote it, of HTTP actions method and path: not known to exist, and not for the eyes of others. */
  readonly path: string;
  readonly requestId: string;
  /** Called by an action, which is told how it ended. */
  readonly isNested: boolean;
  /** Called by the scheduler: nobody waits for the answer. */
  readonly isScheduled: boolean;
  readonly outcome: CallOutcome;
  /** May hold what the caller sent. */
  readonly thrown: Thrown | null;
  /** From the request to the answer, a mutation's on disk. */
  readonly milliseconds: number;
  /** In the form clients get; the function's own, not those of what it called. */
  readonly logLines: readonly string[];
};

/** Must be cheap: it is told of every call. */
export type CallWatcher = (call: FinishedCall) => void;

type End = Pick<FinishedCall, "outcome" | "thrown">;

export const SUCCESS: End = { outcome: "success", thrown: null };
export const REFUSED: End = { outcome: "refused", thrown: null };

/** To be called when a call begins. @returns what is to be called when it has ended */
export function watch(
  onCall: CallWatcher,
  udfType: UdfType,
  { component, path, requestId, scheduledId }: CallRequest,
  isNested = false,
): (end: End, logLines: readonly string[]) => void {
  const began = performance.now();
  return ({ outcome, thrown }, logLines) =>
    onCall({
      udfType,
      path: inComponent(component, path),
      requestId,
      isNested,
      isScheduled: scheduledId !== null,
      outcome,
      thrown,
      milliseconds: performance.now() - began,
      logLines,
    });
}

/** Of a call that ended with an error. */
export function endOf(error: unknown): End {
  if (error instanceof FunctionThrew || error instanceof UserError)
    return endOfThrown(thrownOf(error));
  return { outcome: "fault", thrown: null };
}

export function endOfThrown(thrown: Thrown): End {
  const isMeant = thrown.data !== undefined || thrown.isRefusal === true;
  return { outcome: isMeant ? "refused" : "failed", thrown };
}

/** Of an HTTP action that was answered so, and its handler may have thrown, before or after it began to answer. */
export function endOfStatus(status: number, thrown: Thrown | null): End {
  if (status < 400) return thrown === null ? SUCCESS : endOfThrown(thrown);
  return { outcome: status < 500 ? "refused" : "failed", thrown };
}
