/** Errors for authors and callers of functions, and the check that replaces `!`. */
import type { JsonValue } from "./json.ts";

/**
 * A mistake of user code or of its caller. The message is shown to them unchanged. Every other error is the engine's, and shown
 * only as an internal one.
 */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** Payload of a ConvexError, JSON-encoded; absent for plain errors. */
  readonly data?: JsonValue;

  constructor(message: string, data?: JsonValue) {
    super(message);
    if (data !== undefined) this.data = data;
  }
}

/**
 * Returns `value` unless it is null or undefined.
 * @throws Error with `complaint` when it is: a mistake in the engine, never the user's.
 */
export function must<T>(value: T | null | undefined, complaint: string): T {
  // Guard untested: it would find only a mistake of the engine.
  if (value === null || value === undefined) throw new Error(complaint);
  return value;
}
