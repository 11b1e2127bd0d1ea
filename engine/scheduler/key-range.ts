/** Key ranges for the scheduler's own indexes. */
import { afterPrefix, encodeKey } from "../values/keys.ts";
import type { JsonValue } from "../values/json.ts";
import type { KeyRange } from "../storage/storage-types.ts";

/** All entries whose first fields equal `values`. */
export function startingWith(values: readonly JsonValue[]): KeyRange {
  const prefix = encodeKey(values);
  return { lower: prefix, upper: afterPrefix(prefix) };
}

/** Entries whose first field is a number below `end`. */
export function numberBelow(end: number): KeyRange {
  return { lower: encodeKey([-Infinity]), upper: encodeKey([end]) };
}
