/** Refusals of the server (convex/model/refusals) in the words of one audience's table. */
import { ConvexError } from "convex/values";

/** What any server of ours may refuse with, a newer one too. */
type Coded = { code: string };

/** A sentence for every code: a missing one is a type error. `unknown` is for codes of a newer server. */
export type RefusalTexts<Refusal extends Coded> = {
  readonly [Code in Refusal["code"]]:
    string | ((refusal: Extract<Refusal, { code: Code }>) => string);
} & { readonly unknown: string };

/** The sentence of a refusal; the one for unknown codes if the table has none. */
export function sentenceOf(table: object, refusal: Coded): string {
  return (
    knownSentence(table, refusal) ?? (table as { unknown: string }).unknown
  );
}

/**
 * The sentence of what was thrown. What is no refusal of ours is an accident
 * whose details stay out of sight.
 * @param fallback the specification's sentence for what was tried
 */
export function sentenceOfError(
  table: object,
  error: unknown,
  fallback: string,
): string {
  const refusal = refusalIn(error);
  return (refusal && knownSentence(table, refusal)) ?? fallback;
}

/** The refusal in a thrown value; null for any other failure. */
export function refusalIn(error: unknown): Coded | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  return "code" in data && typeof data.code === "string"
    ? (data as Coded)
    : null;
}

function knownSentence(table: object, refusal: Coded): string | null {
  if (!Object.hasOwn(table, refusal.code)) return null;
  const words = (table as Record<string, unknown>)[refusal.code];
  return typeof words === "function"
    ? String((words as (refusal: Coded) => unknown)(refusal))
    : String(words);
}
