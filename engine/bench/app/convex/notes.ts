/** The smallest possible mutation. */
import { v } from "convex/values";
import { mutation } from "./builders";

/** Inserts one row. */
export const add = mutation({
  args: { body: v.string() },
  returns: v.null(),
  handler: async (ctx, { body }) => {
    await ctx.db.insert("notes", { body });
    return null;
  },
});
