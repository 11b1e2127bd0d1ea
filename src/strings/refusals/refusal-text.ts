/**
 * Refusals of the server (convex/base/rules/refusals) in the words of the tables:
 * one kind of reader each, total over the codes that it can meet.
 */
import { everyone } from "../everyone";

/** What any server of ours may refuse with, a newer one too. */
type Coded = { code: string };

/** A sentence for every code: a missing one is a type error. */
export type RefusalTexts<Refusal extends Coded> = {
  readonly [Code in Refusal["code"]]:
    | string
    | ((refusal: Extract<Refusal, { code: Code }>) => string);
};

type Sentences = Readonly<
  Record<string, string | ((refusal: never) => string)>
>;

/** The sentences of one kind of reader. */
export function refusalTexts<Refusal extends Coded>(...tables: Sentences[]) {
  const table: Sentences = Object.fromEntries(
    [everyone.refusals, ...tables].flatMap(Object.entries),
  );
  const isKnown = (refusal: Coded | null): refusal is Refusal =>
    refusal !== null && Object.hasOwn(table, refusal.code);

  /** Why something was not done; a code of a newer server has one sentence for all. */
  const refusalText = (refusal: Refusal): string => {
    if (!isKnown(refusal)) return everyone.unknownRefusal;
    const words = table[refusal.code] ?? everyone.unknownRefusal;
    return typeof words === "function" ? words(refusal as never) : words;
  };

  /** The refusal that was thrown; null for any other failure. */
  const refusalIn = (error: unknown): Refusal | null => {
    const refusal = thrown(error);
    return isKnown(refusal) ? refusal : null;
  };

  /**
   * Why something failed. What is no refusal of ours is an accident whose
   * details stay out of sight.
   * @param fallback the specification's sentence for what was tried
   */
  const errorText = (error: unknown, fallback: string): string => {
    const refusal = refusalIn(error);
    return refusal === null ? fallback : refusalText(refusal);
  };
  return { refusalText, refusalIn, errorText };
}

/** What Convex marks its errors with. Not `instanceof`: its values are much code, and the front page needs none of it. */
const CONVEX_ERROR = Symbol.for("ConvexError");

/** The code and more inside a thrown value, whether this client has words for it or not; null for any other failure. */
export function thrown(error: unknown): Coded | null {
  if (!(error instanceof Error && CONVEX_ERROR in error)) return null;
  const { data } = error as { data?: unknown };
  if (typeof data !== "object" || data === null || !("code" in data))
    return null;
  return typeof data.code === "string" ? (data as Coded) : null;
}
