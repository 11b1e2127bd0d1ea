/** The plan, and history cloned from a customer who really queued. Only in the bench's copy of the product. */
import {
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  type MutationBuilder,
  type SystemFields,
} from "convex/server";
import { v } from "convex/values";
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
const NEVER = 8.64e15;

/** The same as in queue/rules/lineState.ts. Values cannot be imported here. */
const EMPTY_LINE: DataModel["lines"]["document"]["state"] = {
  generation: 1,
  lastNumber: 0,
  waiting: "",
  waitingCount: 0,
  scheduledCount: 0,
  waitingDays: [],
  called: [],
  lastOrderAt: 0,
  pace: {
    currentNumber: 0,
    calls: [],
    chairs: 1,
    unbroken: 0,
    leftWaiting: false,
    turns: "",
    stretch: { turns: 0, sum: 0 },
    tails: { low: 0.12, high: 0.12 },
    checks: [],
  },
};

/** Each call completes who was called before it. */
export const comesAtNextCall = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for await (const { _id } of ctx.db.query("businesses"))
      await ctx.db.patch("businesses", _id, { whenUnmarked: "came" });
    return null;
  },
});

/** Gives every business the largest plan, which no function sells. */
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

/** Copies the queue's first ended ticket and its events `count` times, numbered from `from` on. */
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

/** Copies the queue's first day and its waits to `count` days, starting `ago` days before it. */
export const cloneDay = internalMutation({
  args: { queueId: v.id("queues"), ago: v.number(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { queueId, ago, count }) => {
    const newest = await ctx.db
      .query("queueDays")
      .withIndex("by_queueId_and_day", (q) => q.eq("queueId", queueId))
      .order("desc")
      .first();
    if (!newest) throw new Error("The queue has no day to clone.");
    const { businessId } = newest;
    const last = Date.parse(`${newest.day}T00:00:00Z`);
    for (let back = ago; back < ago + count; back++) {
      const day = new Date(last - back * 86_400_000).toISOString().slice(0, 10);
      await ctx.db.insert("queueDays", { ...ownFields(newest), day });
      const cells = [
        { hour: 12, told: 20, looks: 9, joined: 6, oneMoreSum: 60 },
      ];
      await ctx.db.insert("lookDays", { businessId, day, cells });
    }
    return null;
  },
});

/** Creates `count` more businesses like the first, each with five queues. */
export const cloneBusiness = internalMutation({
  args: { count: v.number() },
  returns: v.null(),
  handler: async (ctx, { count }) => {
    const business = await ctx.db.query("businesses").first();
    const subscription = await ctx.db.query("subscriptions").first();
    if (!business || !subscription) throw new Error("There is none to clone.");
    for (let made = 0; made < count; made++) {
      const ownerId = await ctx.db.insert("users", {});
      const businessId = await ctx.db.insert("businesses", {
        ...ownFields(business),
        ownerId,
      });
      await ctx.db.insert("subscriptions", {
        ...ownFields(subscription),
        businessId,
      });
      for (let queue = 1; queue <= 5; queue++) {
        const queueId = await ctx.db.insert("queues", {
          businessId,
          name: `Queue ${queue}`,
          description: null,
          isActive: true,
          // As the second queue would have given them.
          letter: "ABCDE"[queue - 1] ?? null,
          deletedAt: null,
        });
        await ctx.db.insert("lines", {
          queueId,
          businessId,
          isActive: true,
          chairs: 1,
          pause: null,
          undo: null,
          state: EMPTY_LINE,
        });
      }
    }
    return null;
  },
});

/** Makes a signed-in user an admin, with permanent access to the portal. */
export const openPortal = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    const user = await ctx.db
      .query("users")
      .withIndex("email", (q) => q.eq("email", email))
      .unique();
    if (!user) throw new Error(`Nobody is ${email}.`);
    const { _id: userId } = user;
    await ctx.db.insert("admins", { userId, grantedBy: null });
    const sessions = ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", userId));
    for await (const { _id: sessionId } of sessions) {
      const forever = { until: NEVER, confirmedUntil: NEVER };
      await ctx.db.insert("adminSessions", { sessionId, userId, ...forever });
    }
    return null;
  },
});

/** Runs a query `times` times as the caller, uncached. */
export const repeat = mutation({
  args: { path: v.string(), args: v.any(), times: v.number() },
  returns: v.null(),
  handler: async (ctx, { path, args, times }) => {
    const query = makeFunctionReference<"query">(path);
    for (let i = 0; i < times; i++)
      await ctx.runQuery(query, args as Record<string, never>);
    return null;
  },
});

/** Runs a mutation of the product. Returns what it read and wrote, without the database's own tables. */
export const costsOf = mutation({
  args: { path: v.string(), args: v.any() },
  returns: v.object({
    read: v.number(),
    written: v.number(),
    bytesWritten: v.number(),
  }),
  handler: async (ctx, { path, args }) => {
    await ctx.runMutation(
      makeFunctionReference<"mutation">(path),
      args as Record<string, unknown>,
    );
    const used = await ctx.meta.getTransactionMetrics();
    return {
      read: used.documentsRead.used,
      written: used.documentsWritten.used,
      bytesWritten: used.bytesWritten.used,
    };
  },
});

/** A document without the fields that the database adds. */
const ownFields = <Document extends SystemFields & { _id: string }>({
  _id,
  _creationTime,
  ...fields
}: Document): Omit<Document, "_id" | "_creationTime"> => fields;
