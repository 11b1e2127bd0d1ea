/** `/checkout/:id`: paying for a checkout session, or not paying. */
import { seeOther } from "../../http/answers.ts";
import { asSeenBy } from "../../http/as-seen-by.ts";
import { parseForm, textOf } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import { errorMessage, layout, STRIPE_NOTICE } from "../../pages/layout.ts";
import type { Change } from "../../state/state.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import { checkOut } from "../billing/check-out.ts";
import { catchUp } from "../billing/due.ts";
import { money } from "../billing/money.ts";
import {
  DECLINED,
  DECLINED_CARD,
  PAYING_CARD,
  testCard,
} from "../billing/test-cards.ts";
import type { WireCheckoutSession } from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";
import { cardChoice } from "./card-choice.ts";

const path = "/checkout/:id";
const audience = "anyone" as const;

export function checkoutRoutes(store: Store): Route[] {
  return [
    {
      method: "GET",
      path,
      audience,
      handle: (request, id) => show(store, request, id, null),
    },
    {
      method: "POST",
      path,
      audience,
      handle: (request, id) => pay(store, request, id),
    },
  ];
}

function show(
  store: Store,
  request: Incoming,
  id: string,
  error: string | null,
): Answer {
  catchUp(store);
  const change = store.look();
  const session = own(change.state.stripe.checkoutSessions, id);
  if (session === undefined)
    return closed(404, "There is no such checkout.", null);
  if (session.status === "complete")
    return closed(200, "This has been paid.", wayOn(request, session));
  if (session.status !== "open")
    return closed(410, "This checkout has expired.", wayBack(request, session));
  return layout(
    error === null ? 200 : 402,
    `Subscribe to ${change.state.stripe.lineItems[id]?.[0]?.description ?? ""}`,
    STRIPE_NOTICE,
    html`${errorMessage(error)} ${price(change, session)}
      <form method="post" action="/checkout/${id}">
        ${emailField(change, session)}
        ${cardChoice([PAYING_CARD, DECLINED_CARD])}
        <button>Pay ${money(session.amount_total, session.currency)}</button>
      </form>
      ${wayBack(request, session)}`,
  );
}

function pay(store: Store, request: Incoming, id: string): Answer {
  catchUp(store);
  const form = parseForm(request.body);
  const card = testCard(textOf(form, "card"));
  const session = own(store.look().state.stripe.checkoutSessions, id);
  if (session?.status === "complete")
    return seeOther(successUrl(request, session));
  if (session?.status !== "open") return show(store, request, id, null);
  if (card === null) return show(store, request, id, "Choose a card.");
  const email = textOf(form, "email").trim();
  const knowsEmail =
    session.customer !== null || session.customer_email !== null;
  if (!knowsEmail && !/^[^@\s]+@[^@\s]+$/.test(email))
    return show(store, request, id, "Your email is incomplete.");
  if (!card.isAccepted) return show(store, request, id, DECLINED);
  const paid = store.change((change) => {
    const { checkoutSessions } = change.state.stripe;
    const open = existing(checkoutSessions, id, "checkout.session");
    checkOut(change, open, email, card);
    return open;
  });
  return seeOther(successUrl(request, paid));
}

/** Stripe inserts the id where the shop has asked for it. */
function successUrl(
  request: Incoming,
  { success_url: url, id }: WireCheckoutSession,
): string {
  return asSeenBy(request, url.replaceAll("{CHECKOUT_SESSION_ID}", id));
}

function closed(status: number, title: string, way: Html | null): Answer {
  return layout(status, title, STRIPE_NOTICE, way ?? html``);
}

function wayOn(request: Incoming, session: WireCheckoutSession): Html {
  const url = successUrl(request, session);
  return html`<a class="way-back" href="${url}">Continue</a>`;
}

function wayBack(
  request: Incoming,
  { cancel_url: url }: WireCheckoutSession,
): Html | null {
  if (url === null) return null;
  const back = asSeenBy(request, url);
  return html`<a class="way-back" href="${back}">Cancel and go back</a>`;
}

function price({ state }: Change, session: WireCheckoutSession): Html {
  const line = state.stripe.lineItems[session.id]?.[0];
  const interval = line?.price.recurring?.interval ?? "month";
  return html`<p class="amount">
      ${money(session.amount_total, session.currency)}
    </p>
    <p class="quiet">per ${interval}, until you cancel</p>`;
}

function emailField({ state }: Change, session: WireCheckoutSession): Html {
  const customer = state.stripe.customers[session.customer ?? ""];
  const known = session.customer_email ?? customer?.email ?? null;
  if (known !== null) return html`<p>Email: <strong>${known}</strong></p>`;
  return html`<label class="field">
    Email
    <input type="email" name="email" autocomplete="email" required />
  </label>`;
}
