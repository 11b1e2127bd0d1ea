/** Rows of the codes for a forgotten password. */
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** More than can be requested within a code's life. */
export const CODES_PER_EMAIL = 20;

/** All kept codes of this address, valid or expired. */
export async function codesOf(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("passwordResets")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(CODES_PER_EMAIL);
}

export async function deleteCodes(ctx: MutationCtx, email: string) {
  for (const { _id } of await codesOf(ctx, email)) {
    await ctx.db.delete("passwordResets", _id);
  }
}
