/** How deep JSON of callers may nest. Checked wherever it comes in, before anything recurses through it. */
import type { JsonValue } from "./json.ts";

/**
 * Convex values nest at most 64 levels, and a message adds a few. A little more is let through, so that limits.ts refuses it
 * with its own text.
 */
const MAX_DEPTH = 72;

/** True for JSON that is too deep for a value. */
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
