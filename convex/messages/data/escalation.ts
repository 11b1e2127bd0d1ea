/** Runs an alert's escalation steps. Each run reads everything again, so an extra or late run does nothing. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  isUnprompted,
  nextSteps,
  stepStateOf,
  stillStands,
  templateFor,
  type StepChannel,
} from "../rules/escalation";
import { isReminder } from "../rules/reminders";
import { dataOf, factsOf, saidAs, reachFor } from "./alertTargets";
import { addStep, endAlert, lookAgain, stepsOf } from "./alerts";
import { businessOf } from "../../business/data/businesses";
import { queueMail } from "../../mail/data/outbox";
import { strangerBehind } from "../../queue/data/shopNetworks";
import { queueText } from "./sms";
import { newestBy } from "../../base/data/rowBy";

/** Longer than sending takes: a push without a result for this long was lost in a crash. */
const CUT_OFF_MS = 15_000;

/** Tries the channels that are due; nothing for an alert that is answered, over or deleted. */
export async function runEscalation(
  ctx: MutationCtx,
  alertId: Id<"alerts">,
  now: number,
): Promise<void> {
  const alert = await ctx.db.get("alerts", alertId);
  if (alert === null) return;
  const ticket = await ctx.db.get("tickets", alert.ticketId);
  const stands =
    alert.endedAt === undefined &&
    ticket !== null &&
    stillStands(alert, ticket.state);
  await closeLostSteps(ctx, alertId, stands, now);
  if (!stands) {
    await endAlert(ctx, alert, now);
    return;
  }
  const { kind, at } = alert;
  const steps = await currentSteps(ctx, alertId);
  const reach = reachFor(kind, ticket);
  const { due } = nextSteps({ kind, at, steps, reach }, now);
  for (const channel of due) await tryBy(ctx, alert, ticket, channel, now);
  const tried = await currentSteps(ctx, alertId);
  const { nextAt } = nextSteps({ kind, at, steps: tried, reach }, now);
  const looks = tried.filter(isOnTheWay).map((step) => step.at + CUT_OFF_MS);
  const next = Math.min(nextAt ?? Infinity, ...looks);
  await lookAgain(ctx, alertId, next === Infinity ? null : next);
}

/** More than a test begins. */
const HURRIED = 20;
const newestAlerts = newestBy("alerts", "businessId", HURRIED);

/** Makes the newest alerts of a business act as if they had begun `ms` earlier. For tests. */
export async function hurryAlerts(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  ms: number,
  now: number,
): Promise<void> {
  for (const { _id, at } of await newestAlerts(ctx, businessId)) {
    await ctx.db.patch("alerts", _id, { at: at - ms });
    await runEscalation(ctx, _id, now);
  }
}

async function tryBy(
  ctx: MutationCtx,
  alert: Doc<"alerts">,
  ticket: Doc<"tickets">,
  channel: StepChannel,
  now: number,
): Promise<void> {
  switch (channel) {
    case "push": {
      const step = { state: "tried" } as const;
      const stepId = await addStep(ctx, alert, channel, step, now);
      await ctx.scheduler.runAfter(0, internal.messages.push.deliver, {
        stepId,
      });
      return;
    }
    case "text": {
      const { business, ...facts } = await factsOf(ctx, ticket, now);
      const kind = saidAs(alert.kind, ticket, business, now);
      const asked = await queueText(ctx, {
        ...{ business, ticketId: ticket._id, purpose: "alert", now },
        to: ticket.phone ?? undefined,
        stranger: isUnprompted(alert.kind)
          ? await strangerBehind(ctx, ticket, now)
          : null,
        content: { template: templateFor(kind), data: dataOf(facts) },
      });
      const step = asked.ok
        ? ({ state: "tried", smsId: asked.smsId } as const)
        : ({ state: "skipped", reason: asked.code } as const);
      await addStep(ctx, alert, channel, step, now);
      return;
    }
    case "mail": {
      const { kind, occasion } = alert;
      const to = ticket.email;
      if (to === undefined || !isReminder(kind)) return;
      const business = await businessOf(ctx, ticket);
      const mail = { business, ticketId: ticket._id, to, kind, occasion };
      const queued = await queueMail(ctx, mail, now);
      const step = queued.ok
        ? ({ state: "tried", mailId: queued.mailId } as const)
        : ({ state: "skipped" } as const);
      await addStep(ctx, alert, channel, step, now);
    }
  }
}

/** A mail's state is in its own row: a failed mail does not replace a text. */
async function currentSteps(ctx: MutationCtx, alertId: Id<"alerts">) {
  const steps: Doc<"alertSteps">[] = [];
  for (const step of await stepsOf(ctx, alertId)) {
    const mail = step.mailId && (await ctx.db.get("mails", step.mailId));
    steps.push(mail ? { ...step, state: stepStateOf[mail.state] } : step);
  }
  return steps;
}

/** Settles a push whose sender crashed. If it was claimed, its result stays unknown; if not, it was not sent. */
async function closeLostSteps(
  ctx: MutationCtx,
  alertId: Id<"alerts">,
  stands: boolean,
  now: number,
): Promise<void> {
  for (const step of await stepsOf(ctx, alertId)) {
    if (!isOnTheWay(step) || now < step.at + CUT_OFF_MS) continue;
    const { _id: stepId } = step;
    if (step.receiptHash !== undefined) {
      await ctx.db.patch("alertSteps", stepId, { state: "unknown" });
    } else if (stands) {
      await ctx.db.patch("alertSteps", stepId, { at: now });
      await ctx.scheduler.runAfter(0, internal.messages.push.deliver, {
        stepId,
      });
    } else {
      await ctx.db.patch("alertSteps", stepId, { state: "skipped" });
    }
  }
}

function isOnTheWay({ channel, state }: Doc<"alertSteps">): boolean {
  return channel === "push" && state === "tried";
}
