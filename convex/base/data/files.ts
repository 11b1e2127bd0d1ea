/** Records of stored files. The contents are in ctx.storage. */
import type { QueryCtx } from "../../_generated/server";

/** Checks that the records can be read. */
export async function readFileRecords(ctx: QueryCtx) {
  await ctx.db.system.query("_storage").take(1);
}
