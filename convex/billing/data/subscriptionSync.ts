/** How what Stripe says reaches the rows of subscriptions (subscriptions.ts): in order, and each event once. Asking Stripe is payments.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { SubscriptionFacts } from "../../business/rules/standing";
import type { Actor } from "../../audit/data/log";
import { listInDirectory } from "../../business/data/directory";
import { recordChange, settle } from "./subscriptions";

type Row = Doc<"subscriptions">;

const STRIPE: Actor = { kind: "stripe" };

/** Money that went back: for an admin to look at; access is Stripe's word alone. */
const FLAG_OF: Readonly<Partial<Record<string, NonNullable<Row["flag"]>>>> = {
  "charge.refunded": "refunded",
  "charge.dispute.created": "disputed",
};

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
