/**
 * One row of `_scheduled_functions` and its state changes, inside the caller's transaction; every write to the table is
 * here. scheduled-function-executor.ts runs the functions.
 */
import type { JsonDocument, JsonObject } from "../values/json.ts";
import type { FunctionFailure } from "../functions/function-types.ts";
import type { ScheduleRequest } from "../functions/ports.ts";
import type { Transaction } from "../transactions/transaction-types.ts";
import { tableOfJob } from "./job-tables.ts";

/** As in the backend: `pending → inProgress → success | failed`, or `canceled` from the first two. */
export type JobState =
  | { readonly kind: "pending" | "inProgress" | "success" | "canceled" }
  | { readonly kind: "failed"; readonly error: string };

export type ScheduledFunction = {
  readonly id: string;
  /** `module.js:fn` of the job's component, or the text of an address (functions/paths.ts) elsewhere. */
  readonly name: string;
  readonly args: JsonObject;
  /** ms since the epoch */
  readonly scheduledTime: number;
  readonly state: JobState;
};

/** Reads a row. */
export function parseScheduledFunction(
  document: JsonDocument,
): ScheduledFunction {
  const [args] = document["args"] as [JsonObject];
  return {
    id: document._id,
    name: document["name"] as string,
    args,
    scheduledTime: document["scheduledTime"] as number,
    state: document["state"] as JobState,
  };
}

/** The row, or null when it does not exist or was cleaned up. */
function getScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
): ScheduledFunction | null {
  const document = transaction.get(table, id);
  return document && parseScheduledFunction(document);
}

/**
 * Adds a job; the executor learns of it when the transaction commits. Jobs that a canceled parent schedules are
 * canceled at once (SPEC.md SC13).
 * @returns its id
 */
export function insertScheduledFunction(
  transaction: Transaction,
  table: number,
  job: ScheduleRequest,
  now: number,
): string {
  const parent =
    job.parent === null
      ? null
      : getScheduledFunction(transaction, tableOfJob(job.parent), job.parent);
  const canceled = parent?.state.kind === "canceled";
  const row = transaction.insert(table, {
    name: job.path,
    args: [job.args],
    scheduledTime: canceled ? now : job.at,
    state: { kind: canceled ? "canceled" : "pending" },
    ...(canceled ? { completedTime: now } : {}),
  });
  return row._id;
}

/** Marks a pending job as running. @returns false when it is no longer pending. */
export function beginScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
): boolean {
  const job = getScheduledFunction(transaction, table, id);
  if (job?.state.kind !== "pending") return false;
  setState(transaction, table, id, { kind: "inProgress" });
  return true;
}

/** Ends a job unless it is over already (a running one that was canceled stays canceled). */
export function endScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
  state: JobState,
  now: number,
): void {
  const kind = getScheduledFunction(transaction, table, id)?.state.kind;
  if (kind === "pending" || kind === "inProgress")
    setState(transaction, table, id, state, now);
}

/** Cancels a pending or running job; leaves finished and removed ones as they are. */
export function cancelScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
  now: number,
): void {
  endScheduledFunction(transaction, table, id, { kind: "canceled" }, now);
}

function setState(
  transaction: Transaction,
  table: number,
  id: string,
  state: JobState,
  completedTime?: number,
): void {
  const document = transaction.get(table, id);
  if (document === null) return;
  const { _id, _creationTime, ...fields } = document;
  transaction.put(
    table,
    id,
    {
      ...fields,
      state: { ...state },
      ...(completedTime === undefined ? {} : { completedTime }),
    },
    "Replace",
  );
}

/** The error as the table shows it: without the request id and the prefix for clients. */
export function failed(outcome: FunctionFailure): JobState {
  const error = outcome.message
    .replace(/^\[Request ID: \w+\] (Server Error)?\n?/, "")
    .trimEnd();
  return { kind: "failed", error: error || outcome.message };
}
