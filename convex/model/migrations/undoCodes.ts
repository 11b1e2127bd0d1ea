/** What can be undone was an English sentence and is now a code with a number. An offer lasts ten seconds: older ones go. */
import { v } from "convex/values";
import { define } from "../migration";

const older = v.object({
  eventId: v.id("ticketEvents"),
  label: v.string(),
  expiresAt: v.number(),
});

export const undoCodes = define({
  name: "undoCodes",
  table: "lines",
  older: { undo: v.nullable(older) },
  migrateOne: ({ undo }) =>
    undo !== null && "label" in undo ? { undo: null } : undefined,
});
