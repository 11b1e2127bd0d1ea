/** Customers book and move bookings. Cancelling is tickets.leave. */
import { v } from "convex/values";
import {
  bookRefusals,
  bookSlot,
  moveBooking,
  moveRefusals,
} from "./data/bookings";
import { customerMutation } from "../functions";
import { callerOf } from "../base/services/caller";
import { readEmail } from "../mail/services/customerEmail";
import { refuse } from "../base/rules/errors";
import { doneOr, refused } from "../base/rules/refusals";

/**
 * Takes a ticket for a slot of `slots.ofDay`. The same secret again gives the same ticket.
 * @throws invalidInput for a secret of another form
 */
export const book = customerMutation({
  args: {
    queueId: v.string(),
    startsAt: v.number(),
    name: v.optional(v.string()),
    phone: v.optional(v.string()),
    /** For the confirmation and a reminder; not kept if e-mail is off. */
    email: v.optional(v.string()),
    /** The key of visits.look, if the device looked. */
    look: v.optional(v.string()),
  },
  returns: v.union(
    v.object({ ok: v.literal(true), number: v.number() }),
    refused(...bookRefusals),
  ),
  handler: async (ctx, args) => {
    if (ctx.ticket !== null) {
      return { ok: true as const, number: ctx.ticket.number };
    }
    const email = readEmail(args.email);
    if (email === null) return refuse("invalidEmail");
    const { ip } = await ctx.meta.getRequestMetadata();
    const caller = await callerOf(ip);
    return await bookSlot(
      ctx,
      { ...args, email, secretHash: ctx.secretHash, caller },
      Date.now(),
    );
  },
});

/** Moves the booking to another slot of its queue; the number stays. */
export const move = customerMutation({
  args: { startsAt: v.number() },
  returns: doneOr(...moveRefusals),
  handler: async (ctx, { startsAt }) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await moveBooking(ctx, ctx.ticket, startsAt, Date.now()),
});
