/** What a ticket's own alarm does. Each checks that the ticket is still as it was when the alarm was set. */
import { v } from "convex/values";
import { endLeftovers } from "./data/closing";
import { endNoShowGrace } from "./data/noShow";
import { internalMutation } from "./functions";

/** The called person's time to appear is over. */
export const noShowOver = internalMutation({
  args: { ticketId: v.id("tickets"), graceEndsAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { ticketId, graceEndsAt }) => {
    await endNoShowGrace(ctx, ticketId, graceEndsAt, Date.now());
    return null;
  },
});

/** Its earlier name, under which alarms of older data folders were set. */
export const graceOver = noShowOver;

/** Goes on ending the tickets of a closed generation, a batch at a time. */
export const endRest = internalMutation({
  args: { eventId: v.id("ticketEvents") },
  returns: v.null(),
  handler: async (ctx, { eventId }) => {
    await endLeftovers(ctx, eventId, Date.now());
    return null;
  },
});
