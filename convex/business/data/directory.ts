/**
 * Rows of the admins' list and of the platform's figures. Call listInDirectory wherever a business's name, address, plan,
 * state or end changes.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { keysOf, nameKey } from "../rules/directory";
import { eachRow, job } from "../../base/data/job";
import { rowBy, rowsBy } from "../../base/data/rowBy";
import { must } from "../../base/rules/errors";
import {
  GROWTH_DAYS,
  noTotals,
  totalsAfter,
  type Counted,
  type GrowthDay,
} from "../rules/platform";
import { dayKey } from "../../base/rules/timezones";

type Row = Doc<"directory">;
type Derived = Omit<Row, "_id" | "_creationTime">;

const subscriptionOf = rowBy("subscriptions", "businessId");
/** More keys than a business ever has. */
const keysIn = rowsBy("directoryKeys", "businessId", 32);
const rowOfUser = rowBy("directory", "userId");
export const directoryRow = rowBy("directory", "businessId");

/** The row of a user's business; null without a business, or for an invalid id. */
export async function directoryRowOfUser(ctx: QueryCtx, id: string) {
  const userId = ctx.db.normalizeId("users", id);
  return userId === null ? null : await rowOfUser(ctx, userId);
}

/** Updates the business's row in the list and the platform's figures, if they changed. */
export async function listInDirectory(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
): Promise<void> {
  const business = await ctx.db.get("businesses", businessId);
  if (business === null) return;
  const before = await directoryRow(ctx, businessId);
  const after = await derived(ctx, business);
  // The directory row is deleted already, with most of the others.
  if (before === null && after.isErasing) return;
  if (before === null) await ctx.db.insert("directory", after);
  else if (isSame(before, after)) return;
  else await ctx.db.patch("directory", before._id, after);
  await saveKeys(ctx, before, after);
  await countChange(ctx, before, after, business.erasedAt);
}

/** Lists businesses that are older than the directory. Safe to repeat. */
export const older = job<Doc<"businesses">>({
  due: async (ctx, _at, page) => {
    const { listedUpTo } = await listingState(ctx);
    if (listedUpTo === null)
      return { page: [], isDone: true, continueCursor: "" };
    return await ctx.db
      .query("businesses")
      .withIndex("by_creation_time", (q) => q.gt("_creationTime", listedUpTo))
      .paginate(page);
  },
  work: eachRow(async (ctx, { _id }) => await listInDirectory(ctx, _id)),
  // Skipped rows are looked for again.
  end: async (ctx, _at, isClean) => {
    const { _id, listedUpTo } = await listingState(ctx);
    if (isClean && listedUpTo !== null)
      await ctx.db.patch("platformTotals", _id, { listedUpTo: null });
  },
  rows: 25,
});

async function derived(
  ctx: QueryCtx,
  business: Doc<"businesses">,
): Promise<Derived> {
  const { _id: businessId, _creationTime: createdAt, ownerId } = business;
  const { name, email, plan, erasedAt } = business;
  // Read here, because billing/data/subscriptions imports this file.
  const subscription = await subscriptionOf(ctx, businessId);
  const state = subscription?.state ?? "none";
  const source = state === "none" ? "none" : (subscription?.source ?? "none");
  return {
    ...{ businessId, userId: ownerId, name, nameKey: nameKey(name), email },
    ...{ plan, state, source: source === "none" ? null : source },
    flag: subscription?.flag ?? null,
    ...{ createdAt, isErasing: erasedAt !== undefined },
  };
}

function isSame(before: Row, after: Derived): boolean {
  const names = Object.keys(after) as (keyof Derived)[];
  return names.every((name) => before[name] === after[name]);
}

async function saveKeys(ctx: MutationCtx, before: Row | null, after: Derived) {
  const { businessId, plan, state } = after;
  const wasFoundAlike =
    before?.plan === plan &&
    before.state === state &&
    before.name === after.name &&
    before.email === after.email;
  if (wasFoundAlike) return;
  const rows = await keysIn(ctx, businessId);
  for (const { _id } of rows) await ctx.db.delete("directoryKeys", _id);
  for (const key of keysOf(after)) {
    await ctx.db.insert("directoryKeys", { businessId, key, plan, state });
  }
}

type Listed = Pick<
  Doc<"directory">,
  "plan" | "state" | "createdAt" | "isErasing"
>;

/** The only row; null before the first business or maintenance. */
export async function platformTotals(ctx: QueryCtx) {
  return await ctx.db.query("platformTotals").unique();
}

/** The newest days on which a business came or went, newest first. */
export async function newestDays(ctx: QueryCtx): Promise<GrowthDay[]> {
  const rows = await ctx.db
    .query("platformDays")
    .withIndex("by_day")
    .order("desc")
    .take(GROWTH_DAYS);
  return rows.map(({ day, created, ended }) => ({ day, created, ended }));
}

/** Counts the change of one business. One that ends no longer counts, though its row may stay for a while. */
async function countChange(
  ctx: MutationCtx,
  before: Listed | null,
  after: Listed,
  endedAt: number | undefined,
): Promise<void> {
  if (before === null) await addToDay(ctx, after.createdAt, "created");
  const isEnd = after.isErasing && before?.isErasing !== true;
  if (isEnd) await addToDay(ctx, must(endedAt, "end of a business"), "ended");
  const row = await listingState(ctx);
  const totals = totalsAfter(row, countedAs(before), countedAs(after));
  await ctx.db.patch("platformTotals", row._id, totals);
}

/** The only row; created if there is none, with nothing listed yet. */
async function listingState(ctx: MutationCtx) {
  const row = await platformTotals(ctx);
  if (row !== null) return row;
  const first = { ...noTotals(), listedUpTo: 0 };
  const id = await ctx.db.insert("platformTotals", first);
  return must(await ctx.db.get("platformTotals", id), "totals just made");
}

function countedAs(listed: Listed | null): Counted {
  return listed === null || listed.isErasing ? null : listed;
}

const rowOfDay = rowBy("platformDays", "day");

async function addToDay(
  ctx: MutationCtx,
  at: number,
  what: "created" | "ended",
): Promise<void> {
  const day = dayKey(at, "UTC");
  const row = await rowOfDay(ctx, day);
  if (row === null) {
    const first = { day, created: 0, ended: 0 };
    await ctx.db.insert("platformDays", { ...first, [what]: 1 });
  } else {
    await ctx.db.patch("platformDays", row._id, { [what]: row[what] + 1 });
  }
}
