/** Identity, files and scheduled functions. */
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import {
  action,
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./functions";

const toRun = makeFunctionReference<"mutation">("world:job");
const toAct = makeFunctionReference<"action">("world:actionJob");
const toIdentify = makeFunctionReference<"query">("world:subject");

/** Null for an anonymous caller. */
export const subject = query({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const identity = query({
  args: {},
  handler: async (ctx) => {
    const who = await ctx.auth.getUserIdentity();
    return who === null ? null : { name: who.name ?? null, issuer: who.issuer };
  },
});

export const subjectInAction = action({
  args: {},
  handler: async (ctx) => [
    (await ctx.auth.getUserIdentity())?.subject ?? null,
    (await ctx.runQuery(toIdentify, {})) as string | null,
  ],
});

export const store = action({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    const id = await ctx.storage.store(
      new Blob([text], { type: "text/plain" }),
    );
    const blob = await ctx.storage.get(id);
    return { id, text: (await blob?.text()) ?? null, type: blob?.type ?? null };
  },
});

export const fileRow = query({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => {
    const row = await ctx.db.system.get(id);
    return row === null ? null : { size: row.size, sha256: row.sha256 };
  },
});

export const hasUrl = query({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) =>
    typeof (await ctx.storage.getUrl(id)) === "string",
});

export const removeFile = mutation({
  args: { id: v.id("_storage"), fail: v.optional(v.boolean()) },
  handler: async (ctx, { id, fail }) => {
    await ctx.storage.delete(id);
    if (fail === true) throw new Error("undo");
  },
});

export const job = internalMutation({
  args: { n: v.number(), fail: v.optional(v.boolean()) },
  handler: async (ctx, { n, fail }) => {
    await ctx.db.insert("things", { n });
    if (fail === true) throw new Error("job failed");
  },
});

export const actionJob = internalAction({
  args: { n: v.number() },
  handler: async (ctx, { n }) => {
    await ctx.runMutation(toRun, { n });
  },
});

export const schedule = mutation({
  args: {
    n: v.number(),
    ms: v.number(),
    fail: v.optional(v.boolean()),
    throws: v.optional(v.boolean()),
    action: v.optional(v.boolean()),
  },
  handler: async (ctx, { n, ms, fail, throws, action }) => {
    const id =
      action === true
        ? await ctx.scheduler.runAfter(ms, toAct, { n })
        : await ctx.scheduler.runAfter(ms, toRun, {
            n,
            ...(fail === undefined ? {} : { fail }),
          });
    if (throws === true) throw new Error("undo");
    return id;
  },
});

export const scheduleAt = mutation({
  args: { n: v.number(), ms: v.number() },
  handler: async (ctx, { n, ms }) => {
    const at = new Date(Date.now() + ms);
    return await ctx.scheduler.runAt(at, toRun, { n });
  },
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

/** The state of a scheduled function. Null when there is no such row. */
export const state = query({
  args: { id: v.id("_scheduled_functions") },
  handler: async (ctx, { id }) => {
    const row = await ctx.db.system.get(id);
    if (row === null) return null;
    const {
      name,
      args,
      state: now,
      completedTime,
    } = row as unknown as {
      name: string;
      args: { n: number }[];
      state: { kind: string };
      completedTime?: number;
    };
    return { name, args, kind: now.kind, isOver: completedTime !== undefined };
  },
});

export const jobs = query({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.system.query("_scheduled_functions").collect()).length,
});

/** How the web's streams behave for code in a transaction. */
export const streams = mutation({
  args: { numbers: v.array(v.number()) },
  handler: async (_ctx, { numbers }) => {
    const source = new ReadableStream<number>({
      start(controller) {
        for (const number of numbers) controller.enqueue(number);
        controller.close();
      },
    });
    const doubled = new TransformStream<number, number>({
      transform: (number, controller) => controller.enqueue(2 * number),
    });
    const [left, right] = source.pipeThrough(doubled).tee();
    const written: number[] = [];
    const sink = new WritableStream<number>({
      write: (number) => void written.push(number),
    });
    await left.pipeTo(sink);
    const first = await right.getReader().read();
    const text = new Blob(["grüße"])
      .stream()
      .pipeThrough(new TextDecoderStream());
    const failed = await new ReadableStream({
      pull() {
        throw new RangeError("pulled");
      },
    })
      .getReader()
      .read()
      .catch((error: unknown) => error instanceof RangeError);
    return {
      written,
      first: first.value ?? null,
      text: (await text.getReader().read()).value ?? null,
      body: await new Response(new Blob(["body"]).stream()).text(),
      failed: failed === true,
    };
  },
});

/** What listeners of an event receive. */
export const events = query({
  args: {},
  handler: async () => {
    const seen: (string | number | boolean)[] = [];
    const target = new EventTarget();
    const controller = new AbortController();
    const { signal } = controller;
    target.addEventListener("ring", (event) => {
      seen.push(event.type, event.eventPhase, event.composedPath().length);
      event.preventDefault();
    });
    target.addEventListener("ring", () => seen.push("once"), { once: true });
    target.addEventListener("ring", () => seen.push("signal"), { signal });
    const went = target.dispatchEvent(new Event("ring", { cancelable: true }));
    controller.abort("enough");
    target.dispatchEvent(new Event("ring"));
    return { seen, went, reason: String(signal.reason) };
  },
});
