/** The scheduler as functions/ sees it: inserting and canceling inside the function's own transaction. */
import { must } from "../values/user-error.ts";
import type { SchedulerPort } from "../functions/ports.ts";
import type { Catalog } from "../storage/storage-types.ts";
import {
  cancelScheduledFunction,
  insertScheduledFunction,
} from "./scheduled-function.ts";
import { SCHEDULED_FUNCTIONS } from "./scheduler-tables.ts";

/** @param now ms since the epoch */
export function createSchedulerPort(
  catalog: Catalog,
  now: () => number,
): SchedulerPort {
  const table = () =>
    must(
      catalog.table(SCHEDULED_FUNCTIONS),
      "the table of scheduled functions is missing",
    ).number;
  return {
    schedule: (transaction, request) =>
      insertScheduledFunction(transaction, table(), request, now()),
    cancel: (transaction, id) =>
      cancelScheduledFunction(transaction, table(), id, now()),
  };
}
