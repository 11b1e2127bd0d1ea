/** A project in versions that share only their data; everything in it reports its version. */
import { fileURLToPath } from "node:url";
import { bundleSources } from "../tests/bundle.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
/** Both variables always have the same value. */
export const VARIABLES = ["FIRST", "SECOND"] as const;
/** Rows that exist from the start, so that indexes take a while. */
export const OLD_ITEMS = 3_000;
/** Whether a version's by_key is on `up`. Other versions have it on `down`, which gives the opposite order. */
export const isUp = (version: number) => version % 2 === 0;
export const bundleOf = (version: number) =>
  bundleSources(sourcesOf(version), REPOSITORY);

/** Modules as text, by path. */
export function sourcesOf(version: number): Record<string, string> {
  const field = isUp(version) ? "up" : "down";
  return {
    "schema.ts": `
      import { defineSchema, defineTable } from "convex/server";
      import { v } from "convex/values";
      export default defineSchema({
        items: defineTable({ name: v.string(), up: v.number(), down: v.number(), note${version}: v.optional(v.string()) })
          .index("by_key", ["${field}"])
          .index("by_name${version}", ["name"]),
        tags: defineTable({ version: v.literal(${version}) }),
        ticks: defineTable({ version: v.number() }),
      });`,
    "crons.ts": `
      import { cronJobs, makeFunctionReference } from "convex/server";
      const crons = cronJobs();
      crons.interval("tick${version}", { seconds: 1 }, makeFunctionReference("one:tick"), { version: ${version} });
      export default crons;`,
    "http.ts": `
      import { httpActionGeneric, httpRouter } from "convex/server";
      const http = httpRouter();
      const handler = httpActionGeneric(async () => new Response("${version}"));
      http.route({ path: "/version", method: "GET", handler });
      http.route({ path: "/version${version}", method: "GET", handler });
      export default http;`,
    "one.ts": `
      import { internalMutationGeneric, internalQueryGeneric, mutationGeneric } from "convex/server";
      ${says(version)}
      export const tick = internalMutationGeneric(async (ctx, args) => { await ctx.db.insert("ticks", args); });
      export const fill = internalMutationGeneric(async (ctx, { count }) => {
        for (let n = 0; n < count; n++) await ctx.db.insert("items", { name: "old " + n, up: n, down: -n });
      });
      export const add = mutationGeneric(async (ctx, { name, n }) => {
        await ctx.db.insert("items", { name, up: n, down: -n });
      });
      export const admit = internalMutationGeneric(async (ctx, { version }) => {
        await ctx.db.delete(await ctx.db.insert("tags", { version }));
      });
      export const look = internalQueryGeneric(async (ctx) => ({
        items: (await ctx.db.query("items").collect()).map(({ name }) => name),
        byKey: (await ctx.db.query("items").withIndex("by_key").collect()).map(({ up }) => up),
        byName: (await ctx.db.query("items").withIndex("by_name${version}").collect()).map(({ name }) => name),
      }));
      export const ticks = internalQueryGeneric(async (ctx) =>
        (await ctx.db.query("ticks").collect()).map(({ version }) => version));
      export const forgetTicks = internalMutationGeneric(async (ctx) => {
        for (const { _id } of await ctx.db.query("ticks").collect()) await ctx.db.delete(_id);
      });
      export const forget = internalMutationGeneric(async (ctx) => {
        const items = ctx.db.query("items").withIndex("by_name${version}", (q) => q.lt("name", "old"));
        for (const { _id } of await items.collect()) await ctx.db.delete(_id);
      });`,
    "two.ts": `
      import { internalQueryGeneric } from "convex/server";
      ${says(version)}`,
    [`only${version}.ts`]: `
      import { internalQueryGeneric } from "convex/server";
      ${says(version)}`,
  };
}

/** A module's function that reports its version and values. */
function says(version: number): string {
  const values = VARIABLES.map((name) => `process.env.${name} ?? null`);
  return `const LOADED = [${values.join(", ")}];
      export const says = internalQueryGeneric(async () => ({ version: ${version}, settings: [...LOADED, ${values.join(", ")}] }));`;
}
