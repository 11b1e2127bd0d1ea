/** Writes Stripe's answers to the subscription rows: in order, and each event once. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { SubscriptionFacts } from "../../business/rules/standing";
import { flagOf } from "../rules/flags";
import type { Actor } from "../../audit/data/log";
import { listInDirectory } from "../../business/data/directory";
import { recordChange, saveStanding } from "./subscriptions";
import { rowBy, type Reader } from "../../base/data/rowBy";

const STRIPE: Actor = { kind: "stripe" };

/** Numbers a question to Stripe, so that the later one's answer wins. Null: unknown customer, or a handled event. */
export async function beginSync(
  ctx: MutationCtx,
  customerId: string,
  eventId: string | null,
): Promise<{ subscriptionId: Id<"subscriptions">; asked: number } | null> {
  if (eventId !== null && (await knownEvent(ctx, eventId))) return null;
  const row = await subscriptionOfCustomer(ctx, customerId);
  if (row === null) return null;
  const asked = row.asked + 1;
  await ctx.db.patch("subscriptions", row._id, { asked });
  return { subscriptionId: row._id, asked };
}

/** Writes Stripe's answer and its event in one transaction. Each event has one effect. */
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
    if (await knownEvent(ctx, event.eventId)) return;
    await ctx.db.insert("stripeEvents", { ...event, at: now });
  }
  const row = await ctx.db.get("subscriptions", subscriptionId);
  if (row === null) return;
  const newest = flagOf(event?.type) ?? row.flag;
  // A dispute stays, even if a refund is reported later.
  const flag = row.flag === "disputed" ? row.flag : newest;
  // The answer to a later question is already stored and includes this one.
  if (asked < row.applied) {
    await ctx.db.patch("subscriptions", row._id, { flag });
    await listInDirectory(ctx, row.businessId);
    await recordChange(ctx, row, { ...row, flag }, STRIPE, now);
  } else {
    await saveStanding(ctx, row, { flag, paid, applied: asked }, now, STRIPE);
  }
}

/** Up to `count` Stripe customers after this one, in the order of their ids. */
export async function customersAfter(
  ctx: Reader,
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

const subscriptionOfCustomer = rowBy("subscriptions", "stripeCustomerId");

const knownEvent = rowBy("stripeEvents", "eventId");
