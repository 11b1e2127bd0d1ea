/** Empties the database of a test deployment. */
import type { TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import schema from "../../schema";

const BATCH = 2_000;

/** True when nothing is left. */
export async function emptyDatabase(ctx: MutationCtx): Promise<boolean> {
  let left = BATCH;
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    const rows = await ctx.db.query(table).take(left);
    for (const { _id } of rows) await ctx.db.delete(table, _id);
    left -= rows.length;
    if (left === 0) return false;
  }
  return true;
}
