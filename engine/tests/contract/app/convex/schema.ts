/** Tables of the contract's app: one that accepts anything, one that is strict, one with a search index. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  things: defineTable(v.any())
    .index("by_k", ["k"])
    .index("by_a_b", ["a", "b"])
    .index("by_deep", ["deep.x"]),
  people: defineTable({
    name: v.string(),
    age: v.optional(v.number()),
    kind: v.optional(v.union(v.literal("a"), v.literal("b"))),
    friend: v.optional(v.id("people")),
    big: v.optional(v.int64()),
    blob: v.optional(v.bytes()),
    list: v.optional(v.array(v.number())),
    map: v.optional(v.record(v.string(), v.number())),
    nothing: v.optional(v.null()),
    flag: v.optional(v.boolean()),
  }),
  texts: defineTable({ body: v.string(), kind: v.string() }).searchIndex(
    "by_body",
    { searchField: "body", filterFields: ["kind"] },
  ),
});
