/** Put beside the product's modules in the copy that the fault tests deploy: what no function of the product gives or does. */
import {
  internalMutationGeneric,
  internalQueryGeneric,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
// Types only: the path is that of this repository, not of the copy.
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalQuery: QueryBuilder<DataModel, "internal"> = internalQueryGeneric;
const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;

/** The queue's line, tickets, events in order of commit, and days. One snapshot. */
export const queue = internalQuery({
  args: { queueId: v.id("queues") },
  returns: v.any(),
  handler: async ({ db }, { queueId }) => ({
    line: await db
      .query("lines")
      .withIndex("by_queueId", (q) => q.eq("queueId", queueId))
      .unique(),
    tickets: await db
      .query("tickets")
      .withIndex("by_line_and_order", (q) => q.eq("queueId", queueId))
      .collect(),
    events: await db
      .query("ticketEvents")
      .withIndex("by_queueId", (q) => q.eq("queueId", queueId))
      .collect(),
    days: await db
      .query("queueDays")
      .withIndex("by_queueId_and_day", (q) => q.eq("queueId", queueId))
      .collect(),
  }),
});

/** Sets the plan of every business. */
export const setPlan = internalMutation({
  args: {
    plan: v.union(
      v.literal("starter"),
      v.literal("pro"),
      v.literal("enterprise"),
    ),
  },
  returns: v.null(),
  handler: async ({ db }, { plan }) => {
    for await (const business of db.query("businesses"))
      await db.patch("businesses", business._id, { plan });
    return null;
  },
});

/** Fills every bucket: fifty courses on end do what a counter does in weeks. */
export const fillBuckets = internalMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    for await (const { _id } of db.query("rateLimits"))
      await db.delete("rateLimits", _id);
    return null;
  },
});

/** Lets every session of this user have ended a moment ago; the product's own sweep finds them. */
export const expireSessions = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async ({ db }, { userId }) => {
    const sessions = db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", userId));
    for await (const { _id } of sessions)
      await db.patch("authSessions", _id, { expirationTime: Date.now() - 1 });
    return null;
  },
});
