/** Tickets that are still open a day after their time expire. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import type { ActiveStatus } from "../../queue/rules/ticketState";
import { businessOf } from "../../business/data/businesses";
import { findLine } from "../../queue/data/lines";
import { moveDetached, moveTicket } from "./moves";
import { closeLine, openWork, openLine, saveDays } from "./openLine";
import { hasRoom, job, type Job } from "../../base/data/job";
import { isUnderWay } from "../../base/data/jobSteps";

const ROWS = 30;
/** Rows per business when businesses take turns. */
const SHARE = 5;

export const stale = (status: ActiveStatus) =>
  job<Doc<"tickets">>({
    due: (ctx, at, page) =>
      ctx.db
        .query("tickets")
        .withIndex("by_status_and_staleAt", (q) =>
          q.eq("state.status", status).lte("staleAt", at),
        )
        .paginate(page),
    work: expire,
    rows: ROWS,
  });

/** In turns by business while this job needs several steps, so that one business's tickets do not delay another's. */
export const staleInTurn = (status: ActiveStatus, name: string) =>
  job<Doc<"tickets">>({
    due: async (ctx, at, { cursor, numItems }) => {
      const page: Doc<"tickets">[] = [];
      const isNeeded = await isUnderWay(ctx, name);
      let after = cursor as Id<"businesses"> | null;
      for (let seen = 0; isNeeded && seen < numItems; seen += 1) {
        const first = await firstAfter(ctx, status, after);
        if (first === null) return { page, isDone: true, continueCursor: "" };
        after = first.businessId;
        if (first.staleAt > at) continue;
        const count = Math.min(SHARE, numItems - page.length);
        const ofBusiness = after;
        const share = ctx.db
          .query("tickets")
          .withIndex("by_status_and_business", (q) =>
            q
              .eq("state.status", status)
              .eq("businessId", ofBusiness)
              .lte("staleAt", at),
          );
        page.push(...(await share.take(count)));
        if (page.length === numItems) break;
      }
      return { page, isDone: !isNeeded, continueCursor: after ?? "" };
    },
    work: expire,
    rows: ROWS,
  });

/** The oldest ticket of the next business that has any. */
async function firstAfter(
  ctx: MutationCtx,
  status: ActiveStatus,
  businessId: Id<"businesses"> | null,
): Promise<Doc<"tickets"> | null> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_status_and_business", (q) => {
      const all = q.eq("state.status", status);
      return businessId === null ? all : all.gt("businessId", businessId);
    })
    .first();
}

/** One queue after the other, while the transaction has room. */
const expire: Job["work"] = async (ctx, rows, { now }) => {
  const stale = rows as readonly Doc<"tickets">[];
  let nth = 0;
  for (const [queueId, tickets] of Map.groupBy(stale, (row) => row.queueId)) {
    if (nth > 0 && !(await hasRoom(ctx))) return "full";
    nth += 1;
    await expireInQueue(ctx, queueId, tickets, now);
  }
  return "done";
};

async function expireInQueue(
  ctx: MutationCtx,
  queueId: Id<"queues">,
  tickets: readonly Doc<"tickets">[],
  now: number,
): Promise<void> {
  const row = await findLine(ctx, queueId);
  const business = await businessOf(ctx, must(tickets[0], "stale ticket"));
  const system = { kind: "system" } as const;
  // Tickets of a deleted queue or an earlier generation are in no line.
  const apart = (ticket: Doc<"tickets">) =>
    row === null || ticket.generation !== row.state.generation;
  const work = openWork(business, queueId, system, now);
  for (const ticket of tickets.filter(apart)) {
    await moveDetached(ctx, work, ticket, "expire");
  }
  await saveDays(ctx, work);
  if (row === null || tickets.every(apart)) return;
  const line = openLine(business, row, system, now);
  for (const ticket of tickets) {
    await moveTicket(ctx, line, ticket, { kind: "expire" });
  }
  await closeLine(ctx, line);
}
