/** The sentence a person sees when a call fails. */
import { ConvexError } from "convex/values";

/**
 * Our own functions throw ConvexError({ kind, message }) with a sentence meant
 * for people; everything else is an accident whose details stay out of sight.
 * @param fallback the specification's sentence for this action
 */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ConvexError)) return fallback;
  const data: unknown = error.data;
  if (typeof data === "string") return data;
  if (typeof data !== "object" || data === null) return fallback;
  if (!("message" in data) || typeof data.message !== "string") return fallback;
  return data.message;
}
