/** What can be undone was an English sentence and is now a code with a number: those of its event. */
import { v } from "convex/values";
import { define } from "../define";

const older = v.object({
  eventId: v.id("ticketEvents"),
  label: v.string(),
  expiresAt: v.number(),
});

export const undoCodes = define({
  name: "undoCodes",
  table: "lines",
  older: { undo: v.nullable(older) },
  migrateOne: async ({ undo }, lookup) => {
    if (undo === null || !("label" in undo)) return undefined;
    const { label, ...offer } = undo;
    const event = await lookup.get("ticketEvents", offer.eventId);
    if (event === null) return { undo: null };
    // Only actions that can be undone were ever offered, and their events have the same names.
    return { undo: { ...offer, code: event["kind"], number: event["number"] } };
  },
});
