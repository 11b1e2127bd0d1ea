/**
 * The admins' list of businesses: what a row holds, and by which words it is
 * found (product.md O20). Not the rows: data/directory.ts.
 */
import { v, type Infer } from "convex/values";
import { paymentFlag, subscriptionSource, subscriptionState } from "./standing";
import type { Plan } from "../../base/rules/plans";
import { planValidator } from "../../base/rules/planValidators";

/** Longer texts are nobody's name or address. */
export const MAX_SEARCH = 200;
/** What a key holds of a longer text. */
const MAX_KEY = 256;
/** Words of a name that it is found by. */
const MAX_WORDS = 8;
/** Behind every text that begins with what it is appended to. */
export const LAST_CHARACTER = "\u{10ffff}";

/** Where a business stands, in the words of standing; `source` is null where nothing was paid or granted. */
export const standingFields = {
  plan: planValidator,
  state: subscriptionState,
  source: v.nullable(subscriptionSource),
  flag: v.nullable(paymentFlag),
};

/** A business in the list. */
export const directoryAnswer = v.object({
  businessId: v.id("businesses"),
  userId: v.id("users"),
  name: v.string(),
  email: v.string(),
  ...standingFields,
  createdAt: v.number(),
  isErasing: v.boolean(),
});

export const sortValidator = v.union(
  v.literal("newest"),
  v.literal("oldest"),
  v.literal("name"),
);
export type Sort = Infer<typeof sortValidator>;

/**
 * A text as it is compared: lower case, without accents, its words with one
 * space between them. '' for a text without letters and digits.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What of a business it is found by. */
type Findable = { name: string; email: string; plan: Plan };

/**
 * What a business is found by: its name from each word on, its address, the
 * address's domain, and its plan. Whoever types the beginning of one of them
 * means it.
 */
export function keysOf({ name, email, plan }: Findable): string[] {
  const words = fold(name).split(" ");
  const ofName = words.slice(0, MAX_WORDS).map((_, i) => words.slice(i));
  const domain = email.slice(email.indexOf("@") + 1);
  const all = [
    ...ofName.map((rest) => rest.join(" ")),
    ...[email, domain, plan].map(fold),
  ];
  const keys = all.map(cut);
  return [...new Set(keys)].filter((key) => key !== "").sort();
}

/** The first of the keys that begins with what was asked: each business is found once. @param asked folded */
export function keyFor(business: Findable, asked: string): string | null {
  return keysOf(business).find((key) => key.startsWith(asked)) ?? null;
}

/** What rows are sorted by where names are: case and accents do not count. */
export function nameKey(name: string): string {
  return cut(fold(name) || name);
}

/** No string that is stored may end in the middle of a pair. */
function cut(key: string): string {
  return key.slice(0, MAX_KEY).toWellFormed();
}
