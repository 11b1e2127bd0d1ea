/**
 * Making refusals, to answer with or to throw. Expected ones ("the queue is
 * full") are return values; what is thrown is misuse, missing rights, or a
 * failed sign-in. Both are the codes of refusals.
 */
import { ConvexError } from "convex/values";
import type { BareCode, Details, RefusalCode, Refused } from "./refusals";

/** Makes the error to throw: `throw appError("notFound")`. */
export function appError(code: BareCode): ConvexError<{ code: RefusalCode }>;
export function appError<Code extends RefusalCode>(
  code: Code,
  details: Details<Code>,
): ConvexError<{ code: RefusalCode }>;
export function appError(
  code: RefusalCode,
  details?: object,
): ConvexError<{ code: RefusalCode }> {
  return new ConvexError({ code, ...details });
}

/** The answer that refuses: `refuse("queueFull", { limit })`. */
export function refuse<Code extends BareCode>(code: Code): Refused<Code>;
export function refuse<Code extends RefusalCode>(
  code: Code,
  details: Details<Code>,
): Refused<Code>;
export function refuse(code: RefusalCode, details?: object): object {
  return { ok: false, code, ...details };
}

/**
 * The value, or a loud stop when something that the data's own rules promise
 * is missing. Not for input: input gets an AppError.
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new Error(`Missing: ${what}`);
  return value;
}
