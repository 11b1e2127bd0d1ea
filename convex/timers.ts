/** What a ticket's own alarm does. Each checks that the ticket is still as it was when the alarm was set. */
import { v } from "convex/values";
import { endGrace } from "./data/grace";
import { endLeftovers } from "./data/closing";
import { internalMutation } from "./functions";

/** The called person's time to appear is over. */
export const graceOver = internalMutation({
  args: { ticketId: v.id("tickets"), graceEndsAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { ticketId, graceEndsAt }) => {
    await endGrace(ctx, ticketId, graceEndsAt, Date.now());
    return null;
  },
});

/** Goes on ending the tickets of a closed generation, a bite at a time. */
export const endRest = internalMutation({
  args: { eventId: v.id("ticketEvents") },
  returns: v.null(),
  handler: async (ctx, { eventId }) => {
    await endLeftovers(ctx, eventId, Date.now());
    return null;
  },
});
