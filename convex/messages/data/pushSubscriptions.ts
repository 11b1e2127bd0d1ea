/** The browsers that take pushes for a ticket. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import type { Subscription } from "../rules/pushEndpoint";
import { pushesPerTicket } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { isActive } from "../../queue/rules/ticketState";
import { putTarget } from "./alertTargets";
import type { Change } from "../../queue/data/change";
import { takeFromAll } from "../../base/data/rateLimits";
import { deleteOld } from "../../base/data/job";
import { patchTicket } from "../../queue/data/ticketRows";
import { rowsBy } from "../../base/data/rowBy";

/** A phone, another one and a watch. */
const MAX_BROWSERS = 3;
/** Rows with one address, which are one browser's tickets: enough for a family. */
const MAX_TICKETS = 20;
/** No ticket lives longer: bookings go 60 days ahead. */
const MAX_MS = 62 * 24 * 60 * 60_000;

/** Subscribes this browser; the same browser again adds no row. The caller has checked the form. */
export async function subscribe(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  subscription: Subscription,
  now: number,
): Promise<{ ok: true } | Refused<"alreadyEnded" | "tooManyRequests">> {
  if (!isActive(ticket.state.status)) return refuse("alreadyEnded");
  const rows = await subscriptionsOf(ctx, ticket._id);
  const { endpoint, p256dh, auth } = subscription;
  const known = rows.find((row) => row.endpoint === endpoint);
  if (known?.p256dh === p256dh && known.auth === auth) return { ok: true };
  const key = `push:${ticket._id}`;
  const wait = await takeFromAll(ctx, now, [key, pushesPerTicket]);
  if (wait !== null) return refuse("tooManyRequests", wait);
  const { _id: ticketId, businessId } = ticket;
  const row = { businessId, ticketId, endpoint, p256dh, auth, at: now };
  const replaced = known ?? (rows.length >= MAX_BROWSERS ? rows[0] : undefined);
  if (replaced === undefined) await ctx.db.insert("pushSubscriptions", row);
  else await ctx.db.replace("pushSubscriptions", replaced._id, row);
  if (ticket.hasPush !== true) {
    await patchTicket(ctx, ticketId, { hasPush: true });
    await putTarget(ctx, ticket);
  }
  return { ok: true };
}

/** This browser takes no more pushes for the ticket. */
export async function unsubscribe(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
  endpoint: string,
): Promise<void> {
  const rows = await subscriptionsOf(ctx, ticketId);
  const row = rows.find((one) => one.endpoint === endpoint);
  if (row !== undefined) await dropSubscription(ctx, row._id);
}

/** The push service says that the subscription is gone. */
export async function dropSubscription(
  ctx: MutationCtx,
  subscriptionId: Id<"pushSubscriptions">,
): Promise<void> {
  const row = await ctx.db.get("pushSubscriptions", subscriptionId);
  if (row === null) return;
  await ctx.db.delete("pushSubscriptions", subscriptionId);
  const rest = await subscriptionsOf(ctx, row.ticketId);
  const ticket = await ctx.db.get("tickets", row.ticketId);
  if (rest.length > 0 || ticket === null) return;
  await patchTicket(ctx, ticket._id, { hasPush: undefined });
}

const subscriptionsAt = rowsBy("pushSubscriptions", "endpoint", MAX_TICKETS);

/** Replaces the push address, unless the page has sent the new one. Knowing the old one proves that it is the same browser. */
export async function renew(
  ctx: MutationCtx,
  oldEndpoint: string,
  { endpoint, p256dh, auth }: Subscription,
  now: number,
): Promise<void> {
  for (const { _id, ticketId } of await subscriptionsAt(ctx, oldEndpoint)) {
    const known = await subscriptionsOf(ctx, ticketId);
    if (known.some((one) => one._id !== _id && one.endpoint === endpoint)) {
      await ctx.db.delete("pushSubscriptions", _id);
      continue;
    }
    const key = `push:${ticketId}`;
    if ((await takeFromAll(ctx, now, [key, pushesPerTicket])) !== null)
      continue;
    await ctx.db.patch("pushSubscriptions", _id, { endpoint, p256dh, auth });
  }
}

/** Schedules the deletion of the ticket's addresses soon after its end. */
export async function followEnd(ctx: MutationCtx, { ticket, before }: Change) {
  const { _id: ticketId, hasPush, state } = ticket;
  const was = before !== null && isActive(before.status);
  if (hasPush !== true || !was || isActive(state.status)) return;
  const forget = internal.messages.alerts.forgetPush;
  await ctx.scheduler.runAfter(KEPT_MS.pushes, forget, { ticketId });
}

/** Deletes a ticket's addresses, unless its end was undone. */
export async function forgetSubscriptions(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket !== null && isActive(ticket.state.status)) return;
  for (const { _id } of await subscriptionsOf(ctx, ticketId))
    await ctx.db.delete("pushSubscriptions", _id);
}

/** No ticket can need a subscription this old. */
export const oldSubscriptions = deleteOld("pushSubscriptions", "at", MAX_MS);

/** The browsers that take pushes for a ticket, oldest subscription first. */
export const subscriptionsOf = rowsBy(
  "pushSubscriptions",
  "ticketId",
  MAX_BROWSERS,
);
