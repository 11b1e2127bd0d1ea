/**
 * `ctx.scheduler`: schedules and cancels inside the function's transaction. scheduler/ runs the jobs. Texts:
 * crates/udf/src/validation.rs and crates/model/src/scheduled_jobs/mod.rs of get-convex/convex-backend.
 */
import { refuseCommitTs } from "../../values/commit-ts.ts";
import type { JsonObject } from "../../values/json.ts";
import {
  checkLimits,
  TRANSACTION_LIMITS,
  type TransactionLimits,
} from "../../values/limits.ts";
import { UserError } from "../../values/user-error.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { Execution, Scheduled } from "../running/execution.ts";
import { canonical, foreignText, type FunctionAddress } from "../paths.ts";
import {
  invalidArgument,
  isObject,
  tableOfId,
  textArgument,
} from "./arguments.ts";
import { addressOf } from "./function-address.ts";

const FIVE_YEARS = 5 * 366 * 24 * 3600 * 1000;

/** A checked request. */
export type Scheduling = {
  /** The scheduling component; "" is the app. */
  readonly component: string;
  /** `module.js:name` of the same component, or the text of an address (paths.ts) in another. */
  readonly path: string;
  readonly args: JsonObject;
  readonly at: number;
};

/** `{name|functionHandle, ts (s), args}` → id */
export function schedule(execution: Execution, args: JsonObject): string {
  const { call, transaction, code } = execution;
  const job = schedulingOf(code, args, call.now);
  countScheduled(call.scheduled, job.args, transaction.limits);
  const id = code.scheduler.schedule(transaction, {
    ...job,
    parent: call.scheduledId,
  });
  return JSON.stringify(id);
}

/** `{id}` → null */
export function cancelJob(execution: Execution, args: JsonObject): string {
  const { call, transaction, code } = execution;
  const id = jobId(code, args);
  if (id !== call.scheduledId) code.scheduler.cancel(transaction, id);
  else
    call.log.add("WARN", [
      "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
    ]);
  return "null";
}

/** @throws UserError when it is not an id of `_scheduled_functions`. */
export function jobId({ tables }: LoadedDeployment, args: JsonObject): string {
  const id = textArgument(args, "id", "db.cancel_job");
  const shown = tableOfId(id, "id", "db.cancel_job");
  const name = tables.tableShowing(shown)?.name;
  if (name !== "_scheduled_functions")
    throw invalidArgument(
      "id",
      "db.cancel_job",
      `expected to be an Id<"_scheduled_functions">, got Id<"${name ?? "unknown"}"> instead.`,
    );
  return id;
}

/**
 * @param now ms
 * @throws UserError when there is no such function, the time is too far away or the arguments are not an object.
 */
export function schedulingOf(
  code: LoadedDeployment,
  args: JsonObject,
  now: number,
): Scheduling {
  const address = addressOf(args, "scheduler", code);
  const { ts, args: given } = args;
  if (
    typeof ts !== "number" || // Guard untested: Number.isFinite implies it; the check is for the type.
    !Number.isFinite(ts)
  )
    throw invalidArgument("ts", "scheduler", "expected a number of seconds");
  // Converts fractional seconds to ms without the rounding error of the division.
  const at = Math.round(ts * 1e6) / 1e3;
  if (at - now > FIVE_YEARS)
    throw new UserError(
      `${new Date(now).toISOString()} + ${at - now}ms is more than 5 years in the future`,
    );
  if (now - at > FIVE_YEARS)
    throw new UserError(
      `${new Date(now).toISOString()} - ${now - at}ms is more than 5 years in the past`,
    );
  const single = Array.isArray(given) ? (given[0] ?? {}) : given;
  if (!isObject(single))
    throw invalidArgument("args", "scheduler", "Value must be an Object");
  refuseCommitTs(single);
  checkExists(code, address);
  const { component } = code;
  const path =
    address.component === component ? canonical(address) : foreignText(address);
  return { component, path, args: single, at };
}

function checkExists(code: LoadedDeployment, path: FunctionAddress): void {
  const owner = code.components.get(path.component);
  if (owner?.functions.has(canonical(path))) return;
  if (!owner?.hasModule(path.module))
    throw new UserError(
      `Attempted to schedule function at nonexistent path: ${path.module}`,
    );
  throw new UserError(
    `Attempted to schedule function, but no exported function ${path.name} found in the file: ${path.module}. Did you forget to export it?`,
  );
}

/**
 * Counts a job against its mutation's limits; an action schedules each job in a separate transaction.
 * @throws UserError when there are too many, or their arguments are too large
 */
export function countScheduled(
  scheduled: Scheduled,
  args: JsonObject,
  limits: TransactionLimits = TRANSACTION_LIMITS,
): void {
  const { functionsScheduled, scheduledFunctionArgsBytes } = limits;
  const bytes = checkLimits([args]);
  scheduled.count++;
  scheduled.bytes += bytes;
  scheduled.largest = Math.max(scheduled.largest, bytes);
  if (scheduled.count > functionsScheduled)
    throw new UserError(
      `Too many functions scheduled by this mutation (limit: ${functionsScheduled})`,
    );
  if (scheduled.bytes > scheduledFunctionArgsBytes)
    throw new UserError(
      `Too large total size of the arguments of scheduled functions from this mutation (limit: ${scheduledFunctionArgsBytes} bytes)`,
    );
}
