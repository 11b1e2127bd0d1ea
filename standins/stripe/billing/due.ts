/** Effects of time: sessions expire, periods end, failed charges are retried. */
import type { Change } from "../../state/state.ts";
import type { Store } from "../../state/store.ts";
import type { WireSubscription } from "../objects/wire.ts";
import { emit } from "../webhooks/emit.ts";
import { end } from "./cancel.ts";
import { bankAnswer, openInvoice } from "./invoicing.ts";
import { itemOf } from "./item.ts";
import { dropUpdate } from "./pending-update.ts";
import { failAgain, failToRenew, recover, renew } from "./renew.ts";

/** Stripe's own default is up to eight. Shops most often set four. */
const ATTEMPTS = 4;
const REMEMBERED_FOR = 24 * 3600;
/** Lifetime of a portal link. */
const PORTAL_FOR = 3600;

/** Does everything that is due. Changes nothing if nothing is due. */
export function catchUp(store: Store): void {
  if (isAnythingDue(store.look())) store.change(doWhatIsDue);
}

function isAnythingDue(change: Change): boolean {
  const { state, now } = change;
  const { checkoutSessions, remembered, portalSessions } = state.stripe;
  return (
    Object.values(checkoutSessions).some(isExpiring(now)) ||
    liveSubscriptions(change).some((one) => isDue(change, one)) ||
    Object.values(portalSessions).some(
      ({ created }) => created + PORTAL_FOR <= now,
    ) ||
    Object.values(remembered).some(({ at }) => at + REMEMBERED_FOR <= now)
  );
}

function doWhatIsDue(change: Change): void {
  const { state, now } = change;
  const { checkoutSessions, remembered, portalSessions } = state.stripe;
  for (const session of Object.values(checkoutSessions).filter(
    isExpiring(now),
  )) {
    session.status = "expired";
    session.url = null;
    emit(change, "checkout.session.expired", session);
  }
  for (const subscription of liveSubscriptions(change))
    // A stand-in that was off for months catches up on all of them.
    while (isDue(change, subscription)) step(change, subscription);
  for (const { id, created } of Object.values(portalSessions))
    if (created + PORTAL_FOR <= now) delete portalSessions[id];
  for (const [key, { at }] of Object.entries(remembered))
    if (at + REMEMBERED_FOR <= now) delete remembered[key];
}

function isExpiring(now: number) {
  return (session: { status: string | null; expires_at: number }) =>
    session.status === "open" && session.expires_at <= now;
}

function liveSubscriptions({ state }: Change): WireSubscription[] {
  return Object.values(state.stripe.subscriptions).filter(
    ({ status }) => status === "active" || status === "past_due",
  );
}

function isDue(change: Change, subscription: WireSubscription): boolean {
  const { now } = change;
  const { cancel_at: ends, status } = subscription;
  if (status === "canceled") return false;
  if ((subscription.pending_update?.expires_at ?? Infinity) <= now) return true;
  if (ends !== null && ends <= now) return true;
  if (status === "active")
    return itemOf(subscription).current_period_end <= now;
  const retryAt =
    openInvoice(change, subscription)?.next_payment_attempt ?? null;
  return status === "past_due" && retryAt !== null && retryAt <= now;
}

function step(change: Change, subscription: WireSubscription): void {
  const { cancel_at: ends, pending_update: update } = subscription;
  if (update !== null && update.expires_at <= change.now) {
    dropUpdate(change, subscription);
    return;
  }
  if (ends !== null && ends <= change.now) {
    end(change, subscription, "cancellation_requested");
    return;
  }
  const answer = bankAnswer(change, subscription);
  const pays = answer === "pays";
  const invoice = openInvoice(change, subscription);
  if (invoice === null) {
    if (pays) renew(change, subscription);
    else failToRenew(change, subscription);
  } else if (pays) recover(change, subscription, invoice);
  else if (invoice.attempt_count >= ATTEMPTS)
    end(change, subscription, "payment_failed");
  else failAgain(change, invoice, answer);
}
