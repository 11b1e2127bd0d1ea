/** Waits: what customers are quoted, what the pace learns from calls, and a sample of each busy queue per minute. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CalledTo } from "../rules/chairState";
import { positionOf } from "../rules/line";
import { waitFactsOf, type LineState } from "../rules/lineState";
import { minutesLate } from "../../business/rules/notice";
import { callBefore } from "../rules/recentCalls";
import { runningLate } from "../rules/runningLate";
import { businessDay, openingFrom } from "../../business/rules/opening";
import { paceAfterCall, paceAfterCheck, type Quote } from "../rules/pace";
import { estimate, quoteOf } from "../rules/waitEstimate";
import { patchTicket } from "./ticketRows";
import { maxQueues } from "../../base/rules/plans";
import {
  MINUTE_MS,
  minuteOf,
  sampleOf,
  SAMPLES_KEPT,
  summedSamples,
  withSample,
  type WaitSample,
} from "../rules/waitSamples";
import { businessOf } from "../../business/data/businesses";
import { findLine } from "./lines";
import { eachRow, job } from "../../base/data/job";
import { rowBy, rowsBy, type Reader } from "../../base/data/rowBy";

type OpenLine = {
  readonly business: Doc<"businesses">;
  readonly row: Doc<"lines">;
  readonly at: number;
  state: LineState;
};

/** The quote for a customer who joins at the end now. Null without minutes. */
export function quoteAtEnd(line: OpenLine): Quote | null {
  return quoteFor(line, line.state.waitingCount);
}

/** Stores the quote for a booking that has just entered the line. */
export async function promiseWait(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
): Promise<void> {
  const position = positionOf(line.state.waiting, ticket.number);
  if (position === null || ticket.secretHash === null) return;
  const quote = quoteFor(line, position - 1);
  if (quote !== null) await patchTicket(ctx, ticket._id, { quote });
}

/** Updates the pace after a call, and checks the customer's quote. `state.recentCalls` ends with this call. */
export function learnFromCall(
  line: OpenLine,
  ticket: Doc<"tickets">,
  chair?: CalledTo,
): void {
  const { at, row, state, business } = line;
  const called = paceAfterCall(state.pace, {
    ...{ number: ticket.number, at, waiting: state.waitingCount },
    chairs: Math.max(1, row.chairs),
    ...(typeof chair?.worksSince === "number" && {
      before: callBefore(state.recentCalls, chair.id, chair.worksSince),
    }),
  });
  const { quote } = ticket;
  const isChecked = quote !== undefined && ticket.state.firstCalledAt === null;
  const pace = isChecked
    ? paceAfterCheck(called, quote, at, businessDay(business, at))
    : called;
  line.state = { ...state, pace };
}

/** Restores the pace from before this call, unless another call followed. */
export function unlearnCall(
  line: Pick<OpenLine, "state">,
  { at, number, figuresBefore }: Doc<"ticketEvents">,
): void {
  const { pace } = line.state;
  const isNewest = pace.calls.at(-1) === at && pace.currentNumber === number;
  if (!isNewest || figuresBefore === null) return;
  line.state = { ...line.state, pace: figuresBefore.pace };
}

function quoteFor(line: OpenLine, ahead: number): Quote | null {
  const { row, state, at } = line;
  const facts = waitFactsOf({ ...row, state });
  const opening = openingFrom(line.business, at);
  const found = estimate(facts, ahead, at, opening);
  const late = minutesLate(line.business.notice, at);
  return quoteOf(runningLate(found, late, at), at);
}

/** Few, because every join writes to the rows that a step reads. */
const QUEUES = 25;

/** Samples all queues with waiting customers. Safe to repeat within a minute. */
export const waits = job<Doc<"lines">>({
  due: (ctx, _at, page) =>
    ctx.db
      .query("lines")
      .withIndex("by_waitingCount", (q) => q.gt("state.waitingCount", 0))
      .paginate(page),
  work: eachRow(async (ctx, line, { at }) => {
    await save(ctx, line, await rowOf(ctx, line.queueId), minuteOf(at));
  }),
  rows: QUEUES,
});

/** Samples queues that are empty now but were busy within the hour. */
export const waitsOver = job<Doc<"waitSamples">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("waitSamples")
      .withIndex("by_lastWaitingAt", (q) =>
        q
          .gt("lastWaitingAt", minuteOf(at) - SAMPLES_KEPT * MINUTE_MS)
          .lt("lastWaitingAt", minuteOf(at)),
      )
      .paginate(page),
  work: eachRow(async (ctx, row, { at }) => {
    const line = await findLine(ctx, row.queueId);
    if (line !== null) await save(ctx, line, row, minuteOf(at));
  }),
  rows: QUEUES,
});

/** Notes a past minute for all queues that are busy now; for tests. */
export async function noteWaitsAt(ctx: MutationCtx, at: number): Promise<void> {
  const lines = await ctx.db
    .query("lines")
    .withIndex("by_waitingCount", (q) => q.gt("state.waitingCount", 0))
    .take(QUEUES);
  for (const line of lines) {
    await save(ctx, line, await rowOf(ctx, line.queueId), minuteOf(at));
  }
}

/** The samples of one queue, or the sum of all of a business's queues; oldest first. */
export async function waitSamples(
  ctx: Reader,
  businessId: Id<"businesses">,
  queueId: Id<"queues"> | null,
): Promise<WaitSample[]> {
  if (queueId !== null) return (await rowOf(ctx, queueId))?.samples ?? [];
  const rows = await rowsOf(ctx, businessId);
  return summedSamples(rows.map(({ samples }) => samples));
}

export async function forgetSamples(ctx: MutationCtx, queueId: Id<"queues">) {
  const row = await rowOf(ctx, queueId);
  if (row !== null) await ctx.db.delete("waitSamples", row._id);
}

/** Inserts samples for a queue that has none. */
export async function plantSamples(
  ctx: MutationCtx,
  { queueId, businessId }: Doc<"lines">,
  samples: WaitSample[],
): Promise<void> {
  const lastWaitingAt = samples.at(-1)?.at ?? 0;
  const row = { queueId, businessId, samples, lastWaitingAt };
  await ctx.db.insert("waitSamples", row);
}

async function save(
  ctx: MutationCtx,
  line: Doc<"lines">,
  row: Doc<"waitSamples"> | null,
  at: number,
): Promise<void> {
  const { state } = line;
  const today = businessDay(await businessOf(ctx, line), at);
  const sample = sampleOf(state.waitingDays, today, at);
  const samples = withSample(row?.samples ?? [], sample);
  if (row === null) {
    await plantSamples(ctx, line, samples);
    return;
  }
  const lastWaitingAt = state.waitingCount > 0 ? at : row.lastWaitingAt;
  await ctx.db.patch("waitSamples", row._id, { samples, lastWaitingAt });
}

const rowsOf = rowsBy("waitSamples", "businessId", maxQueues);
const rowOf = rowBy("waitSamples", "queueId");
