import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { kindOf } from "../../values/kinds.ts";
import { ANYONE, functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    work: defineTable({ name: v.string(), at: v.commitTs(), more: v.optional(v.any()) }).index("by_at", ["at"]) });`,
  "work.ts": `
    import { jsonToConvex } from "convex/values";
    export const leak = query({ args: {}, handler: async () => [jsonToConvex({ $commitTs: null })] });
    export const add = mutation({ args: { name: v.string() }, returns: v.object({ at: v.commitTs(), list: v.array(v.any()) }), handler: async (ctx, { name }) => {
      const at = ctx.db.vars.commitTs;
      await ctx.db.insert("work", { name, at, more: { deep: [at, "\\"$commitTs\\""] } });
      return { at, list: [at, 1n] };
    } });
    export const stored = internalMutation({ args: { name: v.string(), at: v.commitTs() }, returns: v.any(), handler: async (ctx, row) => {
      const id = await ctx.db.insert("work", row); return await ctx.db.get(id); } });
    export const own = mutation({ args: {}, returns: v.any(), handler: async (ctx) => {
      const { commitTs } = ctx.db.vars;
      const row = await ctx.runMutation("work:stored", { name: "own", at: commitTs });
      await ctx.db.patch(row._id, { name: "renamed" });
      const mine = await ctx.db.query("work").withIndex("by_at", (q) => q.eq("at", commitTs)).collect();
      const last = await ctx.db.query("work").withIndex("by_at").order("desc").first();
      return { same: row.at === commitTs, mine: mine.map((r) => [r.name, r.at === commitTs]), last: last.name };
    } });
    export const again = mutation({ args: {}, handler: async (ctx) => {
      const row = await ctx.db.query("work").withIndex("by_at").first();
      await ctx.db.patch(row._id, { at: ctx.db.vars.commitTs }); } });
    export const list = query({ args: {}, handler: async (ctx) => (await ctx.db.query("work").withIndex("by_at").collect()).map(({ name, at, more }) => [name, at, more ?? null]) });
    export const snapshot = mutation({ args: {}, handler: async (ctx) => ctx.meta.getSnapshotTs() });
    export const take = mutation({ args: { at: v.any() }, returns: v.null(), handler: async () => null });
    export const later = mutation({ args: {}, handler: async (ctx) => { await ctx.scheduler.runAfter(0, "work:take", { at: ctx.db.vars.commitTs }); } });`,
});

const ns = (value: JsonValue | undefined): bigint => {
  const kinded = kindOf(value ?? null);
  if (kinded.kind !== "int64" || kinded.isPending)
    throw new Error(`no timestamp: ${JSON.stringify(value)}`);
  return kinded.value;
};
const list = async () =>
  (await app().query("work:list")) as [string, JsonValue, JsonValue][];

test("[FN40] db.vars.commitTs becomes the commit's timestamp in documents, indexes and answers, in commit order", async () => {
  const send = (requestId: number) =>
    app().functions.runMutation("work:add", { name: `n${requestId}` }, ANYONE, {
      sessionId: "5f0f5a52-0000-4000-8000-000000000009",
      requestId,
    });
  const first = await send(1);
  const second = await send(2);
  if (!first.ok || !second.ok) throw new Error("failed");
  const answer = JSON.parse(first.value) as {
    at: JsonValue;
    list: JsonValue[];
  };
  expect(ns(answer.at)).toBe(BigInt(first.ts) * 1000n);
  expect(answer.list).toEqual([answer.at, { $integer: "AQAAAAAAAAA=" }]);
  expect(await list()).toEqual([
    ["n1", answer.at, { deep: [answer.at, '"$commitTs"'] }],
    ["n2", expect.anything(), expect.anything()],
  ]);
  // A repeated request gets the same answer.
  expect(await send(1)).toMatchObject({ value: first.value });
  await app().mutation("work:again");
  const rows = await list();
  expect(rows.map(([name]) => name)).toEqual(["n2", "n1"]);
  expect(ns(rows[1]?.[1])).toBeGreaterThan(BigInt(second.ts) * 1000n);
  const snapshot = ns(await app().mutation("work:snapshot"));
  expect(snapshot).toBe(ns(rows[1]?.[1]));
});

test("[FN40] within its mutation commitTs is a placeholder that sorts last and passes through nested calls", async () => {
  expect(await app().mutation("work:own")).toEqual({
    same: true,
    mine: [["renamed", true]],
    last: "renamed",
  });
  for (const [, at] of await list()) ns(at);
});

test("[FN40] commitTs is refused in arguments from outside, scheduled calls and query results", async () => {
  const at: JsonObject = { $commitTs: null };
  const refused = "Field name $commitTs starts with '$', which is reserved.";
  expect(await messageOf(app().mutation("work:take", { at }))).toContain(
    refused,
  );
  expect(await messageOf(app().mutation("work:later"))).toContain(refused);
  expect(await messageOf(app().query("work:leak"))).toContain(refused);
  expect(app().faults).toEqual([]);
});
