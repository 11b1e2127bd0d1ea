/** The one shared live value and the commit that changes it, shaped like Call next. */
import { v } from "convex/values";
import { mutation, query } from "./builders";

const TICKETS = 1000;
const SHOWN = 3;

const newQueue = (waiting = "1-20,22,24-40") => ({
  name: "Walk-ins",
  seq: 0,
  waiting,
  called: [],
});

/** Creates the queue and its tickets, once. `waiting` makes the watched value as large as a figure needs. */
export const setUp = mutation({
  args: { waiting: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { waiting }) => {
    await ctx.db.insert("queues", newQueue(waiting));
    for (let number = 0; number < TICKETS; number++)
      await ctx.db.insert("tickets", {
        number,
        status: "waiting",
        calledAt: 0,
      });
    return null;
  },
});

/** Adds a queue that is never called; returns its id. */
export const addQueue = mutation({
  args: {},
  returns: v.id("queues"),
  handler: (ctx) => ctx.db.insert("queues", newQueue()),
});

/** The value that phones in another queue watch. */
export const of = query({
  args: { id: v.id("queues") },
  handler: async (ctx, { id }) => {
    const queue = await ctx.db.get("queues", id);
    return queue && { waiting: queue.waiting, seq: queue.seq };
  },
});

/** The value that every phone watches. `waiting` sorts after `seq`, so the number is not the last thing in the frame. */
export const get = query({
  args: {},
  handler: async (ctx) => {
    const queue = await ctx.db.query("queues").first();
    if (!queue) return null;
    return {
      name: queue.name,
      seq: queue.seq,
      waiting: queue.waiting,
      called: queue.called,
    };
  },
});

/** Updates the queue and one ticket; returns the queue's new number. */
export const callNext = mutation({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const queue = await ctx.db.query("queues").first();
    if (!queue) throw new Error("Call setUp first.");
    const seq = queue.seq + 1;
    const ticket = await ctx.db
      .query("tickets")
      .withIndex("by_number", (q) => q.eq("number", seq % TICKETS))
      .unique();
    if (!ticket) throw new Error("A ticket is missing.");
    const now = Date.now();
    await ctx.db.patch("tickets", ticket._id, {
      status: "called",
      calledAt: now,
    });
    await ctx.db.patch("queues", queue._id, {
      seq,
      called: [{ at: now, number: seq }, ...queue.called].slice(0, SHOWN),
    });
    return seq;
  },
});
