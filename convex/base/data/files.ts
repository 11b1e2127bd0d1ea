/** Records of stored files. What is in the files is ctx.storage's. */
import type { QueryCtx } from "../../_generated/server";

/** Reads as much of the records as shows that they can be read. Whose they are and how many is told to nobody. */
export async function readFileRecords(
  ctx: Pick<QueryCtx, "db">,
): Promise<void> {
  await ctx.db.system.query("_storage").take(1);
}
