/** Functions whose arguments and results are checked. */
import { v, type Value } from "convex/values";
import { mutation, query } from "./functions";

const person = v.object({ name: v.string(), age: v.optional(v.number()) });

export const takes = query({
  args: {
    person: v.optional(person),
    friend: v.optional(v.id("people")),
    kind: v.optional(v.union(v.literal("a"), v.literal("b"))),
    big: v.optional(v.int64()),
    list: v.optional(v.array(v.string())),
    map: v.optional(v.record(v.string(), v.number())),
  },
  handler: () => "taken",
});

export const anything = query({
  args: { value: v.any() },
  handler: (_ctx, { value }) => value as Value,
});
export const gives = query({
  args: { value: v.any() },
  returns: person,
  handler: (_ctx, { value }) => value as never,
});

export const writesAndGives = mutation({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    await ctx.db.insert("things", { n: 1 });
    return 1 as never;
  },
});

export const nothing = query({ args: {}, handler: () => undefined });
