/** One push as rows: content, recipients and result; and its withdrawal. Sending is in push.ts. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import {
  alertKindValidator,
  stillStands,
  callOccasion,
  isTakenBack,
  type PushOutcome,
} from "../rules/escalation";
import { factsOf, saidAs } from "./alertTargets";
import { noteSeen, findAlert, stepsOf } from "./alerts";
import { businessOf } from "../../business/data/businesses";
import { dropSubscription, subscriptionsOf } from "./pushSubscriptions";
import { placeName } from "../../queue/rules/callPlace";
import { subscriptionFields } from "../rules/pushEndpoint";
import { rowBy } from "../../base/data/rowBy";
import { internal } from "../../_generated/api";
import { withdrawalOf, withdrawalValidator } from "../rules/pushMessages";
import type { Change } from "../../queue/data/change";

const pushTargetFields = {
  subscriptions: v.array(
    v.object({
      subscriptionId: v.id("pushSubscriptions"),
      ...subscriptionFields,
    }),
  ),
  ticketId: v.id("tickets"),
  businessId: v.id("businesses"),
  letter: v.nullable(v.string()),
  number: v.number(),
  queue: v.string(),
  shop: v.string(),
  place: v.nullable(v.string()),
  time: v.nullable(v.string()),
  minutesLate: v.number(),
};

export const pushJobValidator = v.object({
  ...pushTargetFields,
  kind: alertKindValidator,
});
type PushJob = Infer<typeof pushJobValidator>;

/** Claims a step's job, once; null if the alert no longer stands. @param receiptHash of what the device sends back */
export async function takePush(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
  receiptHash: string,
  now: number,
): Promise<PushJob | null> {
  const step = await ctx.db.get("alertSteps", stepId);
  if (step?.state !== "tried" || step.receiptHash !== undefined) return null;
  const alert = must(await ctx.db.get("alerts", step.alertId), "alert");
  const ticket = await ctx.db.get("tickets", alert.ticketId);
  const isOver = alert.endedAt !== undefined;
  if (ticket === null || isOver || !stillStands(alert, ticket.state)) {
    await ctx.db.patch("alertSteps", stepId, { state: "skipped" });
    return null;
  }
  await ctx.db.patch("alertSteps", stepId, { receiptHash });
  const kind = saidAs(alert.kind, ticket, await businessOf(ctx, ticket), now);
  return { ...(await pushTarget(ctx, ticket, now)), kind };
}

/** Stores the result of a push per browser. Subscriptions that are gone are deleted. */
export async function notePush(
  ctx: MutationCtx,
  stepId: Id<"alertSteps">,
  outcomes: readonly {
    subscriptionId: Id<"pushSubscriptions">;
    outcome: PushOutcome;
  }[],
): Promise<void> {
  for (const { subscriptionId, outcome } of outcomes) {
    if (outcome === "gone") await dropSubscription(ctx, subscriptionId);
  }
  const step = await ctx.db.get("alertSteps", stepId);
  if (step === null) return;
  // The device's own receipt may have arrived first.
  if (step.state !== "delivered")
    await ctx.db.patch("alertSteps", stepId, afterPush(outcomes));
  // The call may have ended while the push was being sent.
  if ((await takenBack(ctx, stepId)) !== null) await send(ctx, stepId);
}

/** The best result of all browsers. */
function afterPush(
  outcomes: readonly { outcome: PushOutcome }[],
): Pick<Doc<"alertSteps">, "state" | "reason"> {
  const found = new Set(outcomes.map(({ outcome }) => outcome));
  if (found.has("sent")) return { state: "sent" };
  if (found.has("timeout")) return { state: "unknown", reason: "timeout" };
  const reasons = ["off", "refused", "unreachable"] as const;
  const reason = reasons.find((one) => found.has(one)) ?? "gone";
  return { state: "failed", reason };
}

const stepBy = rowBy("alertSteps", "receiptHash");

/** The device has received the push, or the customer has tapped it. Ignores unknown receipts. */
export async function noteReceipt(
  ctx: MutationCtx,
  receiptHash: string,
  isOpened: boolean,
  now: number,
): Promise<void> {
  const step = await stepBy(ctx, receiptHash);
  if (step === null) return;
  if (step.state !== "delivered") {
    const has = { state: "delivered", reason: undefined } as const;
    await ctx.db.patch("alertSteps", step._id, has);
  }
  const alert = await ctx.db.get("alerts", step.alertId);
  if (isOpened && alert !== null) await noteSeen(ctx, alert, now);
}

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

/** A ticket's push addresses and the facts of each push, read when it is sent. */
async function pushTarget(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
) {
  const { business, place, ...facts } = await factsOf(ctx, ticket, now);
  const rows = await subscriptionsOf(ctx, ticket._id);
  return {
    subscriptions: rows.map(({ _id, endpoint, p256dh, auth }) => ({
      ...{ subscriptionId: _id, endpoint, p256dh, auth },
    })),
    ticketId: ticket._id,
    businessId: business._id,
    ...facts,
    place: place && placeName(place),
  };
}
