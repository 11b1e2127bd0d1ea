/** The board on the wall. Reads the hot rows, and tickets only for initials. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { initialsOf } from "../rules/initials";
import { parseLine } from "../../queue/rules/line";
import {
  activePeople,
  waitFactsOf,
  waitFactsValidator,
} from "../../queue/rules/lineState";
import { plans } from "../../base/rules/plans";
import {
  MAX_RECENT_CALLS,
  type RecentCall,
} from "../../queue/rules/recentCalls";
import { placeName } from "../../queue/rules/callPlace";
import { callPlaceOf } from "../../queue/data/chairs";
import { linesOfBusiness } from "../../queue/data/lines";
import { listQueues } from "../../queue/data/queues";

/** More numbers would not be readable from across a room. */
const NEXT_SHOWN = 3;

export const boardAnswer = v.object({
  /** Oldest first, including people who have moved on. `at` is when it rang. */
  calls: v.array(
    v.object({
      queueName: v.string(),
      letter: v.nullable(v.string()),
      number: v.number(),
      /** Null unless the owner has chosen to show initials. */
      initials: v.nullable(v.string()),
      /** Where the person goes, such as 'Chair 2 · Sam'; null: the counter. */
      place: v.nullable(v.string()),
      /** The same in its parts, for the voice. */
      placeParts: v.nullable(
        v.object({ chair: v.string(), person: v.nullable(v.string()) }),
      ),
      at: v.number(),
      callCount: v.number(),
    }),
  ),
  /** By name: open queues, and closed ones in which people wait. */
  queues: v.array(
    v.object({
      queueId: v.id("queues"),
      name: v.string(),
      letter: v.nullable(v.string()),
      isActive: v.boolean(),
      /** No more customers can join now. */
      limitReached: v.boolean(),
      /** The numbers to be called next, in order. */
      next: v.array(v.number()),
      waitingCount: v.number(),
      /** Input for queue/rules/waitEstimate, with the board's clock and the business's hours. */
      ...waitFactsValidator.fields,
    }),
  ),
});

export async function publicBoard(
  ctx: QueryCtx,
  business: Doc<"businesses">,
): Promise<Infer<typeof boardAnswer>> {
  const lines = await linesOfBusiness(ctx, business._id);
  const limit = plans[business.plan].peoplePerQueue;
  const queues = (await listQueues(ctx, business._id))
    .map((queue) => ({
      queue,
      line: must(lines.get(queue._id), "line of a queue"),
    }))
    .sort((a, b) => a.queue.name.localeCompare(b.queue.name));
  const calls = queues
    .flatMap(({ queue, line }) =>
      (line.state.recentCalls ?? []).map((call) => ({ queue, call })),
    )
    .sort((a, b) => a.call.at - b.call.at)
    .slice(-MAX_RECENT_CALLS);
  return {
    calls: await Promise.all(
      calls.map(async ({ queue, call }) => {
        const place = await callPlaceOf(ctx, call.chair);
        return {
          queueName: queue.name,
          letter: queue.letter,
          number: call.number,
          place: place && placeName(place),
          placeParts: place,
          initials: await initialsIfShown(ctx, business, call),
          at: call.at,
          callCount: call.callCount,
        };
      }),
    ),
    queues: queues
      .filter(({ line }) => line.isActive || line.state.waitingCount > 0)
      .map(({ queue, line }) => ({
        queueId: queue._id,
        name: queue.name,
        letter: queue.letter,
        isActive: line.isActive,
        limitReached: activePeople(line.state) >= limit,
        next: parseLine(line.state.waiting).slice(0, NEXT_SHOWN),
        waitingCount: line.state.waitingCount,
        ...waitFactsOf(line),
      })),
  };
}

async function initialsIfShown(
  ctx: QueryCtx,
  { boardNames }: Doc<"businesses">,
  { ticketId }: RecentCall,
): Promise<string | null> {
  if (boardNames !== "initials") return null;
  const ticket = await ctx.db.get("tickets", ticketId);
  return initialsOf(ticket?.name ?? "");
}
