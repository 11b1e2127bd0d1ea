/** Rows of invitations. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { maxPeople } from "../../base/rules/plans";
import { clientSecretHash } from "../../base/rules/secrets";

type Reader = Pick<QueryCtx, "db">;

/** The open invitations of a shop, oldest first, late ones too until maintenance deletes them. */
export async function invitationsOf(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<Doc<"invitations">[]> {
  return await ctx.db
    .query("invitations")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .take(maxPeople);
}

/** The invitation that a link's secret opens, late ones too; null for none. */
export async function invitationFor(
  ctx: Reader,
  secret: string,
): Promise<Doc<"invitations"> | null> {
  const secretHash = await clientSecretHash(secret);
  if (secretHash === null) return null;
  return await ctx.db
    .query("invitations")
    .withIndex("by_secretHash", (q) => q.eq("secretHash", secretHash))
    .unique();
}
