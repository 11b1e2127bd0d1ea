/** The times that a customer can choose from. */
import { v } from "convex/values";
import { lookAtBusy } from "../calendar/data/busy";
import { businessOf } from "../business/data/businesses";
import { findLine } from "../queue/data/lines";
import { slotsOn } from "./data/slots";
import { publicMutation, publicQuery } from "../functions";
import { isDay } from "../base/rules/timezones";

/**
 * The slots of one business day; empty on a closed day, null for an unknown queue or an invalid day. Reads no clock: the phone
 * hides times that are past or too soon (rules/slots.ts isBookable).
 */
export const ofDay = publicQuery({
  args: { queueId: v.string(), day: v.string() },
  returns: v.nullable(
    v.object({
      slots: v.array(v.object({ startsAt: v.number(), isFree: v.boolean() })),
    }),
  ),
  handler: async (ctx, { queueId, day }) => {
    const line = isDay(day) ? await findLine(ctx, queueId) : null;
    if (line === null) return null;
    const business = await businessOf(ctx, line);
    return { slots: await slotsOn(ctx, line, business, day) };
  },
});

/** A customer looks at bookable times. Refreshes the owner's busy times if they are old. */
export const look = publicMutation({
  args: { queueId: v.string() },
  returns: v.null(),
  handler: async (ctx, { queueId }) => {
    const line = await findLine(ctx, queueId);
    if (line !== null) await lookAtBusy(ctx, line.businessId, Date.now());
  },
});
