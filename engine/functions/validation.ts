/**
 * Checks arguments and results of functions, with the backend's texts (crates/udf/src/{validation,helpers}.rs,
 * crates/isolate/src/helpers.rs of get-convex/convex-backend).
 */
import { displayValue } from "../values/display.ts";
import { mayHoldCommitTs } from "../values/commit-ts.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { formatSize } from "../values/format-size.ts";
import { CALL_LIMITS, checkLimits } from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";
import { checkValue } from "../values/validators.ts";
import type { TableView } from "../transactions/transaction-types.ts";
import type { FunctionInfo } from "./deployed/function-info.ts";
import {
  canonical,
  notFoundText,
  stripped,
  type FunctionAddress,
} from "./paths.ts";
import { isObject } from "./syscalls/arguments.ts";
import { complaint, refusal } from "./thrown.ts";

/** Shorter texts cannot exceed any limit of length, depth or size. */
const HARMLESS = 128;

/** Tells validators of ids which table an id belongs to. */
export type TableNumbers = Pick<TableView, "tableShowing">;

export function namesIn(catalog: TableNumbers) {
  return (shown: number) => catalog.tableShowing(shown)?.name;
}

/**
 * @param given one object, or a list of arguments as clients send it.
 * @param mayBePending whether it may hold the placeholder of values/commit-ts.ts
 * @returns the one argument
 * @throws FunctionThrew when it does not match the function's validator or exceeds a limit.
 */
export function checkedArguments(
  { path, args: validator }: FunctionInfo,
  given: JsonValue,
  catalog: TableNumbers,
  mayBePending = false,
): JsonObject {
  const list = Array.isArray(given) ? given : [given];
  const name = canonical(path);
  let size: number;
  try {
    size = checkLimits(list, mayBePending);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw refusal(`Invalid arguments for ${name}: ${error.message}`);
  }
  if (size > CALL_LIMITS.argumentBytes)
    throw refusal(
      `Arguments for ${name} are too large (actual: ${formatSize(size)}, limit: ${formatSize(CALL_LIMITS.argumentBytes)})`,
    );
  const [single] = list;
  if (single === undefined || list.length > 1)
    throw invalid(
      `Expected to receive a single object as the function's argument. Instead received ${list.length} arguments: ${displayValue(list)}`,
    );
  if (!isObject(single))
    throw invalid(
      `Expected to receive an object as the function's argument. Instead received: ${displayValue(single)}`,
    );
  const detail = checkValue(validator, single, namesIn(catalog));
  if (detail !== null) throw invalid(detail);
  return single;
}

/** @throws FunctionThrew when the result does not match the function's validator or exceeds a limit. */
export function checkResult(
  { path, returns }: FunctionInfo,
  result: string,
  catalog: TableNumbers,
  mayBePending = false,
): void {
  const isChecked = returns !== null && returns.type !== "any";
  const isHarmless = result.length < HARMLESS && !mayHoldCommitTs(result);
  if (!isChecked && isHarmless) return;
  const value = JSON.parse(result) as JsonValue;
  const name = canonical(path);
  let size: number;
  try {
    size = checkLimits(value, mayBePending);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw complaint(`Function ${name} return value invalid: ${error.message}`);
  }
  if (size > CALL_LIMITS.resultBytes)
    throw complaint(
      `Function ${name} return value is too large (actual: ${formatSize(size)}, limit: ${formatSize(CALL_LIMITS.resultBytes)})`,
    );
  const detail = isChecked
    ? checkValue(returns, value, namesIn(catalog))
    : null;
  if (detail !== null) throw complaint(`ReturnsValidationError: ${detail}`);
}

export function notFound(address: FunctionAddress) {
  return refusal(notFoundText(stripped(address), address.component));
}

export function wrongType(
  { path, udfType }: FunctionInfo,
  expected: FunctionInfo["udfType"],
) {
  return refusal(
    `Trying to execute ${canonical(path)} as ${expected}, but it is defined as ${udfType}.`,
  );
}

function invalid(detail: string) {
  return refusal(`ArgumentValidationError: ${detail}`);
}
