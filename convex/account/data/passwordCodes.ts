/** Rows of the codes for a forgotten password. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** More than can be requested within a code's life. */
export const CODES_PER_EMAIL = 20;

/** All kept codes of this address, valid or expired. */
export async function codesOf(
  ctx: Pick<MutationCtx, "db">,
  email: string,
): Promise<Doc<"passwordResets">[]> {
  return await ctx.db
    .query("passwordResets")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(CODES_PER_EMAIL);
}

/** Deletes all codes of this address. */
export async function deleteCodes(
  ctx: Pick<MutationCtx, "db">,
  email: string,
): Promise<void> {
  for (const { _id } of await codesOf(ctx, email)) {
    await ctx.db.delete("passwordResets", _id);
  }
}
