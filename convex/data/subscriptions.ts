/**
 * Rows of subscriptions, and the business's plan that is written with them.
 * What a row means is model/billing; asking Stripe is billing.ts.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { difference, type AuditFacts } from "../model/audit";
import { opens, standing, type SubscriptionFacts } from "../model/billing";
import { must } from "../model/errors";
import type { Plan } from "../model/plans";
import { record, type Actor } from "./audit";
import { businessOf } from "./businesses";
import { listInDirectory } from "./directory";
import { closeSurplusQueues } from "./queues";

type Row = Doc<"subscriptions">;

const STRIPE: Actor = { kind: "stripe" };
const SERVER: Actor = { kind: "server" };

/** Money that went back: for an admin to look at; access is Stripe's word alone. */
const FLAG_OF: Readonly<Partial<Record<string, NonNullable<Row["flag"]>>>> = {
  "charge.refunded": "refunded",
  "charge.dispute.created": "disputed",
};

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

/** The row that belongs to a customer at Stripe, or null. */
async function subscriptionOfCustomer(
  ctx: Pick<QueryCtx, "db">,
  customerId: string,
): Promise<Row | null> {
  return await ctx.db
    .query("subscriptions")
    .withIndex("by_stripeCustomerId", (q) =>
      q.eq("stripeCustomerId", customerId),
    )
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
    source: "stripe",
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
    const owed = { grantedPlan: null, source: "stripe" } as const;
    await settle(ctx, row, owed, now, SERVER);
  }
}

/**
 * Before Stripe is asked about a customer: counts the asking, so that of two
 * answers the one asked for later wins, whichever comes first. Null when there
 * is nothing to ask: no business has this customer, or the event has had its
 * effect.
 */
export async function beginSync(
  ctx: MutationCtx,
  customerId: string,
  eventId: string | null,
): Promise<{ subscriptionId: Id<"subscriptions">; asked: number } | null> {
  if (eventId !== null && (await isKnownEvent(ctx, eventId))) return null;
  const row = await subscriptionOfCustomer(ctx, customerId);
  if (row === null) return null;
  const asked = row.asked + 1;
  await ctx.db.patch("subscriptions", row._id, { asked });
  return { subscriptionId: row._id, asked };
}

/** Stripe's answer and the event that made us ask, in one transaction; each event has one effect. */
export async function finishSync(
  ctx: MutationCtx,
  answer: {
    subscriptionId: Id<"subscriptions">;
    asked: number;
    paid: SubscriptionFacts | null;
    event: { eventId: string; type: string } | null;
  },
  now: number,
): Promise<void> {
  const { subscriptionId, asked, paid, event } = answer;
  if (event !== null) {
    if (await isKnownEvent(ctx, event.eventId)) return;
    await ctx.db.insert("stripeEvents", { ...event, at: now });
  }
  const row = await ctx.db.get("subscriptions", subscriptionId);
  if (row === null) return;
  const told = FLAG_OF[event?.type ?? ""] ?? row.flag;
  // A dispute stays one, whichever of the two is told last.
  const flag = row.flag === "disputed" ? row.flag : told;
  // An answer to a later question is here already and knows all that this one does.
  if (asked < row.applied) {
    await ctx.db.patch("subscriptions", row._id, { flag });
    await listInDirectory(ctx, row.businessId);
    await recordChange(ctx, row, { ...row, flag }, STRIPE, now);
  } else {
    await settle(ctx, row, { flag, paid, applied: asked }, now, STRIPE);
  }
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

/** Up to `count` customers at Stripe, in the order of their ids, after this one. */
export async function customersAfter(
  ctx: Pick<QueryCtx, "db">,
  customerId: string,
  count: number,
): Promise<string[]> {
  const found = await ctx.db
    .query("subscriptions")
    .withIndex("by_stripeCustomerId", (q) =>
      q.gt("stripeCustomerId", customerId),
    )
    .take(count);
  return found.map((row) => row.stripeCustomerId ?? "");
}

async function isKnownEvent(
  ctx: MutationCtx,
  eventId: string,
): Promise<boolean> {
  const row = await ctx.db
    .query("stripeEvents")
    .withIndex("by_eventId", (q) => q.eq("eventId", eventId))
    .unique();
  return row !== null;
}

/** What was granted, or what Stripe said. */
type Change = Partial<
  Pick<Row, "paid" | "grantedPlan" | "source" | "flag" | "applied">
>;

/**
 * Writes where the business stands at `now` with what is new, which is nothing
 * when a grace may be over. The business's plan follows, its queues follow the
 * plan, and what is different is recorded as the actor's doing.
 */
async function settle(
  ctx: MutationCtx,
  before: Row,
  change: Change,
  now: number,
  actor: Actor,
): Promise<void> {
  const { _id, _creationTime, ...row } = { ...before, ...change };
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
      internal.subscriptions.dunningOver,
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

/** product.md O50: what a business may use, before and after. Stripe's word that changes nothing of it leaves no trace. */
async function recordChange(
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
  const { state, plan, grantedPlan, source, flag, cancelAt, graceEndsAt } = row;
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
