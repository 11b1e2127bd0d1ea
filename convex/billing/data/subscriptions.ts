/** Rows of subscriptions, and the business's plan, which is written with them. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { difference, type AuditFacts } from "../../audit/rules/entries";
import { opens, standing, stateByStripe } from "../../business/rules/standing";
import { must } from "../../base/rules/errors";
import type { Plan } from "../../base/rules/plans";
import { record, type Actor } from "../../audit/data/log";
import { businessOf } from "../../business/data/businesses";
import { listInDirectory } from "../../business/data/directory";
import { closeSurplusQueues } from "../../queue/data/queues";
import { rowBy, type Reader } from "../../base/data/rowBy";

type Row = Doc<"subscriptions">;
type Facts = Omit<Row, "_id" | "_creationTime">;

const SERVER: Actor = { kind: "server" };
/** After this, only a paid plan counts. */
const NOTHING_GRANTED = { grantedPlan: null } as const;

/** The row of a business; null before the first step towards payment. */
export const subscriptionOf = rowBy("subscriptions", "businessId");

/** Whether the owner may work and customers may join. */
export async function isSubscribed(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<boolean> {
  const row = await subscriptionOf(ctx, businessId);
  return row !== null && opens(row.state);
}

async function findOrCreateSubscription(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
): Promise<Row> {
  const existing = await subscriptionOf(ctx, business._id);
  if (existing !== null) return existing;
  const id = await ctx.db.insert("subscriptions", {
    businessId: business._id,
    stripeCustomerId: null,
    paid: null,
    grantedPlan: null,
    source: "none",
    state: "none",
    plan: business.plan,
    pastDueSince: null,
    graceEndsAt: null,
    cancelAt: null,
    flag: null,
    asked: 0,
    applied: 0,
    updatedAt: now,
  });
  return must(await ctx.db.get("subscriptions", id), "subscription just made");
}

/** Grants a plan without payment. Stripe can raise but never end it. @param actor the admin who grants it */
export async function grantPlan(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  plan: Plan,
  source: "admin" | "demo" | "server",
  now: number,
  actor: Actor = SERVER,
): Promise<void> {
  const row = await findOrCreateSubscription(ctx, business, now);
  const isSame =
    row.grantedPlan === plan && row.source === source && business.plan === plan;
  if (isSame) return;
  await saveStanding(ctx, row, { grantedPlan: plan, source }, now, actor);
}

/** Applies the plan that this server grants every business; null: none any longer. Admins' grants stay. */
export async function followServerPlan(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  plan: Plan | null,
  now: number,
): Promise<void> {
  const row = await subscriptionOf(ctx, business._id);
  const isFromServer = row?.source === "server";
  if (plan !== null) {
    const isFree = isFromServer || (row?.grantedPlan ?? null) === null;
    if (isFree) await grantPlan(ctx, business, plan, "server", now);
  } else if (isFromServer) {
    await saveStanding(ctx, row, NOTHING_GRANTED, now, SERVER);
  }
}

/** Revokes an admin's grant, if there is one. A paid plan stays. */
export async function takeGrantBack(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
  actor: Actor,
): Promise<void> {
  const row = await subscriptionOf(ctx, business._id);
  if (row?.source !== "admin") return;
  await saveStanding(ctx, row, NOTHING_GRANTED, now, actor);
}

/** Saves the business's Stripe customer. An earlier one stays, unless this one replaces it. */
export async function saveCustomer(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { customerId, instead }: { customerId: string; instead: string | null },
  now: number,
): Promise<string> {
  const row = await findOrCreateSubscription(ctx, business, now);
  const known = row.stripeCustomerId;
  if (known !== null && known !== instead) return known;
  await ctx.db.patch("subscriptions", row._id, {
    stripeCustomerId: customerId,
  });
  return customerId;
}

export type Change = Partial<
  Pick<Row, "paid" | "grantedPlan" | "source" | "flag" | "applied">
>;

/** Writes the business's standing with the change; an empty one checks whether dunning is over. */
export async function saveStanding(
  ctx: MutationCtx,
  before: Row,
  change: Change,
  now: number,
  actor: Actor,
): Promise<void> {
  const { _id, _creationTime, ...known } = { ...before, ...change };
  const row = { ...known, source: sourceOf(known) };
  const { isSubscribed: _, ...next } = standing(row.paid, row, now);
  // A business that had access lapses, so the customers in its queues are still served.
  const isOver = next.state === "none" && before.state !== "none";
  const state = isOver ? "lapsed" : next.state;
  const after = { ...row, ...next, state, updatedAt: now };
  await ctx.db.replace("subscriptions", _id, after);
  await recordChange(ctx, before, after, actor, now);
  if (next.graceEndsAt !== null && next.graceEndsAt !== before.graceEndsAt) {
    await ctx.scheduler.runAt(
      next.graceEndsAt,
      internal.billing.subscriptions.dunningOver,
      { subscriptionId: _id },
    );
  }
  const business = await businessOf(ctx, row);
  if (business.plan !== next.plan) {
    await ctx.db.patch("businesses", business._id, { plan: next.plan });
    await closeSurplusQueues(ctx, business._id, next.plan);
  }
  await listInDirectory(ctx, business._id);
}

/** A grant takes precedence over Stripe. */
function sourceOf({ grantedPlan, source, paid }: Facts): Row["source"] {
  if (grantedPlan !== null) return source;
  return stateByStripe(paid) === "none" ? "none" : "stripe";
}

/** Records what a business may use, before and after (product.md O50), if it differs. */
export async function recordChange(
  ctx: MutationCtx,
  before: Row,
  after: Facts,
  actor: Actor,
  now: number,
): Promise<void> {
  const differing = difference(recordedOf(before), recordedOf(after));
  if (differing === null) return;
  const { businessId, grantedPlan } = after;
  const granted = grantedPlan === null ? "planGrantRemoved" : "planGranted";
  const isGrant = before.grantedPlan !== grantedPlan;
  const action = isGrant ? granted : "subscriptionChanged";
  await record(ctx, { actor, action, businessId, ...differing }, now);
}

function recordedOf(row: Facts): AuditFacts {
  const { state, plan, grantedPlan, flag, cancelAt, graceEndsAt } = row;
  const source = sourceOf(row);
  return { state, plan, grantedPlan, source, flag, cancelAt, graceEndsAt };
}

/** Runs at the end of dunning: lapses the business if the payment is still missing. */
export async function endDunning(
  ctx: MutationCtx,
  subscriptionId: Id<"subscriptions">,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("subscriptions", subscriptionId);
  if (row?.state === "pastDue") await saveStanding(ctx, row, {}, now, SERVER);
}
