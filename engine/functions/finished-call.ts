/** How a call ended, for whoever counts or logs calls. Holds nothing of what callers sent or got. */
import { UserError } from "../values/user-error.ts";
import type { UdfType } from "./function-types.ts";
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
  readonly outcome: CallOutcome;
  /** From the request to the answer, a mutation's on disk. */
  readonly milliseconds: number;
  /** In the form clients get; the function's own, not those of what it called. */
  readonly logLines: readonly string[];
};

/** Must be cheap: it is told of every call. */
export type CallWatcher = (call: FinishedCall) => void;

export function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof FunctionThrew || error instanceof UserError)
    return outcomeOfThrown(thrownOf(error));
  return "fault";
}

export function outcomeOfThrown({ data, isRefusal }: Thrown): CallOutcome {
  return data !== undefined || isRefusal === true ? "refused" : "failed";
}

/** Of an HTTP action's answer. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "success";
}
