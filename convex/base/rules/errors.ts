/** Makes refusals. Expected ones ("the queue is full") are returned; misuse and missing rights are thrown. */
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

/** Throws if a value is missing that the data's rules guarantee. For input use appError. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new Error(`Missing: ${what}`);
  return value;
}
