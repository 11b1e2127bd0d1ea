/**
 * Throwing refusals, and reading what was thrown. Expected ones ("the queue is
 * full") are return values; what is thrown is misuse, missing rights, or a
 * failed sign-in. Both are the codes of model/refusals.
 */
import { ConvexError } from "convex/values";
import {
  isCode,
  type BareCode,
  type Details,
  type Refusal,
  type RefusalCode,
} from "./refusals";

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

/** The refusal inside a thrown value, or null when it is some other failure. */
export function readAppError(error: unknown): Refusal | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const { code } = data as { code?: unknown };
  return typeof code === "string" && isCode(code) ? (data as Refusal) : null;
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
