/**
 * What the scheduler needs from functions/: running a function with the scheduler's own writes in the same transaction.
 * main.ts connects it. Jobs run without identity and may call internal functions.
 */
import type { JsonObject } from "../values/json.ts";
import type { Transaction } from "../transactions/types.ts";
import type { FunctionFailure, UdfType } from "../functions/types.ts";

/** Writes of the scheduler that belong to the transaction of a mutation it runs. */
export type AroundMutation = {
  /** Before the function. False: the job is no longer to be run; nothing is committed. */
  readonly before: (transaction: Transaction) => boolean;
  /** After it succeeded; whatever is written here commits or vanishes with the function's writes. */
  readonly after: (transaction: Transaction) => void;
};

export type JobOutcome = { readonly ok: true } | FunctionFailure;

export interface JobRunner {
  /** Undefined when the deployment has no such function. */
  udfTypeOf(path: string): UdfType | undefined;
  /** Retried on conflicts until it commits. `scheduledId` is the job's id, null for crons. */
  runMutation(
    path: string,
    args: JsonObject,
    scheduledId: string | null,
    around: AroundMutation,
  ): Promise<JobOutcome>;
  runAction(
    path: string,
    args: JsonObject,
    scheduledId: string | null,
  ): Promise<JobOutcome>;
}
