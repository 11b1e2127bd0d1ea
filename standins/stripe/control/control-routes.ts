/** Controls in place of Stripe's dashboard and of time: `/_standin/stripe/*`, for tests and for people who try things out. */
import { json } from "../../http/answers.ts";
import { jsonObject } from "../../http/json-body.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import type { Store } from "../../state/store.ts";
import { advance, STEPS } from "../billing/advance.ts";
import { catchUp } from "../billing/due.ts";
import { existing, StripeError } from "../stripe-error.ts";
import type { AttemptLog } from "../webhooks/attempt-log.ts";
import { readSwitches } from "./switches.ts";

export function controlRoutes(store: Store, log: AttemptLog): Route[] {
  const audience = "machine" as const;
  return [
    {
      method: "GET",
      path: "/_standin/stripe/settings",
      audience,
      handle: () => json(200, store.look().state.stripe.switches),
    },
    {
      method: "POST",
      path: "/_standin/stripe/settings",
      audience,
      handle: (request) => setSwitches(store, request),
    },
    {
      method: "POST",
      path: "/_standin/stripe/advance",
      audience,
      handle: (request) => advanceTo(store, request),
    },
    {
      method: "GET",
      path: "/_standin/stripe/log",
      audience,
      handle: () =>
        json(200, {
          attempts: log.all(),
          waiting: store.look().state.stripe.outgoing,
        }),
    },
  ];
}

function setSwitches(store: Store, request: Incoming): Answer {
  const given = jsonObject(request);
  const { switches: old } = store.look().state.stripe;
  const switches = given && readSwitches(old, given);
  if (switches === null)
    return refuse(
      "Send JSON with some of duplicate, delayMs, reorder, drop, hold, retryMs, reset.",
    );
  store.change(({ state }) => {
    state.stripe.switches = switches;
  });
  return json(200, switches);
}

function advanceTo(store: Store, request: Incoming): Answer {
  const { subscription: id, to } = jsonObject(request) ?? {};
  const step = STEPS.find((one) => one === to);
  if (typeof id !== "string" || step === undefined)
    return refuse(
      `Send JSON with subscription and to, one of ${STEPS.join(", ")}.`,
    );
  try {
    catchUp(store);
    const subscription = store.change((change) => {
      const { subscriptions } = change.state.stripe;
      const found = existing(subscriptions, id, "subscription");
      advance(change, found, step);
      return found;
    });
    return json(200, subscription);
  } catch (error) {
    if (error instanceof StripeError) return refuse(error.message);
    throw error;
  }
}

function refuse(message: string): Answer {
  return json(400, { message });
}
