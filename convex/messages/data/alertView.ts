/** How the people called now were alerted and what came of it, for the desk. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  callOccasion,
  channelValidator,
  stepReasonValidator,
  stepStateOf,
  stepStateValidator,
} from "../rules/escalation";
import { findAlert, stepsOf } from "./alerts";
import { lineOf } from "../../queue/data/lines";

/** As many as the desk shows (desk/data/board.ts). */
const SHOWN = 100;

const shownStepValidator = v.object({
  channel: channelValidator,
  state: stepStateValidator,
  reason: v.nullable(stepReasonValidator),
  at: v.number(),
});

export const alertsOfQueueAnswer = v.array(
  v.object({
    ticketId: v.id("tickets"),
    /** Earliest first; empty if the person can only be called by voice. */
    steps: v.array(shownStepValidator),
  }),
);

/** The newest call of each person called now in a queue. */
export async function alertsOfQueue(
  ctx: QueryCtx,
  queue: Doc<"queues">,
): Promise<Infer<typeof alertsOfQueueAnswer>> {
  const { state } = await lineOf(ctx, queue._id);
  const rows: Infer<typeof alertsOfQueueAnswer> = [];
  for (const { ticketId, serving } of state.called.slice(0, SHOWN)) {
    if (serving) continue;
    const ticket = await ctx.db.get("tickets", ticketId);
    if (ticket === null) continue;
    const alert = await findAlert(ctx, ticketId, callOccasion(ticket.state));
    const steps = alert === null ? [] : await stepsOf(ctx, alert._id);
    rows.push({
      ticketId,
      steps: await Promise.all(steps.map((step) => shownStep(ctx, step))),
    });
  }
  return rows;
}

/** A text's state is in its own row. */
async function shownStep(
  ctx: QueryCtx,
  { channel, state, reason, at, smsId }: Doc<"alertSteps">,
): Promise<Infer<typeof shownStepValidator>> {
  const text = smsId && (await ctx.db.get("smsMessages", smsId));
  return text
    ? { channel, state: stepStateOf[text.state], reason: text.reason, at }
    : { channel, state, reason: reason ?? null, at };
}
