/** Functions that the product does not have. Deployed beside its modules in the fault tests' copy only. */
import {
  internalActionGeneric,
  internalMutationGeneric,
  internalQueryGeneric,
  makeFunctionReference,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalQuery: QueryBuilder<DataModel, "internal"> = internalQueryGeneric;
const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;

/** The queue's line, tickets, events in commit order, and days. One snapshot. */
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

/** Makes the last maintenance step look old, so that the next run resumes a chain of steps that a kill interrupted. */
export const passTime = internalMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    for await (const row of db.query("upkeep"))
      await db.patch("upkeep", row._id, { steppedAt: 0 });
    return null;
  },
});
/** Fills every rate-limit bucket: fifty runs in a row do as much as a desk does in weeks. */
export const fillBuckets = internalMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    for await (const { _id } of db.query("rateLimits"))
      await db.delete("rateLimits", _id);
    return null;
  },
});
/** Makes every session of this user expire just now. The product's own sweep finds them. */
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
export const store = internalActionGeneric({
  args: { text: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async ({ storage }, { text }) =>
    await storage.getUrl(await storage.store(new Blob([text]))),
});
export const schedule = internalMutation({
  args: {},
  returns: v.string(),
  handler: async ({ scheduler }) =>
    await scheduler.runAfter(
      3_600_000,
      makeFunctionReference<"mutation">("inspection:fillBuckets"),
      {},
    ),
});
export const scheduled = internalQuery({
  args: {},
  returns: v.any(),
  handler: async ({ db }) =>
    await db.system.query("_scheduled_functions").collect(),
});
export const uploadUrl = internalMutation({
  args: {},
  returns: v.string(),
  handler: async ({ storage }) => await storage.generateUploadUrl(),
});
export const fileUrl = internalQuery({
  args: { storageId: v.id("_storage") },
  returns: v.any(),
  handler: async ({ storage }, { storageId }) =>
    await storage.getUrl(storageId),
});
