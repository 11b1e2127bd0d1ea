/** Counts the load of the whole platform once a minute, page by page, because one transaction would block joins. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import {
  lastSample,
  nextServed,
  nextWaiting,
  part,
  saveSample,
} from "./data/platformNow";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { mayCount, sampleValidator } from "../business/rules/platform";
import { dayKey } from "../base/rules/timezones";

type Part = Infer<typeof part>;

/** Counts who waits and who was served today. Skipped while the last count shows that it would be too expensive. */
export const sample = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const at = Date.now();
    const { platform } = internal.admin;
    const last = await ctx.runQuery(platform.last, {});
    if (!mayCount(last, at)) return;
    const waiting = await sumOf((cursor) =>
      ctx.runQuery(platform.waiting, { cursor }),
    );
    const day = dayKey(at, "UTC");
    const served = await sumOf((cursor) =>
      ctx.runQuery(platform.served, { day, cursor }),
    );
    const tookMs = Date.now() - at;
    await ctx.runMutation(platform.keep, { waiting, served, at, tookMs });
  },
});

async function sumOf(next: (cursor: string | null) => Promise<Part>) {
  let sum = 0;
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const found: Part = await next(cursor);
    sum += found.sum;
    ({ cursor, isDone } = found);
  }
  return sum;
}

export const last = internalQuery({
  args: {},
  returns: v.nullable(sampleValidator),
  handler: async (ctx) => await lastSample(ctx),
});

/** People waiting in the next page of non-empty queues. */
export const waiting = internalQuery({
  args: { cursor: v.nullable(v.string()) },
  returns: part,
  handler: async (ctx, { cursor }) => await nextWaiting(ctx, cursor),
});

/** People served in the next page of queues that worked on a day. */
export const served = internalQuery({
  args: { day: v.string(), cursor: v.nullable(v.string()) },
  returns: part,
  handler: async (ctx, { day, cursor }) => await nextServed(ctx, day, cursor),
});

export const keep = internalMutation({
  args: sampleValidator.fields,
  returns: v.null(),
  handler: async (ctx, counted) => await saveSample(ctx, counted, Date.now()),
});
