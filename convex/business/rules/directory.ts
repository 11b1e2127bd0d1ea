/** The admins' list of businesses: the content of a row, and its search keys (product.md O20). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { paymentFlag, subscriptionSource, subscriptionState } from "./standing";
import type { Plan } from "../../base/rules/plans";
import { planValidator } from "../../base/rules/planValidators";

/** Longer texts are neither names nor addresses. */
export const MAX_SEARCH = 200;
/** Longest key; longer texts are cut. */
const MAX_KEY = 256;
/** Words of a name that can be searched. */
const MAX_WORDS = 8;
/** Sorts behind every text that begins with the text it is appended to. */
export const LAST_CHARACTER = "\u{10ffff}";

/** A business's standing; `source` is null where nothing was paid or granted. */
export const standingFields = {
  plan: planValidator,
  state: subscriptionState,
  source: v.nullable(subscriptionSource),
  flag: v.nullable(paymentFlag),
};

export const directoryAnswer = v.object({
  businessId: v.id("businesses"),
  userId: v.id("users"),
  name: v.string(),
  email: v.string(),
  ...standingFields,
  createdAt: v.number(),
  /** Its account has ended, and its rows are being erased. */
  isErasing: v.boolean(),
});

export const sortValidator = oneOf("newest", "oldest", "name");
export type Sort = Infer<typeof sortValidator>;

/** Lower case, without accents, words separated by one space. '' without letters and digits. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

type Findable = { name: string; email: string; plan: Plan };
type Listed = Infer<typeof directoryAnswer> & { nameKey: string };

/** The search keys of a business: its name from each word on, address, domain, plan. They are found by beginning. */
export function keysOf({ name, email, plan }: Findable): string[] {
  const words = fold(name).split(" ");
  const ofName = words.slice(0, MAX_WORDS).map((_, i) => words.slice(i));
  const domain = email.slice(email.indexOf("@") + 1);
  const names = ofName.map((rest) => rest.join(" "));
  const keys = [...names, ...[email, domain, plan].map(fold)].map(cut);
  return [...new Set(keys)].filter((key) => key !== "").sort();
}

/** The first key that begins with the search, so that each business is found once. @param asked folded */
export function keyFor(business: Findable, asked: string): string | null {
  return keysOf(business).find((key) => key.startsWith(asked)) ?? null;
}

/** Ids are random: shorter parts are in many of them. */
const MIN_ID_PART = 4;

/** Whether the search is anywhere in the name, address or plan, or in an id. @param asked folded */
export function isIn(business: Listed, asked: string): boolean {
  const { nameKey, email, plan, businessId, userId } = business;
  const ids = asked.length < MIN_ID_PART ? [] : [businessId, userId];
  return [nameKey, fold(email), plan, ...ids].some((one) =>
    one.includes(asked),
  );
}

/** The sort key of a name, ignoring case and accents. */
export function nameKey(name: string): string {
  return cut(fold(name) || name);
}

/** Stored strings must not end inside a surrogate pair. */
function cut(key: string): string {
  return key.slice(0, MAX_KEY).toWellFormed();
}
