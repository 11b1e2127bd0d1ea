/**
 * Values as a snapshot writes them: JSON that shows the kind of a number. An Int64 has no point, a Float64 has one or an
 * exponent. Values that JSON cannot write keep the wrapped encoding (`$float`, `$bytes`).
 * Format: ConvexExportJSON of crates/value/src/export.rs, get-convex/convex-backend.
 */
import type { JsonObject, JsonText, JsonValue } from "./json.ts";
import { kindOf } from "./kinds.ts";

/** Fields of objects are in canonical order. */
export function exportedText(value: JsonValue): JsonText {
  const known = kindOf(value);
  switch (known.kind) {
    case "int64":
      return known.value.toString();
    case "float64":
      return Number.isFinite(known.value)
        ? floatText(known.value)
        : JSON.stringify(value);
    case "array":
      return `[${known.value.map(exportedText).join(",")}]`;
    case "object":
      return objectText(known.value);
    default:
      return JSON.stringify(value);
  }
}

function objectText(fields: JsonObject): JsonText {
  const parts = Object.keys(fields)
    .sort()
    .map(
      (name) => `${JSON.stringify(name)}:${exportedText(fields[name] ?? null)}`,
    );
  return `{${parts.join(",")}}`;
}

function floatText(value: number): JsonText {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
