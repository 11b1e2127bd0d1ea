/** Turns the English sentence of an undo offer into the code and number of its event. */
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
    // Only undoable actions were offered, and their events have the same names.
    return { undo: { ...offer, code: event["kind"], number: event["number"] } };
  },
});
