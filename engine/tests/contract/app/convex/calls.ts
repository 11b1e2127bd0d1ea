/** Functions that call functions, and their errors. */
import { makeFunctionReference } from "convex/server";
import { ConvexError, v, type Value } from "convex/values";
import { action, internalMutation, mutation, query } from "./functions";

const toAdd = makeFunctionReference<"mutation">("calls:add");
const toList = makeFunctionReference<"query">("calls:list");
const toDouble = makeFunctionReference<"action">("calls:double");

export const add = internalMutation({
  args: { n: v.number(), fail: v.optional(v.boolean()) },
  handler: async (ctx, { n, fail }) => {
    await ctx.db.insert("things", { n });
    if (fail === true) throw new ConvexError({ n });
  },
});

export const list = query({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.query("things").collect()).map((row) => row["n"] as number),
});

export const throws = mutation({
  args: { what: v.string(), data: v.optional(v.any()) },
  handler: async (ctx, { what, data }) => {
    await ctx.db.insert("things", { n: 0 });
    if (what === "convex") throw new ConvexError(data as Value);
    if (what === "type") throw new TypeError("wrong type");
    throw new Error("boom");
  },
});

/** A nested mutation that fails and is caught, between two writes that stay. */
export const caught = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { n: 1 });
    let data: Value = null;
    try {
      await ctx.runMutation(toAdd, { n: 2, fail: true });
    } catch (error) {
      data = error instanceof ConvexError ? (error.data as Value) : "other";
    }
    await ctx.runMutation(toAdd, { n: 3 });
    return { data, seen: (await ctx.runQuery(toList, {})) as number[] };
  },
});

export const uncaught = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { n: 1 });
    await ctx.runMutation(toAdd, { n: 2, fail: true });
  },
});

/** A failing mutation also rolls back the successful calls inside it. */
export const levels = mutation({
  args: {},
  handler: async (ctx) => {
    try {
      await ctx.runMutation(makeFunctionReference<"mutation">("calls:middle"));
    } catch {
      // Expected.
    }
    return (await ctx.runQuery(toList, {})) as number[];
  },
});

export const middle = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(toAdd, { n: 1 });
    throw new Error("middle");
  },
});

export const badCall = mutation({
  args: {},
  handler: (ctx) => ctx.runMutation(toAdd, { n: "not a number" }),
});

/** Each call of an action is its own transaction. */
export const acts = action({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(toAdd, { n: 1 });
    let data: Value = null;
    try {
      await ctx.runMutation(toAdd, { n: 2, fail: true });
    } catch (error) {
      data = error instanceof ConvexError ? (error.data as Value) : "other";
    }
    return {
      data,
      seen: (await ctx.runQuery(toList, {})) as number[],
      doubled: (await ctx.runAction(toDouble, { n: 21n })) as bigint,
    };
  },
});

export const double = action({
  args: { n: v.int64() },
  returns: v.int64(),
  handler: (_ctx, { n }) => n * 2n,
});

export const actThrows = action({
  args: { data: v.any() },
  handler: (_ctx, { data }) => {
    throw new ConvexError(data as Value);
  },
});

/** Writes of an action before its failure stay. */
export const actWritesAndThrows = action({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(toAdd, { n: 1 });
    throw new Error("after writing");
  },
});
