/** Ranges of the `by_id` index, whose keys are the ids themselves. */
import { afterPrefix, encodeKey } from "../../values/keys.ts";
import type { KeyRange } from "../../storage/storage-types.ts";
import { compileRange, type RangeExpression } from "./index-range.ts";

/** @throws UserError as `compileRange` does. */
export function byIdRange(
  indexName: string,
  expressions: readonly RangeExpression[],
): KeyRange {
  const { lower, upper } = compileRange(indexName, [], expressions);
  return {
    lower: idAt(lower) ?? "",
    upper: upper === null ? null : (idAt(upper) ?? null),
  };
}

const STRINGS = encodeKey([""]).slice(0, 1);

/** The first id whose key is not before `key`: "" for all, null when every id is before it. */
function idAt(key: string): string | null {
  if (key < STRINGS) return "";
  if (key >= afterPrefix(STRINGS)) return null;
  const rest = key.slice(STRINGS.length);
  const end = rest.indexOf("\0");
  if (end >= 0) return rest.slice(0, end);
  // The key after that of an id: `afterPrefix` turned its closing 0x00 into 0x01.
  return rest.endsWith("\x01") ? `${rest.slice(0, -1)}\0` : rest;
}
