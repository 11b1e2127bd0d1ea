/**
 * One row of `_scheduled_functions` and the moves it can make; every write to the table is here.
 * Runs inside the caller's transaction. Does not run functions (executor.ts).
 */
import type { JsonDocument, JsonObject } from "../values/json.ts";
import { UserError } from "../values/user-error.ts";
import type { Transaction } from "../transactions/types.ts";

/** As the backend shows it: `pending → inProgress → success | failed`, or `canceled` from the first two. */
export type JobState =
  | { readonly kind: "pending" | "inProgress" | "success" | "canceled" }
  | { readonly kind: "failed"; readonly error: string };

export type ScheduledFunction = {
  readonly id: string;
  /** `module.js:fn` */
  readonly name: string;
  readonly args: JsonObject;
  /** ms since the epoch */
  readonly scheduledTime: number;
  readonly state: JobState;
};

const FIVE_YEARS = 5 * 366 * 24 * 3_600_000;

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
export function getScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
): ScheduledFunction | null {
  const document = transaction.get(table, id);
  return document && parseScheduledFunction(document);
}

export type NewJob = {
  /** Canonical or not: `module:fn`, `module`, `module.js:fn`. */
  readonly path: string;
  readonly args: JsonObject;
  /** When it is due, ms since the epoch. */
  readonly at: number;
  /** The scheduled function that schedules this one, if it is one. */
  readonly parent: string | null;
};

/**
 * Adds a function to be run; it is known to the executor once the transaction commits.
 * What a canceled parent schedules is canceled at once (contract h).
 * @returns its id
 * @throws UserError when `at` is no time or more than five years away.
 */
export function insertScheduledFunction(
  transaction: Transaction,
  table: number,
  job: NewJob,
  now: number,
): string {
  if (!Number.isFinite(job.at))
    throw new UserError("Scheduled time must be a finite number");
  if (job.at > now + FIVE_YEARS)
    throw new UserError("Scheduled time must not be more than 5 years away");
  if (job.at < now - FIVE_YEARS)
    throw new UserError(
      "Scheduled time must not be more than 5 years in the past",
    );
  const parent =
    job.parent === null
      ? null
      : getScheduledFunction(transaction, table, job.parent);
  const canceled = parent?.state.kind === "canceled";
  const row = transaction.insert(table, {
    name: canonicalName(job.path),
    args: [job.args],
    scheduledTime: canceled ? now : job.at,
    state: { kind: canceled ? "canceled" : "pending" },
    ...(canceled ? { completedTime: now } : {}),
  });
  return row._id;
}

/** Marks a pending job as running. @returns false when it is not pending any more. */
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

/** Cancels a pending or running job; one that is over, or cleaned up, is left as it is. */
export function cancelScheduledFunction(
  transaction: Transaction,
  table: number,
  id: string,
  now: number,
): void {
  endScheduledFunction(transaction, table, id, { kind: "canceled" }, now);
}

/** `module:fn` as the backend writes it: `module.js:fn`, the default export by its name. */
export function canonicalName(path: string): string {
  const colon = path.indexOf(":");
  const module = colon < 0 ? path : path.slice(0, colon);
  const name = colon < 0 ? "default" : path.slice(colon + 1);
  return `${module.replace(/\.js$/, "")}.js:${name}`;
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
