/** A small app that mounts a component twice, which itself mounts another one. The fixture of components.test.ts. */

const SERVER = `import {
  actionGeneric as action, internalMutationGeneric as internalMutation, internalQueryGeneric as internalQuery,
  mutationGeneric as mutation, queryGeneric as query, componentsGeneric, createFunctionHandle, cronJobs,
  anyApi, makeFunctionReference,
} from "convex/server";
import { ConvexError, v } from "convex/values";
const components = componentsGeneric();
`;

export const PROJECT: Record<string, string> = {
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import { v } from "convex/values";
    import counter from "./counter/convex.config";
    const app = defineApp({ httpPrefix: "/api", env: { SIZE: v.optional(v.string()) } });
    app.use(counter, { name: "visits", httpPrefix: "/visits" });
    app.use(counter, { name: "votes", env: { STEP: "5", SIZE: app.env.SIZE } });
    export default app;`,
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
  "convex/app.ts": `${SERVER}
    const of = (name) => components[name];
    export const add = mutation({ args: { of: v.string(), name: v.string() }, handler: (ctx, { of: which, name }) =>
      ctx.runMutation(of(which).store.add, { name }) });
    export const read = query({ args: { of: v.string(), name: v.string() }, handler: (ctx, { of: which, name }) =>
      ctx.runQuery(of(which).store.read, { name }) });
    export const trail = query({ args: { of: v.string() }, handler: (ctx, { of: which }) =>
      ctx.runQuery(of(which).store.trail, {}) });
    export const facts = query({ args: { of: v.string() }, handler: async (ctx, { of: which }) => ({
      ...await ctx.runQuery(of(which).store.facts, {}),
      app: (await ctx.auth.getUserIdentity())?.name ?? null,
    }) });
    export const undone = mutation({ args: {}, handler: async (ctx) => {
      const error = await ctx.runMutation(components.visits.store.addAndFail, { name: "undone" }).then(String, (e) => e.data);
      return [error, await ctx.runQuery(components.visits.store.read, { name: "undone" })];
    } });
    export const strangers = mutation({ args: {}, handler: async (ctx) => {
      const mine = await ctx.db.insert("notes", { text: "mine" });
      const theirs = await ctx.runMutation(components.visits.store.add, { name: "theirs" });
      return {
        theirsHere: await ctx.db.get(theirs),
        mineThere: await ctx.runQuery(components.visits.store.get, { id: mine }),
        otherInstance: await ctx.runQuery(components.votes.store.get, { id: theirs }),
        own: (await ctx.runQuery(components.visits.store.get, { id: theirs }))?.name,
        normalized: ctx.db.normalizeId("notes", theirs),
      };
    } });
    export const note = internalMutation({ args: { text: v.string() }, handler: async (ctx, args) => {
      await ctx.db.insert("notes", args);
      return (await ctx.auth.getUserIdentity()) === null ? "nobody" : "somebody";
    } });
    export const notes = query({ args: {}, handler: async (ctx) =>
      (await ctx.db.query("notes").collect()).map(({ text }) => text) });
    export const jobs = query({ args: {}, handler: async (ctx) => [
      (await ctx.db.system.query("_scheduled_functions").collect()).map(({ name }) => name),
      await ctx.runQuery(components.visits.store.jobs, {}),
    ] });
    export const later = mutation({ args: {}, handler: async (ctx) => {
      const handle = await createFunctionHandle(anyApi.app.note);
      await ctx.scheduler.runAfter(0, components.votes.store.add, { name: "from the app" });
      return ctx.runMutation(components.visits.store.later, { handle });
    } });
    export const viaAction = action({ args: {}, handler: async (ctx) => {
      const handle = await createFunctionHandle(anyApi.app.note);
      return ctx.runAction(components.visits.store.callBack, { handle });
    } });
    export const wrong = query({ args: { what: v.string() }, handler: (ctx, { what }) => {
      const to = { internal: components.visits.store.secret, none: components.visits.store.nothing,
        child: components.nobody.store.read }[what];
      return ctx.runQuery(to, what === "child" ? { name: "" } : {});
    } });
    export const pages = query({ args: {}, handler: async (ctx) => {
      const names = [];
      for (let cursor = null, isDone = false; !isDone;) {
        const page = await ctx.runQuery(components.visits.store.paged, { cursor });
        names.push(...page.page.map(({ name }) => name));
        ({ continueCursor: cursor, isDone } = page);
      }
      return names;
    } });`,
  "convex/counter/convex.config.ts": `
    import { defineComponent } from "convex/server";
    import { v } from "convex/values";
    import journal from "../journal/convex.config";
    const component = defineComponent("counter", { env: { STEP: v.optional(v.string()), SIZE: v.optional(v.string()) } });
    component.use(journal, { httpPrefix: "/journal/" });
    export default component;`,
  "convex/http.ts": `${SERVER}
    import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/hello", method: "GET", handler: httpAction(async () => new Response("the app")) });
    export default http;`,
  "convex/counter/http.ts": `${SERVER}
    import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/count", method: "POST", handler: httpAction(async (ctx, request) => {
      await ctx.runMutation(makeFunctionReference("store:add"), { name: await request.text() });
      return Response.json({ path: new URL(request.url).pathname, site: new URL(process.env.CONVEX_SITE_URL).pathname,
        secret: process.env.SECRET ?? null });
    }) });
    export default http;`,
  "convex/journal/http.ts": `${SERVER}
    import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
    const http = httpRouter();
    http.route({ pathPrefix: "/lines/", method: "GET", handler: httpAction(async (ctx) =>
      Response.json([process.env.CONVEX_SITE_URL, await ctx.runQuery(makeFunctionReference("lines:list"), {})])) });
    export default http;`,
  "convex/counter/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
    });`,
  "convex/counter/crons.ts": `${SERVER}
    const crons = cronJobs();
    crons.interval("begin", { hours: 24 }, makeFunctionReference("store:begin"), {});
    export default crons;`,
  "convex/counter/store.ts": `${SERVER}
    const find = (ctx, name) => ctx.db.query("counters").withIndex("by_name", (q) => q.eq("name", name)).unique();
    const step = () => Number(process.env.STEP ?? "1");
    const put = async (ctx, name) => {
      const found = await find(ctx, name);
      await ctx.runMutation(components.journal.lines.append, { line: name });
      if (found === null) return ctx.db.insert("counters", { name, value: step() });
      await ctx.db.patch(found._id, { value: found.value + step() });
      return found._id;
    };
    export const add = mutation({ args: { name: v.string() }, returns: v.id("counters"), handler: (ctx, { name }) => put(ctx, name) });
    export const begin = internalMutation({ args: {}, handler: (ctx) => put(ctx, "cron") });
    export const addAndFail = mutation({ args: { name: v.string() }, handler: async (ctx, { name }) => {
      await put(ctx, name);
      throw new ConvexError({ code: "failed" });
    } });
    export const read = query({ args: { name: v.string() }, handler: async (ctx, { name }) => (await find(ctx, name))?.value ?? 0 });
    export const get = query({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.get(id) });
    export const trail = query({ args: {}, handler: (ctx) => ctx.runQuery(components.journal.lines.list, {}) });
    export const facts = query({ args: {}, handler: async (ctx) => ({
      identity: await ctx.auth.getUserIdentity(),
      secret: process.env.SECRET ?? null, size: process.env.SIZE ?? null, step: process.env.STEP ?? null,
      hasUrl: process.env.CONVEX_CLOUD_URL !== undefined,
      metadata: await ctx.meta.getFunctionMetadata(),
    }) });
    export const secret = internalQuery({ args: {}, handler: () => "secret" });
    export const paged = query({ args: { cursor: v.nullable(v.string()) }, handler: (ctx, { cursor }) => ctx.db.query("counters").paginate({ cursor, numItems: 1 }) });
    export const jobs = query({ args: {}, handler: async (ctx) =>
      (await ctx.db.system.query("_scheduled_functions").collect()).map(({ name }) => name) });
    export const later = mutation({ args: { handle: v.string() }, handler: async (ctx, { handle }) => {
      await ctx.scheduler.runAfter(0, makeFunctionReference("store:begin"), {});
      await ctx.scheduler.runAfter(0, handle, { text: "scheduled by a component" });
    } });
    export const callBack = action({ args: { handle: v.string() }, handler: async (ctx, { handle }) => {
      await ctx.runMutation(makeFunctionReference("store:add"), { name: "by action" });
      return [await ctx.runMutation(handle, { text: "called by a component" }), process.env.SECRET ?? null];
    } });`,
  "convex/journal/convex.config.ts": `
    import { defineComponent } from "convex/server";
    export default defineComponent("journal");`,
  // Without a schema: the first line creates its table.
  "convex/journal/lines.ts": `${SERVER}
    export const append = mutation({ args: { line: v.string() }, handler: async (ctx, args) => { await ctx.db.insert("lines", args); } });
    export const list = query({ args: {}, handler: async (ctx) => (await ctx.db.query("lines").collect()).map(({ line }) => line) });`,
};
