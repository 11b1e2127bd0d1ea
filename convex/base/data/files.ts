/** Records of stored files. The contents are in ctx.storage. */
import type { QueryCtx } from "../../_generated/server";

/** Checks that the records can be read. Returns nothing about them. */
export async function readFileRecords(
  ctx: Pick<QueryCtx, "db">,
): Promise<void> {
  await ctx.db.system.query("_storage").take(1);
}
