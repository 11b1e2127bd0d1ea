/** Validators of what pages also read. Kept apart from their rules, because a browser needs no validators. */
import { v } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";

export const staffReasonValidator = oneOf(
  "agreed",
  "urgent",
  "lateArrival",
  "mistake",
  "other",
);

export const movedToValidator = v.object({
  queueId: v.id("queues"),
  generation: v.number(),
  number: v.number(),
});

export const actorValidator = v.union(
  v.object({ kind: v.literal("customer") }),
  v.object({ kind: v.literal("system") }),
  v.object({ kind: v.literal("staff"), userId: v.id("users") }),
);

/** What was learned from the calls. Undo restores all of it. */
export const paceValidator = v.object({
  currentNumber: v.number(),
  /** Times of the newest calls, oldest first, at most one per chair. */
  calls: v.array(v.number()),
  chairs: v.number(),
  /** Number of uninterrupted gaps between calls. */
  unbroken: v.number(),
  /** Whether customers still waited then, so that the next gap is work and not idle time. */
  leftWaiting: v.boolean(),
  /** The newest turns, newest last (paceCodec.ts). */
  turns: v.string(),
  /** The current stretch: its number of turns, and their sum in usual turns. */
  stretch: v.object({ turns: v.number(), sum: v.number() }),
  /** The share of waits that the shown bounds leave out; learned. */
  tails: v.object({ low: v.number(), high: v.number() }),
  checks: v.array(
    v.object({ day: v.string(), quotes: v.number(), right: v.number() }),
  ),
});

/** A quoted wait, in minutes counted from `at`. */
export const quoteValidator = v.object({
  low: v.number(),
  high: v.number(),
  at: v.number(),
});

/** People waiting at `at` who joined on that business day; the sum of waits in ms. */
export const waitSampleValidator = v.object({
  at: v.number(),
  count: v.number(),
  waitMsSum: v.number(),
});

/** Each ticket appears once, with its newest call; `at` is when it rang. */
export const recentCallValidator = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
  at: v.number(),
  callCount: v.number(),
  /** The named chair that it was called to. */
  chair: v.optional(v.id("chairs")),
});
