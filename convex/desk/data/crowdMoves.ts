/** The desk's decision on suspicious joins. */
import type { Doc } from "../../_generated/dataModel";
import { END_BATCH } from "../../line/rules/endBatch";
import { UNDO_MS } from "../../queue/rules/events";
import { refuse } from "../../base/rules/errors";
import { mayTeachNetwork, type CounterCtx } from "../../account/data/access";
import {
  CROWD_COUNTED,
  findCrowd,
  markKnown,
  markRemoved,
  waitingOf,
} from "../../line/data/crowds";
import { insertEvent } from "../../queue/data/events";
import { lineOf } from "../../queue/data/lines";
import { record } from "./queueChanges";
import { moveTicket, queueEventOf } from "../../line/data/moves";
import { closeLine, openAsStaff } from "../../line/data/openLine";
import { figuresOf } from "../../queue/rules/lineState";

/** Removes those who wait as one action. */
export async function removeTheCrowd(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  crowdId: string,
  now: number,
) {
  const crowd = await findCrowd(ctx, queue, crowdId);
  const row = await lineOf(ctx, queue._id);
  const people =
    crowd === null ? [] : await waitingOf(ctx, row, crowd, END_BATCH);
  // Guard untested: without a crowd `people` is empty; the null check is for the type.
  if (crowd === null || people.length === 0) return refuse("crowdGone");
  const line = openAsStaff(ctx, row, now);
  const eventId = await insertEvent(ctx, {
    ...queueEventOf(line),
    kind: "crowdRemoved",
    number: people.length,
    figuresBefore: figuresOf(row.state),
  });
  const remove = { kind: "remove" } as const;
  for (const ticket of people) {
    await moveTicket(ctx, line, ticket, remove, { partOf: eventId });
  }
  await markRemoved(ctx, ctx.business, crowd, eventId, now);
  await closeLine(ctx, line, {
    eventId,
    code: "crowdRemoved",
    number: people.length,
    expiresAt: now + UNDO_MS,
  });
  return { ok: true as const, removed: people.length, eventId };
}

/** Confirms them as customers. Repeating it records no second action. */
export async function keepTheCrowd(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  crowdId: string,
  now: number,
) {
  const crowd = await findCrowd(ctx, queue, crowdId);
  if (crowd === null) return refuse("crowdGone");
  if (crowd.quietUntil > now) return { ok: true as const, eventId: null };
  const row = await lineOf(ctx, queue._id);
  const people = await waitingOf(ctx, row, crowd, CROWD_COUNTED);
  const isOwn = mayTeachNetwork(ctx);
  const change = await markKnown(ctx, ctx.business, crowd, isOwn, now);
  const { length: number } = people;
  const setting = { kind: "crowdKept", change, number } as const;
  return { ok: true as const, eventId: await record(ctx, row, setting, now) };
}
