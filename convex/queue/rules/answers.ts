/** Validators of answers that several functions share; the screens derive their types from them. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { doneWith } from "../../base/rules/refusals";
import { undoableKinds } from "./events";
import { shownPerson } from "./person";
import { ticketStatusValidator } from "./ticketState";

export const assumedPerson = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
});

/** The answer to a desk action that can be undone. */
export const actedOrRefused = doneWith(
  {
    ticketId: v.id("tickets"),
    /** Of the ticket, before a transfer. Absent in answers kept from before this field. */
    queueId: v.optional(v.id("queues")),
    number: v.number(),
    name: v.nullable(v.string()),
    eventId: v.id("ticketEvents"),
    /** Numbers of the tickets that this call completed. */
    completed: v.array(v.number()),
    /** Those whose visit is only assumed; desk/actions:notHere brings them back. */
    assumed: v.optional(v.array(assumedPerson)),
    /** For a transfer: the ticket's new queue and its number there. */
    movedTo: v.optional(
      v.object({ queueId: v.id("queues"), number: v.number() }),
    ),
  },
  "nobodyWaiting",
  "listChanged",
  "customerMovedOn",
  "alreadyCalled",
);
export type ActedOrRefused = Infer<typeof actedOrRefused>;
export type Acted = Extract<ActedOrRefused, { ok: true }>;

export const ticketRow = v.object({
  ticketId: v.id("tickets"),
  queueId: v.id("queues"),
  /** Of its queue, for its name (ticketName.ts). */
  letter: v.nullable(v.string()),
  number: v.number(),
  ...shownPerson,
  status: ticketStatusValidator,
  joinedAt: v.number(),
  /** Its place: the lowest is next (product.md T3). */
  orderAt: v.number(),
  calledAt: v.nullable(v.number()),
  servingAt: v.nullable(v.number()),
  graceEndsAt: v.nullable(v.number()),
  acknowledged: v.boolean(),
  noShows: v.number(),
  /** Their next call may complete the ticket (chairs.ts). */
  calledByMe: v.boolean(),
  /** The named chair that it was called to; absent without one. */
  chairId: v.optional(v.id("chairs")),
  /** The name of another person who called them; null also for an owner without one. */
  by: v.nullable(v.string()),
  scheduledTime: v.nullable(v.number()),
});
export type TicketRow = Infer<typeof ticketRow>;

export const undoable = oneOf(...undoableKinds);
export type Undoable = Infer<typeof undoable>;

/** The newest undoable action of a queue. The screen hides it after `expiresAt`. */
export const undoOffer = v.object({
  eventId: v.id("ticketEvents"),
  code: undoable,
  /** A ticket's number, the size of suspicious joins, or the number of chairs; null for the whole queue. */
  number: v.nullable(v.number()),
  completed: v.optional(v.array(v.number())),
  assumed: v.optional(v.array(assumedPerson)),
  expiresAt: v.number(),
});
