/**
 * The answers that several functions give in the same form, as validators:
 * the screens' types come from here. Not the rows: schema.ts.
 */
import { v, type Infer } from "convex/values";
import { ticketStatusValidator } from "./tickets";

export const refused = v.object({ ok: v.literal(false), message: v.string() });
/** Done, or the reason why not in words for people. */
export const doneOrRefused = v.union(
  v.object({ ok: v.literal(true) }),
  refused,
);
export type DoneOrRefused = Infer<typeof doneOrRefused>;

/** The answer to an action at the counter that can be undone. */
export const actedOrRefused = v.union(
  v.object({
    ok: v.literal(true),
    ticketId: v.id("tickets"),
    number: v.number(),
    name: v.nullable(v.string()),
    /** What desk.undo takes. */
    eventId: v.id("ticketEvents"),
    /** Numbers of the people whom this call completed. */
    completed: v.array(v.number()),
  }),
  v.object({
    ok: v.literal(false),
    message: v.string(),
    /** The screen showed something older than the database; it has the new state by now. */
    stale: v.optional(v.boolean()),
  }),
);
export type ActedOrRefused = Infer<typeof actedOrRefused>;

/** One person as the counter sees them. */
export const ticketRow = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  status: ticketStatusValidator,
  joinedAt: v.number(),
  calledAt: v.nullable(v.number()),
  servingAt: v.nullable(v.number()),
  graceEndsAt: v.nullable(v.number()),
  acknowledged: v.boolean(),
  noShows: v.number(),
  scheduledTime: v.nullable(v.number()),
});
export type TicketRow = Infer<typeof ticketRow>;

/** The newest action of a queue that can be taken back; the screen hides it after `expiresAt`. */
export const undoOffer = v.object({
  eventId: v.id("ticketEvents"),
  label: v.string(),
  expiresAt: v.number(),
});
