/**
 * The two formats of values over HTTP: the encoding that Convex clients decode, and clean JSON for others, with int64
 * and bytes as strings (backend: value/src/export.rs).
 */
import type { JsonObject, JsonValue } from "../values/json.ts";
import { HttpError } from "./http-error.ts";

export type ValueFormat = "encoded" | "clean";

/** @throws HttpError 400 `BadFormat` */
export function parseFormat(format: unknown): ValueFormat {
  switch (format) {
    case "convex_encoded_json":
    case "convex_json":
      return "encoded";
    case undefined:
    case null:
    case "json":
    case "convex_clean_json":
      return "clean";
    default:
      throw new HttpError(
        400,
        "BadFormat",
        `format param must be one of [\`json\`]. Got ${typeof format === "string" ? format : typeof format}`,
      );
  }
}

/** @param encoded JSON text of an encoded value. @returns JSON text */
export function formatText(encoded: string, format: ValueFormat): string {
  if (format === "encoded") return encoded;
  return JSON.stringify(clean(JSON.parse(encoded) as JsonValue));
}

export function formatValue(value: JsonValue, format: ValueFormat): JsonValue {
  return format === "encoded" ? value : clean(value);
}

function clean(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(clean);
  const special = cleanSpecial(value);
  if (special !== undefined) return special;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, clean(part)]),
  );
}

function cleanSpecial(value: JsonObject): JsonValue | undefined {
  const [field, more] = Object.keys(value);
  if (field === undefined || more !== undefined) return undefined;
  const text = value[field];
  if (typeof text !== "string") return undefined;
  switch (field) {
    case "$integer":
      return Buffer.from(text, "base64").readBigInt64LE().toString();
    case "$bytes":
      return text;
    case "$float": {
      const float = Buffer.from(text, "base64").readDoubleLE();
      return Number.isFinite(float) ? float : String(float);
    }
    default:
      return undefined;
  }
}
