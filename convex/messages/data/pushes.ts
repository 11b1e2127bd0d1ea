/** One push as rows: content, recipients and result. Sending is in push.ts. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import {
  alertKindValidator,
  stillStands,
  type PushOutcome,
} from "../rules/escalation";
import { saidAs } from "./alertFacts";
import { noteSeen } from "./alerts";
import { businessOf } from "../../business/data/businesses";
import { dropSubscription } from "./pushSubscriptions";
import { pushTarget, pushTargetFields } from "./pushTargets";
import { withdrawLatePush } from "./pushWithdrawals";
import { rowBy } from "../../base/data/rowBy";

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
  await withdrawLatePush(ctx, stepId);
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
