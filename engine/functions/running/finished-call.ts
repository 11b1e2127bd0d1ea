/** How each call ended, for metrics and logs. The answers are made in runner.ts. */
import { UserError } from "../../values/user-error.ts";
import type { CallRequest } from "./calls.ts";
import type { UdfType } from "../function-types.ts";
import { inComponent } from "../paths.ts";
import { FunctionThrew, thrownOf, type Thrown } from "../thrown.ts";

/**
 * `refused` is an intended refusal (a ConvexError) or a caller's mistake (wrong arguments, no such function); `failed`
 * is a bug of the function; `fault` is one of the engine.
 */
export type CallOutcome = "success" | "refused" | "failed" | "fault";

export type FinishedCall = {
  readonly udfType: UdfType;
  /** As the caller wrote it; method and path for HTTP actions. It may not exist, and must not be shown to others. */
  readonly path: string;
  readonly requestId: string;
  /** Called by an action, which gets the outcome. */
  readonly isNested: boolean;
  /** Called by the scheduler: no caller waits for the answer. */
  readonly isScheduled: boolean;
  readonly outcome: CallOutcome;
  /** May hold data that the caller sent. */
  readonly thrown: Thrown | null;
  /** From the request to the answer, for a mutation including its write to disk. */
  readonly milliseconds: number;
  /** In the form clients get; without those of nested calls. */
  readonly logLines: readonly string[];
};

/** Runs for every call, so it must be cheap. */
export type CallWatcher = (call: FinishedCall) => void;

type End = Pick<FinishedCall, "outcome" | "thrown">;

export const SUCCESS: End = { outcome: "success", thrown: null };
export const REFUSED: End = { outcome: "refused", thrown: null };

/** Call it when a call begins. @returns a function to call when it has ended */
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

/** The end of a call that failed with an error. */
export function endOf(error: unknown): End {
  if (error instanceof FunctionThrew || error instanceof UserError)
    return endOfThrown(thrownOf(error));
  return { outcome: "fault", thrown: null };
}

export function endOfThrown(thrown: Thrown): End {
  const isMeant = thrown.data !== undefined || thrown.isRefusal === true;
  return { outcome: isMeant ? "refused" : "failed", thrown };
}

/** The end of an HTTP action. Its handler may have thrown before or after it began to answer. */
export function endOfStatus(status: number, thrown: Thrown | null): End {
  if (status < 400) return thrown === null ? SUCCESS : endOfThrown(thrown);
  return { outcome: status < 500 ? "refused" : "failed", thrown };
}
