/**
 * The answers that several functions give in the same form, as validators:
 * the screens' types come from here. Not the rows: schema.ts. Not the reasons
 * of refusals: base/rules/refusals.ts.
 */
import { v, type Infer } from "convex/values";
import { refused } from "../../base/rules/refusals";
import { ticketStatusValidator } from "./ticketState";

/** Somebody whose visit is only assumed. */
const assumedPerson = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
});

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
    /** Those of them whom nobody saw coming: desk.notHere brings them back. */
    assumed: v.optional(v.array(assumedPerson)),
    /** Of a transfer: the queue that the person is in now, with their number there. */
    movedTo: v.optional(
      v.object({ queueId: v.id("queues"), number: v.number() }),
    ),
  }),
  refused("nobodyWaiting", "listChanged", "customerMovedOn"),
);
export type ActedOrRefused = Infer<typeof actedOrRefused>;
export type Acted = Extract<ActedOrRefused, { ok: true }>;

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
  /** Whether the reader called them: their next call may complete this one (chairs.ts). */
  calledByMe: v.boolean(),
  scheduledTime: v.nullable(v.number()),
  /** What staff have noted about the person; customers never see it. */
  note: v.nullable(v.string()),
});
export type TicketRow = Infer<typeof ticketRow>;

/** What was done at the counter and can be taken back. */
export const undoable = v.union(
  v.literal("call"),
  v.literal("skip"),
  v.literal("serve"),
  v.literal("complete"),
  v.literal("noShow"),
  v.literal("notHere"),
  v.literal("bringBack"),
  v.literal("dismiss"),
  v.literal("returnToQueue"),
  v.literal("remove"),
  v.literal("becomeDue"),
  v.literal("join"),
  v.literal("rebook"),
  v.literal("reorder"),
  v.literal("transfer"),
  v.literal("edit"),
  v.literal("queueReset"),
  v.literal("crowdRemoved"),
  v.literal("crowdKept"),
  v.literal("chairsSet"),
  v.literal("pauseSet"),
  v.literal("pauseEnded"),
);
export type Undoable = Infer<typeof undoable>;

/** The newest action of a queue that can be taken back; the screen hides it after `expiresAt`. */
export const undoOffer = v.object({
  eventId: v.id("ticketEvents"),
  code: undoable,
  /** Of the ticket, of the people in a crowd, or of chairs; null for what concerns the whole queue. */
  number: v.nullable(v.number()),
  /** Of a call, as in its answer. */
  completed: v.optional(v.array(v.number())),
  assumed: v.optional(v.array(assumedPerson)),
  expiresAt: v.number(),
});
