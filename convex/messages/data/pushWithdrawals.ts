/**
 * A push that has said 'Your turn!' of a call that is none any more: a quiet
 * one takes its place, once (product.md AL3). It tidies a screen and rings
 * nobody, so nothing is written of what comes of it and no other way follows.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { callOccasion, isTakenBack } from "../rules/escalation";
import { withdrawalOf, withdrawalValidator } from "../rules/pushMessages";
import { findAlert, stepsOf } from "./alerts";
import type { Change } from "../../queue/data/change";
import { pushTarget, pushTargetFields } from "./pushTargets";

export const withdrawalJobValidator = v.object({
  ...pushTargetFields,
  kind: withdrawalValidator,
});

/** Takes back what a phone says of a call that has ended with this change. */
export async function withdrawPush(
  ctx: MutationCtx,
  { ticket, before }: Change,
): Promise<void> {
  if (ticket.hasPush !== true || before?.status !== "called") return;
  const alert = await findAlert(ctx, ticket._id, callOccasion(before));
  if (alert === null) return;
  for (const step of await stepsOf(ctx, alert._id)) {
    if (isShown(step) && isTakenBack(ticket.state)) await send(ctx, step._id);
  }
}

/** The same for a push that was on its way when the call ended, and is out now. */
export async function withdrawLatePush(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
): Promise<void> {
  const found = await takenBack(ctx, stepId);
  if (found !== null) await send(ctx, stepId);
}

/** Takes the job, once; null where there is nothing to take back by now. */
export async function takeWithdrawal(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
  now: number,
): Promise<Infer<typeof withdrawalJobValidator> | null> {
  const ticket = await takenBack(ctx, stepId);
  if (ticket === null) return null;
  await ctx.db.patch("alertSteps", stepId, { withdrawnAt: now });
  const target = await pushTarget(ctx, ticket, now);
  return { ...target, kind: withdrawalOf(ticket.state) };
}

/** The ticket whose phone says of a call what is not true; null if it does not, or has been told. */
async function takenBack(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
): Promise<Doc<"tickets"> | null> {
  const step = await ctx.db.get("alertSteps", stepId);
  const alert = step && (await ctx.db.get("alerts", step.alertId));
  if (!step || alert?.kind !== "called" || !isShown(step)) return null;
  const ticket = await ctx.db.get("tickets", alert.ticketId);
  return ticket !== null && isTakenBack(ticket.state) ? ticket : null;
}

/** As far as anybody knows. */
function isShown({ channel, state, withdrawnAt }: Doc<"alertSteps">): boolean {
  const isOut = ["sent", "delivered", "unknown"].includes(state);
  return channel === "push" && isOut && withdrawnAt === undefined;
}

async function send(ctx: MutationCtx, stepId: Id<"alertSteps">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.messages.push.withdraw, { stepId });
}
