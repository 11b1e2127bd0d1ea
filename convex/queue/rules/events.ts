/** The event log's forms: actions and actors. */
import { v, type Infer } from "convex/values";

export const eventKindValidator = v.union(
  v.literal("join"),
  v.literal("call"),
  v.literal("recall"),
  v.literal("acknowledge"),
  v.literal("serve"),
  v.literal("complete"),
  v.literal("noShow"),
  v.literal("notHere"),
  v.literal("confirmServed"),
  v.literal("denyServed"),
  v.literal("bringBack"),
  v.literal("dismiss"),
  v.literal("returnToQueue"),
  v.literal("skip"),
  v.literal("remove"),
  v.literal("leave"),
  v.literal("becomeDue"),
  v.literal("rebook"),
  v.literal("reorder"),
  v.literal("transfer"),
  v.literal("edit"),
  v.literal("reset"),
  v.literal("closeQueue"),
  v.literal("expire"),
  v.literal("undo"),
  // Events of the queue itself; its tickets' events are part of them.
  v.literal("queueReset"),
  v.literal("queueDeleted"),
  v.literal("crowdRemoved"),
  v.literal("crowdKept"),
  v.literal("chairsSet"),
  v.literal("pauseSet"),
  v.literal("pauseEnded"),
  v.literal("chairOn"),
  v.literal("chairBreak"),
  v.literal("chairOff"),
  v.literal("chairTaken"),
  v.literal("chairLeft"),
);
export type EventKind = Infer<typeof eventKindValidator>;

export const staffReasonValidator = v.union(
  v.literal("agreed"),
  v.literal("urgent"),
  v.literal("lateArrival"),
  v.literal("mistake"),
  v.literal("other"),
);
export type StaffReason = Infer<typeof staffReasonValidator>;

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
export type Actor = Infer<typeof actorValidator>;

/** How long a desk action can be undone. */
export const UNDO_MS = 10_000;
