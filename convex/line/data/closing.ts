/** Ends a whole queue: reset and deletion. Long queues end their tickets in batches. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { canUndoReset, END_BATCH } from "../rules/endBatch";
import { UNDO_MS } from "../../queue/rules/events";
import { must } from "../../base/rules/errors";
import { figuresOf, newLineState } from "../../queue/rules/lineState";
import type { CounterCtx } from "../../account/data/access";
import { businessOf } from "../../business/data/businesses";
import { leaveQueue } from "../../queue/data/chairs";
import { insertEvent } from "../../queue/data/events";
import { lineOf } from "../../queue/data/lines";
import { moveDetached, queueEventOf } from "./moves";
import {
  closeLine,
  openWork,
  openAsStaff,
  saveDays,
  type QueueWork,
  type OpenLine,
} from "./openLine";
import { firstBooked, openTickets } from "../../queue/data/tickets";
import { forgetSamples } from "../../queue/data/waits";

/** Ends every ticket and starts a new generation. Can be undone unless it took several batches. */
export async function resetQueue(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  now: number,
): Promise<{ ok: true; ended: number; eventId: Id<"ticketEvents"> }> {
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const { eventId, ended } = await endAll(ctx, line, "queueReset");
  line.state = newLineState(line.state.generation + 1);
  const undo = {
    eventId,
    code: "queueReset",
    number: null,
    expiresAt: now + UNDO_MS,
  } as const;
  await closeLine(ctx, line, canUndoReset(ended) ? undo : null);
  return { ok: true, ended, eventId };
}

/** Ends every ticket and takes the queue off every list. Its row and history stay. */
export async function deleteQueue(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  now: number,
): Promise<void> {
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  await endAll(ctx, line, "queueDeleted");
  await saveDays(ctx, line);
  await ctx.db.delete("lines", line.row._id);
  await forgetSamples(ctx, queue._id);
  await leaveQueue(ctx, queue);
  await ctx.db.patch("queues", queue._id, { isActive: false, deletedAt: now });
}

/** Ends the next batch of a long queue. */
export async function endLeftovers(
  ctx: MutationCtx,
  eventId: Id<"ticketEvents">,
  now: number,
): Promise<void> {
  const root = must(await ctx.db.get("ticketEvents", eventId), "event");
  const business = await businessOf(ctx, root);
  const work = openWork(business, root.queueId, root.actor, now);
  await endBatch(ctx, work, root);
  await saveDays(ctx, work);
}

async function endAll(
  ctx: MutationCtx,
  line: OpenLine,
  kind: "queueReset" | "queueDeleted",
) {
  const { state } = line;
  const expected =
    state.waitingCount + state.scheduledCount + state.called.length;
  const figuresBefore = figuresOf(state);
  const event = { ...queueEventOf(line), kind, figuresBefore };
  const eventId = await insertEvent(ctx, event);
  if (expected > 0) await endBatch(ctx, line, { ...event, _id: eventId });
  return { eventId, ended: expected };
}

/** Ends one batch; schedules the next if there may be more. */
async function endBatch(
  ctx: MutationCtx,
  work: QueueWork,
  root: Pick<Doc<"ticketEvents">, "_id" | "kind" | "generation">,
): Promise<void> {
  const kind = root.kind === "queueReset" ? "reset" : "closeQueue";
  const { queueId } = work;
  const { generation } = root;
  // First, if they fit: the list of all appointments does not read the line and would still show them.
  const ended = { queueId, state: { generation } };
  const booked = await firstBooked(ctx, ended, END_BATCH);
  const isBooked = new Set(booked.map(({ _id }) => _id));
  const open = await openTickets(ctx, queueId, generation, END_BATCH);
  const others = open.filter(({ _id }) => !isBooked.has(_id));
  const tickets = [...others.slice(0, END_BATCH - booked.length), ...booked];
  for (const ticket of tickets) {
    await moveDetached(ctx, work, ticket, kind, root._id);
  }
  if (tickets.length === END_BATCH) {
    const args = { eventId: root._id };
    await ctx.scheduler.runAfter(0, internal.upkeep.timers.endRest, args);
  }
}
