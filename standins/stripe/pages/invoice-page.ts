/** `/invoice/:id`: one invoice, to read, to print, and to pay when a renewal failed. */
import { seeOther } from "../../http/answers.ts";
import type { Answer, Route } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import { errorMessage, layout, STRIPE_NOTICE } from "../../pages/layout.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import { catchUp } from "../billing/due.ts";
import { cardPays } from "../billing/invoicing.ts";
import { day, money } from "../billing/money.ts";
import { failAgain, recover } from "../billing/renew.ts";
import { DECLINED } from "../billing/test-cards.ts";
import type { WireInvoice } from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";

const path = "/invoice/:id";
const audience = "anyone" as const;

export function invoiceRoutes(store: Store): Route[] {
  return [
    { method: "GET", path, audience, handle: (_, id) => show(store, id, null) },
    { method: "POST", path, audience, handle: (_, id) => pay(store, id) },
  ];
}

function show(store: Store, id: string, error: string | null): Answer {
  catchUp(store);
  const invoice = own(store.look().state.stripe.invoices, id);
  if (invoice === undefined)
    return layout(404, "There is no such invoice.", STRIPE_NOTICE, html``);
  return layout(
    error === null ? 200 : 402,
    `Invoice ${invoice.number}`,
    STRIPE_NOTICE,
    html`${errorMessage(error)} ${facts(invoice)} ${lines(invoice)}
    ${invoice.status === "open" ? payButton(invoice) : null}`,
  );
}

/** Pays with the customer's card, which they can change in the portal. */
function pay(store: Store, id: string): Answer {
  catchUp(store);
  if (own(store.look().state.stripe.invoices, id)?.status !== "open")
    return show(store, id, null);
  const isPaid = store.change((change) => {
    const { invoices, subscriptions } = change.state.stripe;
    const invoice = existing(invoices, id, "invoice");
    const subscription = existing(
      subscriptions,
      subscriptionOf(invoice),
      "subscription",
    );
    const pays = cardPays(change, subscription);
    if (pays) recover(change, subscription, invoice);
    else failAgain(change, invoice);
    return pays;
  });
  return isPaid ? seeOther(`/invoice/${id}`) : show(store, id, DECLINED);
}

function subscriptionOf({ parent }: WireInvoice): string {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : "";
}

function facts(invoice: WireInvoice): Html {
  return html`<dl>
    <dt>Date</dt>
    <dd>${day(invoice.created)}</dd>
    <dt>Billed to</dt>
    <dd>${invoice.customer_email ?? invoice.customer}</dd>
    <dt>Status</dt>
    <dd>${STATUS[invoice.status]}</dd>
  </dl>`;
}

const STATUS = { open: "Not paid", paid: "Paid", void: "Void" } as const;

function lines({ lines, currency, amount_due: due }: WireInvoice): Html {
  return html`<h2>What it is for</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${lines.data.map(
          ({ description, amount }) =>
            html`<tr>
              <td>${description}</td>
              <td>${money(amount, currency)}</td>
            </tr>`,
        )}
        <tr>
          <th scope="row">Amount due</th>
          <td>${money(due, currency)}</td>
        </tr>
      </tbody>
    </table>`;
}

function payButton({ id, amount_due: due, currency }: WireInvoice): Html {
  return html`<form method="post" action="/invoice/${id}">
    <button>Pay ${money(due, currency)}</button>
  </form>`;
}
