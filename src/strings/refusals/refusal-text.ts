/** The server's refusals in words. Each audience has a table that is total over its codes. */
import { everyone } from "../everyone";

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

export function refusalTexts<Refusal extends Coded>(...tables: Sentences[]) {
  const table = new Map<string, Sentences[string]>(
    [everyone.refusals, ...tables].flatMap(Object.entries),
  );
  const isKnown = (refusal: Coded | null): refusal is Refusal =>
    refusal !== null && table.has(refusal.code);

  const refusalText = (refusal: Refusal): string => {
    if (!isKnown(refusal)) return everyone.unknownRefusal;
    const words = table.get(refusal.code) ?? everyone.unknownRefusal;
    return typeof words === "function" ? words(refusal as never) : words;
  };

  const refusalIn = (error: unknown): Refusal | null => {
    const refusal = thrown(error);
    return isKnown(refusal) ? refusal : null;
  };

  /** Errors other than our refusals keep their details hidden. */
  const errorText = (error: unknown, fallback: string): string => {
    const refusal = refusalIn(error);
    return refusal === null ? fallback : refusalText(refusal);
  };
  return { refusalText, refusalIn, errorText };
}

/** The mark of Convex's errors. Not `instanceof`: that imports much code that the front page does not need. */
const CONVEX_ERROR = Symbol.for("ConvexError");

/** The coded data of a thrown error, whether or not this client has words for it; null for any other failure. */
export function thrown(error: unknown): Coded | null {
  if (!(error instanceof Error && CONVEX_ERROR in error)) return null;
  const { data } = error as { data?: unknown };
  if (typeof data !== "object" || data === null || !("code" in data))
    return null;
  return typeof data.code === "string" ? (data as Coded) : null;
}
