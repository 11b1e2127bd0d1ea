/** `/portal/:id`: the billing portal's page. Its buttons' actions are in portal-routes.ts. */
import type { Answer } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import {
  doneMessage,
  errorMessage,
  layout,
  STRIPE_NOTICE,
} from "../../pages/layout.ts";
import type { Change } from "../../state/state.ts";
import { nameOf } from "../billing/invoicing.ts";
import { itemOf } from "../billing/item.ts";
import { day, money } from "../billing/money.ts";
import {
  ASKING_CARD,
  DECLINED_CARD,
  FAILING_CARD,
  PAYING_CARD,
} from "../billing/test-cards.ts";
import type {
  WireInvoice,
  WirePortalSession,
  WireSubscription,
} from "../objects/wire.ts";
import { cardChoice } from "./card-choice.ts";

export type Told = {
  readonly error: string | null;
  readonly done: string | null;
};

/** Portal links expire soon. */
export function noPortal(): Answer {
  const title = "This link has expired.";
  return layout(404, title, STRIPE_NOTICE, html`<p>Open billing again.</p>`);
}

export function portalPage(
  change: Change,
  session: WirePortalSession,
  { error, done }: Told,
): Answer {
  const { subscriptions, invoices } = change.state.stripe;
  const isTheirs = (one: { customer: string }) =>
    one.customer === session.customer;
  const own = Object.values(subscriptions).filter(isTheirs).toReversed();
  const back =
    session.return_url === null
      ? null
      : html`<a class="way-back" href="${session.return_url}">Go back</a>`;
  return layout(
    error === null ? 200 : 402,
    "Billing",
    STRIPE_NOTICE,
    html`${errorMessage(error)} ${doneMessage(done)} ${back}
      <h2>Current plan</h2>
      ${own.length === 0 ? html`<p>No plan.</p>` : null}
      ${own.map((one) => plan(change, session, one))} ${card(change, session)}
      ${history(Object.values(invoices).filter(isTheirs).toReversed())}`,
  );
}

function plan(
  change: Change,
  { id: portal }: WirePortalSession,
  subscription: WireSubscription,
): Html {
  const { price, current_period_end: until } = itemOf(subscription);
  const { id, status, cancel_at: ends } = subscription;
  const amount = money(price.unit_amount, price.currency);
  const field = html`<input type="hidden" name="subscription" value="${id}" />`;
  return html`<p>
      <strong>${nameOf(change, price.product)}</strong>, ${amount} per
      ${price.recurring?.interval ?? "month"}
    </p>
    <p class="quiet">${situation(status, ends, until)}</p>
    ${
      status === "canceled"
        ? null
        : ends === null
          ? html`<form method="post" action="/portal/${portal}/cancel">
              ${field}<button class="second">Cancel at period end</button>
            </form>`
          : html`<form method="post" action="/portal/${portal}/resume">
              ${field}<button>Keep the plan</button>
            </form>`
    }`;
}

function situation(
  status: WireSubscription["status"],
  ends: number | null,
  until: number,
): string {
  switch (status) {
    case "canceled":
      return "Ended.";
    case "past_due":
      return "The last payment failed. Pay the open invoice below.";
    case "unpaid":
      return "Not paid. Pay the open invoice below.";
    case "active":
      return ends === null
        ? `Renews on ${day(until)}.`
        : `Ends on ${day(ends)}.`;
  }
}

function card({ state }: Change, { id, customer }: WirePortalSession): Html {
  const { customers, paymentMethods } = state.stripe;
  const method = customers[customer]?.invoice_settings.default_payment_method;
  const known = paymentMethods[typeof method === "string" ? method : ""];
  return html`<h2>Card</h2>
    <p>
      ${known === undefined ? "No card." : `Card ending in ${known.card.last4}`}
    </p>
    <form method="post" action="/portal/${id}/card">
      ${cardChoice([PAYING_CARD, FAILING_CARD, ASKING_CARD, DECLINED_CARD])}
      <button class="second">Update card</button>
    </form>`;
}

function history(invoices: readonly WireInvoice[]): Html {
  if (invoices.length === 0)
    return html`<h2>Invoices</h2>
      <p>No invoices.</p>`;
  return html`<h2>Invoices</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Invoice</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${invoices.map(
          ({ id, number, created, amount_due, currency, status }) =>
            html`<tr>
              <td>${day(created)}</td>
              <td>
                <a href="/invoice/${id}">${number}</a>
                ${status === "open" ? "(not paid)" : null}
              </td>
              <td>${money(amount_due, currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
