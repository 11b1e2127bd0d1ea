/** Rows of the admins' list. Call listInDirectory wherever a business's name, address, plan, state or end changes. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { keysOf, nameKey } from "../rules/directory";
import { countChange, listingState, saveListing } from "./platform";
import { eachRow, job } from "../../base/data/job";
import { rowBy, rowsBy } from "../../base/data/rowBy";

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
    const { listedUpTo } = await listingState(ctx);
    if (isClean && listedUpTo !== null) await saveListing(ctx, null);
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
