/** The scheduler's port for functions/: schedules and cancels inside the function's transaction. */
import type { SchedulerPort } from "../functions/ports.ts";
import type { Catalog } from "../storage/storage-types.ts";
import { jobTableOf, tableOfJob } from "./job-tables.ts";
import {
  cancelScheduledFunction,
  insertScheduledFunction,
} from "./scheduled-function.ts";

/** @param now ms since the epoch */
export function createSchedulerPort(
  catalog: Catalog,
  now: () => number,
): SchedulerPort {
  return {
    schedule: (transaction, request) =>
      insertScheduledFunction(
        transaction,
        jobTableOf(catalog, request.component),
        request,
        now(),
      ),
    cancel: (transaction, id) =>
      cancelScheduledFunction(transaction, tableOfJob(id), id, now()),
  };
}
