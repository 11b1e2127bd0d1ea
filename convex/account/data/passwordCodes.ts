/** The codes for a forgotten password that an address has, as rows; not how they are asked for and tried (passwordResets.ts). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** More than are asked for in a code's life. */
export const CODES_PER_EMAIL = 20;

/** Those that are kept for this address, good or over. */
export async function codesOf(
  ctx: Pick<MutationCtx, "db">,
  email: string,
): Promise<Doc<"passwordResets">[]> {
  return await ctx.db
    .query("passwordResets")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(CODES_PER_EMAIL);
}

/** No code of this address is good any more. */
export async function deleteCodes(
  ctx: Pick<MutationCtx, "db">,
  email: string,
): Promise<void> {
  for (const { _id } of await codesOf(ctx, email)) {
    await ctx.db.delete("passwordResets", _id);
  }
}
