/** A table by key. Each call does many operations of one kind, so that the call itself counts little. */
import { v } from "convex/values";
import { mutation, query } from "./builders";

const BODY = "a row of forty characters, as rows are.";
/** Rows that one range read takes. */
const RANGE = 10;

/** Adds the keys from `from` on. */
export const fill = mutation({
  args: { from: v.number(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { from, count }) => {
    for (let key = from; key < from + count; key++)
      await ctx.db.insert("rows", { key, body: BODY });
    return null;
  },
});

/** Adds `count` keys from `from` on and removes as many from `old` on, so that the table keeps its size. */
export const replace = mutation({
  args: { from: v.number(), old: v.number(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { from, old, count }) => {
    const gone = await ctx.db
      .query("rows")
      .withIndex("by_key", (q) => q.gte("key", old).lt("key", old + count))
      .collect();
    for (const { _id } of gone) await ctx.db.delete("rows", _id);
    for (let key = from; key < from + count; key++)
      await ctx.db.insert("rows", { key, body: BODY });
    return null;
  },
});

export const idsOf = query({
  args: { keys: v.array(v.number()) },
  handler: async (ctx, { keys }) => {
    const ids = [];
    for (const key of keys) {
      const row = await ctx.db
        .query("rows")
        .withIndex("by_key", (q) => q.eq("key", key))
        .unique();
      if (row) ids.push(row._id);
    }
    return ids;
  },
});

/** Gets each row; returns how many exist. */
export const get = query({
  args: { ids: v.array(v.id("rows")) },
  returns: v.number(),
  handler: async (ctx, { ids }) => {
    let found = 0;
    for (const id of ids) if (await ctx.db.get("rows", id)) found++;
    return found;
  },
});

/** Reads some rows from each key on; returns how many it found. */
export const ranges = query({
  args: { keys: v.array(v.number()) },
  returns: v.number(),
  handler: async (ctx, { keys }) => {
    let found = 0;
    for (const key of keys) {
      const rows = await ctx.db
        .query("rows")
        .withIndex("by_key", (q) => q.gte("key", key))
        .take(RANGE);
      found += rows.length;
    }
    return found;
  },
});
