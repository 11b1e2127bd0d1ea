/**
 * Errors meant for whoever writes or calls functions, and the check that replaces `!`.
 * Holds no texts: each message is made where the rule is.
 */
import type { JsonValue } from "./json.ts";

/**
 * A mistake of user code or of its caller. The message reaches them as it is; every other error is the engine's own and
 * is shown only as an internal one.
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
  // Guard untested: what it would find is a mistake of the engine.
  if (value === null || value === undefined) throw new Error(complaint);
  return value;
}
