/**
 * Reads JSON text of callers and functions as the backend's serde_json does. Half of a surrogate pair is not a string: UTF-8
 * has no bytes for it, and two different halves would be one key of an index. JSON.stringify writes a half as an escape, and
 * text that came as UTF-8 holds none otherwise.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { UserError } from "./user-error.ts";

/** Everything that may follow a backslash: a pair, half of one (the group), or anything else. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F])|[^])/g;

/** The error, in serde_json's words. */
export const HALF_A_PAIR = "lone leading surrogate in hex escape";

/** @throws SyntaxError when the text is not JSON, or a string in it holds half of a surrogate pair. */
export function parseJson(text: string): JsonValue {
  if (holdsHalfPair(text)) throw new SyntaxError(HALF_A_PAIR);
  return JSON.parse(text) as JsonValue;
}

/** Arguments that a function passes to a syscall. @throws UserError as parseJson */
export function parseArgs(text: string): JsonObject {
  try {
    return parseJson(text) as JsonObject;
  } catch (error) {
    throw new UserError(`Received invalid json: ${(error as Error).message}`);
  }
}

/** Whether a string of this JSON text holds half of a surrogate pair. */
export function holdsHalfPair(text: string): boolean {
  if (!text.includes("\\ud") && !text.includes("\\uD")) return false;
  for (const [, half] of text.matchAll(ESCAPE))
    if (half !== undefined) return true;
  return false;
}

/** What each part of a JSON text begins with or contains: values, fields, escapes. Also counted inside of strings. */
const PARTS = [",", ":", "[", "{", "\\"];

/**
 * Whether JSON text has more parts than that. Reading it takes time for each part, up to 500 ns, and nearly none for the
 * characters of a long string.
 */
export function hasMoreParts(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const part of PARTS)
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
      if (++count > most) return true;
  return false;
}
