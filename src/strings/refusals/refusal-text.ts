/** The server's refusals in words. Each audience has a table that is total over its codes. */
import type { CommonRefusal } from "../../../convex/base/rules/refusals";
import { everyone } from "../everyone";
import { parts } from "../parts";
import { number } from "../language/intl";
import { pageLocale, strings } from "../language/language";
import { examplePhone } from "../language/page-clock";

const MINUTE_MS = 60_000;

type Coded = { code: string };

/** A sentence for every code: a missing one is a type error. */
export type RefusalTexts<Refusal extends Coded> = {
  readonly [Code in Refusal["code"]]:
    | string
    | ((refusal: Extract<Refusal, { code: Code }>) => string);
};

/** For readers of any kind. */
const commonRefusals = strings("commonRefusals", {
  notTakingCustomers: everyone.notTakingCustomers,
  phoneInvalid: () =>
    `Please enter the phone number with its country code, such as ${examplePhone()}.`,
  invalidEmail: "Valid email address is required",
  notFound: "This no longer exists.",
  invalidInput: "Something in this request is not valid.",
  queueFull: ({ limit }) =>
    `This queue is currently full. Maximum ${number(limit)} active customers allowed.`,
  tooManyRequests: ({ retryAfterMs }) =>
    `Too many attempts. Please try again ${inTime(retryAfterMs) ?? "in a few minutes"}.`,
} satisfies RefusalTexts<CommonRefusal>);

/** "in 3 minutes", rounded up; over 90 minutes "in 2 hours". null when unknown. */
export function inTime(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms)) return null;
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = minutes > 90 && Math.ceil(minutes / 60);
  return new Intl.RelativeTimeFormat(pageLocale()).format(
    hours || minutes,
    hours ? "hour" : "minute",
  );
}

type Sentences = Readonly<
  Record<string, string | ((refusal: never) => string)>
>;

export function refusalTexts<Refusal extends Coded>(...tables: Sentences[]) {
  const table = new Map<string, Sentences[string]>(
    [commonRefusals, ...tables].flatMap(Object.entries),
  );
  const isKnown = (refusal: Coded | null): refusal is Refusal =>
    refusal !== null && table.has(refusal.code);

  const refusalText = (refusal: Refusal): string => {
    if (!isKnown(refusal)) return parts.unknownRefusal;
    const words = table.get(refusal.code) ?? parts.unknownRefusal;
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
