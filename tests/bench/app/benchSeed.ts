/**
 * Put beside the product's modules in the bench's copy only: the plan, and history in bulk. History is cloned from
 * one customer who really went through the queue, so it has whatever rows the product leaves behind today.
 */
import {
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  type MutationBuilder,
  type SystemFields,
} from "convex/server";
import { v } from "convex/values";
// Types only: the path is that of this repository, not of the copy.
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

/** Gives every business the largest plan, which nobody can buy through a function. */
export const enterprise = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for await (const business of ctx.db.query("businesses")) {
      await ctx.db.patch("businesses", business._id, { plan: "enterprise" });
      await ctx.db.insert("subscriptions", {
        businessId: business._id,
        stripeCustomerId: null,
        paid: null,
        grantedPlan: "enterprise",
        source: "demo",
        state: "active",
        plan: "enterprise",
        pastDueSince: null,
        graceEndsAt: null,
        cancelAt: null,
        flag: null,
        asked: 0,
        applied: 0,
        updatedAt: 0,
      });
    }
    return null;
  },
});

/** Copies the queue's first ended ticket and its events `count` times, with the numbers from `from` on. */
export const cloneEnded = internalMutation({
  args: { queueId: v.id("queues"), from: v.number(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { queueId, from, count }) => {
    const ticket = await ctx.db
      .query("tickets")
      .withIndex("by_line_and_order", (q) => q.eq("queueId", queueId))
      .first();
    if (!ticket) throw new Error("The queue has no ticket to clone.");
    const events = await ctx.db
      .query("ticketEvents")
      .withIndex("by_ticketId", (q) => q.eq("ticketId", ticket._id))
      .collect();
    for (let number = from; number < from + count; number++) {
      const ticketId = await ctx.db.insert("tickets", {
        ...ownFields(ticket),
        number,
        secretHash: `${ticket.secretHash}-${number}`,
      });
      for (const event of events)
        await ctx.db.insert("ticketEvents", {
          ...ownFields(event),
          ticketId,
          number,
        });
    }
    return null;
  },
});

/** Documents that one Call next of the caller's reads, by the engine's own account. */
export const documentsReadByCallNext = mutation({
  args: { queueId: v.string(), requestKey: v.string() },
  returns: v.number(),
  handler: async (ctx, args) => {
    await ctx.runMutation(
      makeFunctionReference<"mutation">("desk:callNext"),
      args,
    );
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  },
});

/** A document without what the database adds. */
function ownFields<Document extends SystemFields & { _id: string }>({
  _id,
  _creationTime,
  ...fields
}: Document): Omit<Document, "_id" | "_creationTime"> {
  return fields;
}
