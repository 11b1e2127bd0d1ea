/** Rows of the codes for a forgotten password. */
import type { MutationCtx } from "../../_generated/server";
import { rowsBy } from "../../base/data/rowBy";

/** More than can be requested within a code's life. */
export const CODES_PER_EMAIL = 30;

/** All kept codes of this address, valid or expired. */
export const codesOf = rowsBy("passwordResets", "email", CODES_PER_EMAIL);

export async function deleteCodes(ctx: MutationCtx, email: string) {
  for (const { _id } of await codesOf(ctx, email)) {
    await ctx.db.delete("passwordResets", _id);
  }
}
