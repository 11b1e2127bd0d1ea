/**
 * Log lines for a query or mutation that came near a limit. Source: add_warnings_to_log_lines in
 * crates/isolate/src/environment/udf/mod.rs and crates/udf/src/warnings.rs of get-convex/convex-backend.
 */
import { READ_LESS } from "../../transactions/usage.ts";
import type { JsonValue } from "../../values/json.ts";
import {
  CALL_LIMITS,
  JOB_ARGUMENT_BYTES,
  nearLimit,
  TRANSACTION_LIMITS,
  VALUE_LIMITS,
} from "../../values/limits.ts";
import { sizeOf } from "../../values/size.ts";
import type { Execution } from "./execution.ts";

/**
 * Adds the lines when a call has ended.
 * @param args JSON text of a list of one
 * @param result JSON text; null when the call failed
 */
export function addLimitWarnings(
  { call, transaction }: Execution,
  args: string,
  result: string | null,
): void {
  const { log, scheduled } = call;
  const used = transaction.metrics();
  const limits = TRANSACTION_LIMITS;
  const warn = (
    what: string,
    amount: number,
    limit: number,
    unit = "",
    help = "",
  ) => {
    if (amount > nearLimit(limit) && amount <= limit)
      log.warn(
        `${what} (actual: ${amount}${unit}, limit: ${limit}${unit}).${help}`,
      );
  };
  const run = "in a single function execution";
  const { argumentBytes, resultBytes } = CALL_LIMITS;
  const bytes = " bytes";
  const help = ` ${READ_LESS}`;
  warn(
    "Large size of the function arguments",
    sizeOfText(args, argumentBytes),
    ...([argumentBytes, bytes] as const),
  );
  warn(
    `Many documents read ${run}`,
    used.documentsRead,
    limits.documentsRead,
    "",
    help,
  );
  warn(
    `Many reads ${run}`,
    used.databaseQueries,
    limits.databaseQueries,
    "",
    help,
  );
  warn(`Many bytes read ${run}`, used.bytesRead, limits.bytesRead, bytes, help);
  warn(`Many writes ${run}`, used.documentsWritten, limits.documentsWritten);
  warn(
    `Many bytes written ${run}`,
    used.bytesWritten,
    limits.bytesWritten,
    bytes,
  );
  const { functionsScheduled, scheduledFunctionArgsBytes } = limits;
  warn(
    "Many functions scheduled by this mutation",
    scheduled.count,
    functionsScheduled,
  );
  warn(
    "Large total size of the arguments of scheduled functions from this mutation",
    scheduled.bytes,
    ...([scheduledFunctionArgsBytes, bytes] as const),
  );
  const one = JOB_ARGUMENT_BYTES;
  if (scheduled.largest > nearLimit(one))
    log.warn(
      `Large arguments for a single scheduled function from this mutation${scheduled.largest > one ? ". This will become a hard error in the future" : ""} (actual: ${scheduled.largest} bytes, limit: ${one} bytes).`,
    );
  const { largest, deepest } = used;
  if (largest !== null)
    warn(
      `Large document written with ID "${largest.id}"`,
      largest.amount,
      VALUE_LIMITS.documentBytes,
      bytes,
    );
  if (deepest !== null)
    warn(
      `Deeply nested document written with ID "${deepest.id}"`,
      deepest.amount,
      VALUE_LIMITS.documentNesting,
      " levels",
    );
  if (result !== null)
    warn(
      "Large size of the function return value",
      sizeOfText(result, resultBytes),
      resultBytes,
      bytes,
    );
}

/**
 * Size of a value in bytes, from its text; 0 if far from the limit. No value is over ten times the size of its text.
 */
function sizeOfText(text: string, limit: number): number {
  return text.length * 10 > nearLimit(limit)
    ? sizeOf(JSON.parse(text) as JsonValue)
    : 0;
}
