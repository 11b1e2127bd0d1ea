/** Records what a ticket's own page has shown, so that no other channel is needed. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  ALMOST_OCCASION,
  callOccasion,
  lateOccasion,
  type AlertKind,
} from "../rules/escalation";
import { minutesLate } from "../../business/rules/notice";
import { businessDay } from "../../business/rules/opening";
import { addStep, findAlert, insertAlert, noteSeen, stepsOf } from "./alerts";
import { isReachable } from "./alertTargets";
import { runEscalation } from "./escalation";
import { businessOf } from "../../business/data/businesses";

/** What pages report: a call, with the callCount that they rang for, or a softer alert. */
export const pageOccasionValidator = v.union(
  v.object({ kind: v.literal("called"), callCount: v.number() }),
  v.object({ kind: v.literal("almost") }),
  v.object({ kind: v.literal("late") }),
);
type PageOccasion = Infer<typeof pageOccasionValidator>;

/**
 * Records a page's report: a call always, for the desk; other alerts only if the server would send them otherwise. After
 * a page that is silent at a call the next channel is tried at once. Another tab may ring later.
 */
export async function notePage(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  report: {
    occasion: PageOccasion;
    state: "sent" | "failed" | "unknown";
    isSeen: boolean;
  },
  now: number,
): Promise<void> {
  const { occasion: said, state, isSeen } = report;
  // Pages report softer alerts only as shown. Else anyone could text any number by joining with it.
  if (said.kind !== "called" && state !== "sent") return;
  const occasion = await occasionOf(ctx, ticket, said, now);
  if (occasion === null) return;
  const alert = await alertOf(ctx, ticket, said.kind, occasion, now);
  const steps = await stepsOf(ctx, alert._id);
  const page = steps.find(({ channel }) => channel === "page");
  if (page === undefined) {
    await addStep(ctx, alert, "page", { state }, now);
    if (state === "failed" && !isSeen) await runEscalation(ctx, alert._id, now);
  } else if (
    page.state !== state &&
    (page.state === "failed" || state === "sent")
  ) {
    await ctx.db.patch("alertSteps", page._id, { state });
  }
  if (isSeen) await noteSeen(ctx, alert, now);
}

/** Null if it no longer applies. */
async function occasionOf(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  said: PageOccasion,
  now: number,
): Promise<string | null> {
  const { state } = ticket;
  if (said.kind === "called") {
    const isNow =
      state.status === "called" && state.callCount === said.callCount;
    return isNow ? callOccasion(state) : null;
  }
  if (state.status !== "waiting" || !isReachable(ticket)) return null;
  if (said.kind === "almost") return ALMOST_OCCASION;
  const business = await businessOf(ctx, ticket);
  const minutes = minutesLate(business.notice, now);
  if (minutes === 0) return null;
  return lateOccasion(businessDay(business, now), minutes);
}

async function alertOf(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: AlertKind,
  occasion: string,
  now: number,
): Promise<Pick<Doc<"alerts">, "_id" | "businessId" | "seenAt" | "endedAt">> {
  const known = await findAlert(ctx, ticket._id, occasion);
  if (known !== null) return known;
  const alertId = await insertAlert(ctx, ticket, kind, occasion, now);
  return { _id: alertId, businessId: ticket.businessId };
}
