/** The one shared live value and the commit that changes it, in the shape of Call next. */
import { v } from "convex/values";
import { mutation, query } from "./builders";

const TICKETS = 1000;
const SHOWN = 3;

/** Makes the queue and its tickets; once. */
export const setUp = mutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.insert("queues", {
      name: "Walk-ins",
      seq: 0,
      waiting: "1-20,22,24-40",
      called: [],
    });
    for (let number = 0; number < TICKETS; number++)
      await ctx.db.insert("tickets", {
        number,
        status: "waiting",
        calledAt: 0,
      });
    return null;
  },
});

/** What every phone watches. `waiting` sorts after `seq`, so the number is not the frame's last one. */
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
