/** A ticket's push addresses and the facts of each push, read when it is sent. */
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { placeName } from "../../queue/rules/place";
import { factsOf } from "./alertTargets";
import { subscriptionsOf } from "./pushSubscriptions";
import { subscriptionFields } from "../rules/pushEndpoint";

export const pushTargetFields = {
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

export async function pushTarget(
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
