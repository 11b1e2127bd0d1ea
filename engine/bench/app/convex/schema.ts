/** Tables of the bench's own small project: one queue that every client watches, its tickets, notes, and rows by key. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  // One row: written by every call, read by every watcher.
  queues: defineTable({
    name: v.string(),
    seq: v.number(),
    waiting: v.string(),
    called: v.array(v.object({ at: v.number(), number: v.number() })),
  }),
  // Written once per call; never watched.
  tickets: defineTable({
    number: v.number(),
    status: v.union(v.literal("waiting"), v.literal("called")),
    calledAt: v.number(),
  }).index("by_number", ["number"]),
  // Appended to by the mutation benches; never watched.
  notes: defineTable({ body: v.string() }),
  // Between a few and a million rows, by key; never watched.
  rows: defineTable({ key: v.number(), body: v.string() }).index("by_key", [
    "key",
  ]),
});
