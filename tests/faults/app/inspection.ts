/** Put beside the product's modules in the copy that the fault tests deploy: every row of one queue. */
import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import { v } from "convex/values";

/** The queue's line, tickets, events in order of commit, and days. One snapshot. */
export const queue = internalQueryGeneric({
  args: { queueId: v.string() },
  returns: v.any(),
  handler: async (ctx, { queueId }) => {
    const rowsOf = (table: string, index: string) =>
      ctx.db
        .query(table)
        .withIndex(index, (q) => q.eq("queueId", queueId))
        .collect();
    const [line] = await rowsOf("lines", "by_queueId");
    return {
      line,
      tickets: await rowsOf("tickets", "by_queueId_and_generation_and_number"),
      events: await rowsOf("ticketEvents", "by_queueId"),
      days: await rowsOf("queueDays", "by_queueId_and_day"),
    };
  },
});

/** Sets the plan of every business. */
export const setPlan = internalMutationGeneric({
  args: { plan: v.string() },
  returns: v.null(),
  handler: async (ctx, { plan }) => {
    for await (const business of ctx.db.query("businesses"))
      await ctx.db.patch(business._id, { plan });
    return null;
  },
});
