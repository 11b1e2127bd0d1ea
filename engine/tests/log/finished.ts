/** A finished call, for tests of what is reported about it. */
import type { FinishedCall } from "../../functions/running/finished-call.ts";

export const finishedCall = (
  facts: Partial<FinishedCall> = {},
): FinishedCall => ({
  udfType: "Query",
  path: "notes:list",
  requestId: "0123456789abcdef",
  isNested: false,
  isScheduled: false,
  outcome: "success",
  thrown: null,
  milliseconds: 1.23456,
  logLines: [],
  ...facts,
});
