/**
 * Rows of subscriptions, and the business's plan that is written with them.
 * What a row means is business/rules/standing; what Stripe says comes in by
 * subscriptionSync.ts.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { difference, type AuditFacts } from "../../audit/rules/entries";
import { opens, standing, stateByStripe } from "../../business/rules/standing";
import { must } from "../../base/rules/errors";
import type { Plan } from "../../base/rules/plans";
import { record, type Actor } from "../../audit/data/log";
import { businessOf } from "../../business/data/businesses";
import { listInDirectory } from "../../business/data/directory";
import { closeSurplusQueues } from "../../queue/data/queues";

type Row = Doc<"subscriptions">;

const SERVER: Actor = { kind: "server" };
/** What is left to count is what is paid for. */
const NOTHING_GRANTED = { grantedPlan: null } as const;

/** The row of a business, or null before the first step towards payment. */
export async function subscriptionOf(
  ctx: Pick<QueryCtx, "db">,
  businessId: Id<"businesses">,
): Promise<Row | null> {
  return await ctx.db
    .query("subscriptions")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .unique();
}

/** Whether the owner may work and newcomers may join. */
export async function isSubscribed(
  ctx: Pick<QueryCtx, "db">,
  businessId: Id<"businesses">,
): Promise<boolean> {
  const row = await subscriptionOf(ctx, businessId);
  return row !== null && opens(row.state);
}

/** The row, made now if there is none yet. */
async function ensureSubscription(
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

/** A plan without payment. What Stripe says later can raise it and never ends it. @param actor the admin who grants it */
export async function grantPlan(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  plan: Plan,
  source: "admin" | "demo" | "server",
  now: number,
  actor: Actor = SERVER,
): Promise<void> {
  const row = await ensureSubscription(ctx, business, now);
  const isSame =
    row.grantedPlan === plan && row.source === source && business.plan === plan;
  if (isSame) return;
  const granted = { grantedPlan: plan, source };
  await settle(ctx, row, granted, now, actor);
}

/**
 * Makes a business follow what this server grants every one without payment;
 * null: it grants nothing any more. What an admin granted stays.
 */
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
    await settle(ctx, row, NOTHING_GRANTED, now, SERVER);
  }
}

/** Takes back what an admin granted; nothing where none did. What is paid for stays. */
export async function takeGrantBack(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
  actor: Actor,
): Promise<void> {
  const row = await subscriptionOf(ctx, business._id);
  if (row?.source !== "admin") return;
  await settle(ctx, row, NOTHING_GRANTED, now, actor);
}

/** The customer that Stripe made for this business; the first one stays, unless this one was made instead of it. */
export async function saveCustomer(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { customerId, instead }: { customerId: string; instead: string | null },
  now: number,
): Promise<string> {
  const row = await ensureSubscription(ctx, business, now);
  const known = row.stripeCustomerId;
  if (known !== null && known !== instead) return known;
  await ctx.db.patch("subscriptions", row._id, {
    stripeCustomerId: customerId,
  });
  return customerId;
}

/** What was granted, or what Stripe said. */
export type Change = Partial<
  Pick<Row, "paid" | "grantedPlan" | "source" | "flag" | "applied">
>;

/**
 * Writes where the business stands at `now` with what is new, which is nothing
 * when a grace may be over. The business's plan follows, its queues follow the
 * plan, and what is different is recorded as the actor's doing.
 */
export async function settle(
  ctx: MutationCtx,
  before: Row,
  change: Change,
  now: number,
  actor: Actor,
): Promise<void> {
  const { _id, _creationTime, ...known } = { ...before, ...change };
  const row = { ...known, source: sourceOf(known) };
  const { isSubscribed: _, ...next } = standing(row.paid, row, now);
  // What was open once is over, and not as if it had never been: whoever is in its queues is still served.
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

/** Who has given what a business has: a grant counts before Stripe's word. */
function sourceOf({
  grantedPlan,
  source,
  paid,
}: Pick<Row, "grantedPlan" | "source" | "paid">): Row["source"] {
  if (grantedPlan !== null) return source;
  return stateByStripe(paid) === "none" ? "none" : "stripe";
}

/** product.md O50: what a business may use, before and after. Stripe's word that changes nothing of it leaves no trace. */
export async function recordChange(
  ctx: MutationCtx,
  before: Row,
  after: Omit<Row, "_id" | "_creationTime">,
  actor: Actor,
  now: number,
): Promise<void> {
  const differing = difference(recordedOf(before), recordedOf(after));
  if (differing === null) return;
  const granted =
    after.grantedPlan === null ? "planGrantRemoved" : "planGranted";
  const isGrant = before.grantedPlan !== after.grantedPlan;
  const action = isGrant ? granted : "subscriptionChanged";
  const { businessId } = after;
  await record(ctx, { actor, action, businessId, ...differing }, now);
}

function recordedOf(row: Omit<Row, "_id" | "_creationTime">): AuditFacts {
  const { state, plan, grantedPlan, flag, cancelAt, graceEndsAt } = row;
  const source = sourceOf(row);
  return { state, plan, grantedPlan, source, flag, cancelAt, graceEndsAt };
}

/** The alarm that a failed payment set: lapses the business if the payment is still missing. */
export async function endDunning(
  ctx: MutationCtx,
  subscriptionId: Id<"subscriptions">,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("subscriptions", subscriptionId);
  if (row?.state === "pastDue") await settle(ctx, row, {}, now, SERVER);
}
