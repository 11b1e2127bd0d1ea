/** `/invoice/:id`: one invoice, to read, to print, and to pay or confirm when it is open. */
import { seeOther } from "../../http/answers.ts";
import { parseForm, textOf } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import { errorMessage, layout, STRIPE_NOTICE } from "../../pages/layout.ts";
import { own } from "../../state/own.ts";
import type { Change } from "../../state/state.ts";
import type { Store } from "../../state/store.ts";
import { catchUp } from "../billing/due.ts";
import { bankAnswer } from "../billing/invoicing.ts";
import { day, money } from "../billing/money.ts";
import { failAgain, recover } from "../billing/renew.ts";
import { DECLINED, NOT_CONFIRMED } from "../billing/test-cards.ts";
import type { WireInvoice, WireSubscription } from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";

const path = "/invoice/:id";
const audience = "anyone" as const;

export function invoiceRoutes(store: Store): Route[] {
  return [
    { method: "GET", path, audience, handle: (_, id) => show(store, id, null) },
    {
      method: "POST",
      path,
      audience,
      handle: (request, id) => pay(store, request, id),
    },
  ];
}

function show(store: Store, id: string, error: string | null): Answer {
  catchUp(store);
  const change = store.look();
  const invoice = own(change.state.stripe.invoices, id);
  if (invoice === undefined)
    return layout(404, "There is no such invoice.", STRIPE_NOTICE, html``);
  return layout(
    error === null ? 200 : 402,
    `Invoice ${invoice.number}`,
    STRIPE_NOTICE,
    html`${errorMessage(error)} ${facts(invoice)} ${lines(invoice)}
    ${invoice.status === "open" ? payment(change, invoice) : null}`,
  );
}

/** Pays with the customer's card, which they can change in the portal. */
function pay(store: Store, request: Incoming, id: string): Answer {
  catchUp(store);
  if (own(store.look().state.stripe.invoices, id)?.status !== "open")
    return show(store, id, null);
  const isConfirmed = textOf(parseForm(request.body), "bank") === "confirm";
  const error = store.change((change) => {
    const invoice = existing(change.state.stripe.invoices, id, "invoice");
    const subscription = subscriptionOf(change, invoice);
    const answer = bankAnswer(change, subscription);
    if (answer === "pays" || (answer === "asks" && isConfirmed)) {
      recover(change, subscription, invoice);
      return null;
    }
    failAgain(change, invoice, "fails");
    return answer === "asks" ? NOT_CONFIRMED : DECLINED;
  });
  return error === null ? seeOther(`/invoice/${id}`) : show(store, id, error);
}

function subscriptionOf(
  { state }: Change,
  { parent }: WireInvoice,
): WireSubscription {
  const id = parent?.subscription_details?.subscription;
  return existing(
    state.stripe.subscriptions,
    typeof id === "string" ? id : "",
    "subscription",
  );
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

function payment(change: Change, invoice: WireInvoice): Html {
  const { id, amount_due: due, currency } = invoice;
  const isAsked =
    bankAnswer(change, subscriptionOf(change, invoice)) === "asks";
  return html`<form method="post" action="/invoice/${id}">
    ${
      isAsked
        ? html`<p>Your bank asks whether this payment is yours.</p>
            <button name="bank" value="confirm">
              Confirm ${money(due, currency)}
            </button>
            <button name="bank" value="fail" class="second">Fail</button>`
        : html`<button>Pay ${money(due, currency)}</button>`
    }
  </form>`;
}
