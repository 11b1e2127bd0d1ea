/** How deep JSON of callers may nest: looked at wherever it comes in, before anything walks through it by recursion. */
import type { JsonValue } from "./json.ts";

/**
 * Convex values nest at most 64 levels, and a message puts a few around them. A little more is let through, to be refused
 * with the text that says so (limits.ts).
 */
const MAX_DEPTH = 72;

/** True for what cannot hold a value any more. */
export function isTooDeep(value: JsonValue): boolean {
  return isDeeper(value, MAX_DEPTH);
}

function isDeeper(value: JsonValue | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeper(item, levels - 1)) return true;
    return false;
  }
  for (const name of Object.keys(value))
    if (isDeeper(value[name], levels - 1)) return true;
  return false;
}
