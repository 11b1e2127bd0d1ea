/** The billing portal's routes and its buttons' actions. */
import { seeOther } from "../../http/answers.ts";
import { asSeenBy } from "../../http/as-seen-by.ts";
import { parseForm, textOf } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import type { Change } from "../../state/state.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import { cancelAtPeriodEnd, resume } from "../billing/cancel.ts";
import { attachCard } from "../billing/card.ts";
import { catchUp } from "../billing/due.ts";
import { DECLINED, testCard } from "../billing/test-cards.ts";
import type { WireSubscription } from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import { noPortal, portalPage } from "./portal-page.ts";

/** The message after an action, by the address's `done`. */
const DONE: Readonly<Record<string, string>> = {
  cancel: "The plan ends with this period. Nothing more is charged.",
  resume: "The plan continues.",
  card: "The card has been changed.",
};

export function portalRoutes(store: Store): Route[] {
  const audience = "anyone" as const;
  const post = (name: string, act: Act): Route => ({
    method: "POST",
    path: `/portal/:id/${name}`,
    audience,
    handle: (request, id) => run(store, request, id, name, act),
  });
  return [
    {
      method: "GET",
      path: "/portal/:id",
      audience,
      handle: (request, id) => {
        const done = textOf(parseForm(request.query), "done");
        return show(store, request, id, {
          error: null,
          done: own(DONE, done) ?? null,
        });
      },
    },
    post("cancel", (change, customer, form) =>
      updateOwn(change, customer, form("subscription"), (subscription) => {
        cancelAtPeriodEnd(change, subscription, "portal");
      }),
    ),
    post("resume", (change, customer, form) =>
      updateOwn(change, customer, form("subscription"), resume),
    ),
    post("card", changeCard),
  ];
}

/** @returns the error message, null on success */
type Act = (
  change: Change,
  customer: string,
  form: (name: string) => string,
) => string | null;

function show(
  store: Store,
  request: Incoming,
  id: string,
  told: { error: string | null; done: string | null },
): Answer {
  catchUp(store);
  const change = store.look();
  const session = own(change.state.stripe.portalSessions, id);
  if (session === undefined) return noPortal();
  const { return_url: back } = session;
  const reachable = back === null ? null : asSeenBy(request, back);
  return portalPage(change, { ...session, return_url: reachable }, told);
}

function run(
  store: Store,
  request: Incoming,
  id: string,
  name: string,
  act: Act,
): Answer {
  catchUp(store);
  const session = own(store.look().state.stripe.portalSessions, id);
  if (session === undefined) return noPortal();
  const form = parseForm(request.body);
  const error = store.change((change) =>
    act(change, session.customer, (field) => textOf(form, field)),
  );
  if (error !== null) return show(store, request, id, { error, done: null });
  return seeOther(`/portal/${id}?done=${name}`);
}

function updateOwn(
  change: Change,
  customer: string,
  id: string,
  apply: (subscription: WireSubscription) => void,
): string | null {
  const subscription = own(change.state.stripe.subscriptions, id);
  if (subscription?.customer !== customer) return "There is no such plan.";
  if (subscription.status === "canceled") return "The plan has ended.";
  const before = structuredClone(subscription);
  apply(subscription);
  emit(change, "customer.subscription.updated", subscription, before);
  return null;
}

function changeCard(
  change: Change,
  id: string,
  form: (name: string) => string,
): string | null {
  const card = testCard(form("card"));
  if (card === null) return "Choose a card.";
  if (!card.isAccepted) return DECLINED;
  const customer = existing(change.state.stripe.customers, id, "customer");
  const before = structuredClone(customer);
  const paying = Object.values(change.state.stripe.subscriptions)
    .filter((one) => one.customer === id && one.status !== "canceled")
    .map((now) => ({ now, before: structuredClone(now) }));
  attachCard(change, customer, card);
  emit(change, "customer.updated", customer, before);
  for (const one of paying)
    emit(change, "customer.subscription.updated", one.now, one.before);
  return null;
}
