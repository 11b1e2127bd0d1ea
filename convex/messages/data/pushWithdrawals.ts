/** Replaces a shown 'Your turn!' by a quiet push, once, when the call no longer stands (product.md AL3). */
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

/** Withdraws the push of a call that has ended with this change. */
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

/** The same for a push that was still being sent when the call ended. */
export async function withdrawLatePush(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
): Promise<void> {
  if ((await takenBack(ctx, stepId)) !== null) await send(ctx, stepId);
}

/** Claims the job, once; null if there is nothing left to withdraw. */
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

/** Null if the phone shows no such call, or it was withdrawn. */
async function takenBack(ctx: MutationCtx, stepId: Id<"alertSteps">) {
  const step = await ctx.db.get("alertSteps", stepId);
  const alert = step && (await ctx.db.get("alerts", step.alertId));
  if (!step || alert?.kind !== "called" || !isShown(step)) return null;
  const ticket = await ctx.db.get("tickets", alert.ticketId);
  return ticket !== null && isTakenBack(ticket.state) ? ticket : null;
}

/** As far as the server knows. */
function isShown({ channel, state, withdrawnAt }: Doc<"alertSteps">): boolean {
  const isOut = ["sent", "delivered", "unknown"].includes(state);
  return channel === "push" && isOut && withdrawnAt === undefined;
}

async function send(ctx: MutationCtx, stepId: Id<"alertSteps">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.messages.push.withdraw, { stepId });
}
