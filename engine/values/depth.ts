/**
 * How deep JSON of callers may nest, and which numbers it may hold. Checked wherever it comes in, before anything recurses
 * through it.
 */
import type { JsonValue } from "./json.ts";

/**
 * Convex values nest at most 64 levels, and a message adds a few. A little more is let through, so that limits.ts refuses it
 * with its own text.
 */
const MAX_DEPTH = 72;

/** Why JSON that was read cannot hold values; null if it can. */
export function faultIn(
  value: JsonValue | undefined,
  levels = MAX_DEPTH,
): string | null {
  if (typeof value === "number")
    // Of a text such as 1e400. Written as JSON again it would be null.
    return Number.isFinite(value) ? null : "number out of range";
  if (typeof value !== "object" || value === null) return null;
  if (levels === 0) return "nested too deep";
  const parts = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) {
    const fault = faultIn(part, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}
