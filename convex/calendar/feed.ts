/** The owner's calendar feed (product.md K5): its secret address and its file. */
import { v } from "convex/values";
import { ensureProven } from "../account/data/access";
import { feedBehind, feedOf, makeFeed, removeFeed } from "./data/feeds";
import { internalQuery, ownerMutation, ownerQuery } from "../functions";
import { environment } from "../base/services/env";
import { calendarOf } from "./rules/file";

/** Until calendar programs ask again. */
const HOURS = 1;

/** When the address was made, or null; and the address without its secret, of which the server has only a hash. */
export const current = ownerQuery({
  args: {},
  returns: v.object({ madeAt: v.nullable(v.number()), url: v.string() }),
  handler: async (ctx) => {
    const feed = await feedOf(ctx, ctx.business._id);
    const url = `${environment().httpUrl}/api/calendar-feed?token=`;
    return { madeAt: feed?.at ?? null, url };
  },
});

/** Replaces the address. @throws emailUnproven, invalidInput for a secret of no known form */
export const make = ownerMutation({
  args: { secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { secret }) => {
    const proven = await ensureProven(ctx, environment());
    await makeFeed(ctx, proven, ctx.business, secret, Date.now());
  },
});

/** Deletes the address. */
export const remove = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeFeed(ctx, ctx.business),
});

/** The file behind an address; null for an unknown one. */
export const file = internalQuery({
  args: { secret: v.string(), now: v.number() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { secret, now }) => {
    const host = URL.parse(environment().siteUrl)?.host ?? "yourturn";
    const found = await feedBehind(ctx, secret, host, now);
    if (found === null) return null;
    const { business, appointments } = found;
    const { name, timezone } = business;
    return calendarOf({ name, timezone, hours: HOURS, now }, appointments);
  },
});
