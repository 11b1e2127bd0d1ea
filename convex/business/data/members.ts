/** Who works in a business, and its tablets. Access reads these rows on every call, so a removal or lock works at once. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { maxPeople } from "../../base/rules/plans";
import type { Role } from "../rules/roles";
import { businessOfOwner, findBusiness } from "./businesses";
import { MAX_TABLETS } from "../rules/tablets";
import { rowBy, rowsBy, type Reader } from "../../base/data/rowBy";

/** A user's shop, and their role in it. */
export type Workplace = { business: Doc<"businesses">; role: Role };

/** The user's shop; null without one, after a removal, or when the shop was deleted. */
export async function workplaceOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Workplace | null> {
  const own = await businessOfOwner(ctx, userId);
  if (own !== null) return { business: own, role: "owner" };
  const member = await memberOf(ctx, userId);
  if (member === null) return null;
  const business = await findBusiness(ctx, member.businessId);
  return business && { business, role: member.role };
}

/** The user's row in the shop where they work, or null. An owner has one once they have a name. */
export async function memberOf(ctx: Reader, userId: Id<"users">) {
  return await ctx.db
    .query("members")
    .withIndex("by_userId", (q) => q.eq("userId", userId).eq("removedAt", null))
    .unique();
}

/** Everybody who works there, in the order in which they came. */
export async function membersOf(ctx: Reader, businessId: Id<"businesses">) {
  return await ctx.db
    .query("members")
    .withIndex("by_businessId", (q) =>
      q.eq("businessId", businessId).eq("removedAt", null),
    )
    .take(maxPeople);
}

/** The name under which a user works there, or last worked there; null for none. */
export async function nameInTeam(
  ctx: Reader,
  businessId: Id<"businesses">,
  userId: Id<"users">,
): Promise<string | null> {
  const now = await memberOf(ctx, userId);
  if (now?.businessId === businessId) return now.name;
  const rows = ctx.db
    .query("members")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .order("desc");
  for await (const row of rows) {
    if (row.businessId === businessId) return row.name;
  }
  return null;
}

/** `nameInTeam` for a list: reads each person once. */
export function namesInTeam(ctx: Reader, businessId: Id<"businesses">) {
  const names = new Map<Id<"users">, string | null>();
  return async (userId: Id<"users">): Promise<string | null> => {
    const known = names.get(userId);
    if (known !== undefined) return known;
    const name = await nameInTeam(ctx, businessId, userId);
    names.set(userId, name);
    return name;
  };
}
export type NamesInTeam = ReturnType<typeof namesInTeam>;

type Tablet = Doc<"tablets">;

/** The tablet whose own user this is; null for a person. */
export const tabletOf = rowBy("tablets", "userId");

/** The tablets of a shop, oldest first. */
export const tabletsOf = rowsBy("tablets", "businessId", MAX_TABLETS);

/** The person on a tablet; null when it is locked, or they work there no more. */
export async function personOn(ctx: Reader, { personId, businessId }: Tablet) {
  const member = personId && (await memberOf(ctx, personId));
  return member?.businessId === businessId ? member : null;
}

/** Takes the person off a tablet. */
export async function lockTablet(ctx: MutationCtx, { _id, personId }: Tablet) {
  if (personId === null) return;
  await ctx.db.patch("tablets", _id, { personId: null, until: null });
}

/** The alarm of a tablet, unless there was a sign of life since it was set. */
export async function endStay(
  ctx: MutationCtx,
  tabletId: Id<"tablets">,
  until: number,
): Promise<void> {
  const tablet = await ctx.db.get("tablets", tabletId);
  if (tablet?.until === until) await lockTablet(ctx, tablet);
}
