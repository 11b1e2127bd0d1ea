import { expect, test } from "vitest";
import { openTestFunctions } from "./open-functions.ts";
test("smoke", async () => {
  const app = await openTestFunctions({
    "schema.ts": `export default defineSchema({ messages: defineTable({ body: v.string(), n: v.number() }).index("by_n", ["n"]) });`,
    "messages.ts": `
export const send = mutation({ args: { body: v.string(), n: v.number() }, returns: v.id("messages"), handler: async (ctx, args) => { console.log("send", args); return await ctx.db.insert("messages", args); } });
export const list = query({ args: {}, handler: async (ctx) => (await ctx.db.query("messages").withIndex("by_n", q => q.gt("n", 0)).order("desc").collect()).map(m => m.body) });
export const boom = query({ handler: async () => { throw new Error("boom"); } });
export const outer = mutation({ args: {}, handler: async (ctx) => { try { await ctx.runMutation(anyApi.messages.inner, {}); } catch (e) { return e.message; } } });
export const inner = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("messages", {body: "x", n: 99}); throw new ConvexError({a: 1}); } });
export const act = action({ args: {}, handler: async (ctx) => { await ctx.runMutation(anyApi.messages.send, {body: "from action", n: 5}); return await ctx.runQuery(anyApi.messages.list, {}); } });
`,
    "node.ts": `"use node";
import os from "node:os";
export const plat = action({ args: {}, handler: async () => os.platform() });`,
  });
  expect(await app.mutation("messages:send", { body: "a", n: 1 })).toMatch(
    /^[0-9a-z]{32}$/,
  );
  await app.mutation("messages:send", { body: "b", n: 2 });
  expect(await app.query("messages:list")).toEqual(["b", "a"]);
  console.log(await app.query("messages:boom").catch((e) => e.message));
  console.log(await app.mutation("messages:outer"));
  expect(await app.query("messages:list")).toEqual(["b", "a"]);
  expect(await app.action("messages:act")).toEqual(["from action", "b", "a"]);
  expect(await app.action("node:plat")).toBe("linux");
  expect(app.faults).toEqual([]);
});
