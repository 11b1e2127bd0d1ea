/**
 * A fake Stripe in place of `fetch`: the paths, form bodies and answers that the SDK uses, idempotency keys, and
 * signed events. The full stand-in is in standins/. This one plays 720 orders of events in seconds and can delay its
 * answers. Holds no assertions.
 */
import { vi } from "vitest";
import { must } from "../../../convex/base/rules/errors.ts";

type Subscription = {
  id: string;
  customer: string;
  status: string;
  price: string;
  /** An item before the plan's on the same bill, such as a fee added in Stripe's dashboard. */
  addedPrice?: string;
  created: number;
  cancelAt: number | null;
  /** The bank wants the customer to confirm the payment of the open bill. */
  bankAsks?: boolean;
};
type Session = {
  id: string;
  customer: string;
  userId: string;
  price: string;
  status: "open" | "complete" | "expired";
  successUrl: string;
  cancelUrl: string;
};

export const WEBHOOK_SECRET = "whsec_test";
const SECRET_KEY = "sk_test_fake";

export class StripeFake {
  readonly customers: string[] = [];
  /** Customers deleted in Stripe's dashboard. */
  readonly deleted = new Set<string>();
  /** Whether their subscriptions can no longer be listed. */
  forgetsDeleted = false;
  readonly sessions: Session[] = [];
  readonly subscriptions: Subscription[] = [];
  /** 'METHOD /path' of every request. */
  readonly requests: string[] = [];
  /** Awaited before each answer is made: a test may delay it or make it fail. */
  before: (request: string) => Promise<void> = async () => undefined;
  /** Awaited after an answer is made and before it is given. */
  after: (request: string) => Promise<void> = async () => undefined;
  /** Requests that Stripe fails to answer: the failure is the answer under their keys. */
  readonly failing = new Set<string>();
  /** Whether the key may read one bill with its payments; a restricted key need not. */
  mayReadBills = true;
  /** Whether a preview of a change also holds the next period. */
  previewsNextPeriod = false;
  readonly #answers = new Map<string, { body: string; answer: Response }>();
  #events = 0;

  /** Takes the place of `fetch` and sets the environment that the app reads. */
  install(): void {
    vi.stubGlobal("fetch", this.fetch);
    vi.stubEnv("SITE_URL", "https://shop.example");
    vi.stubEnv("STRIPE_SECRET_KEY", SECRET_KEY);
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET);
    vi.stubEnv("STRIPE_PRICE_STARTER", "price_starter,price_starter_2025");
    vi.stubEnv("STRIPE_PRICE_PRO", "price_pro");
  }

  readonly fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? init.body : "";
    const headers = new Headers(init.headers);
    const request = `${method} ${url.pathname}`;
    this.requests.push(request);
    await Promise.race([this.before(request), aborted(init.signal)]);
    if (url.host !== "api.stripe.com") throw new Error(`no host ${url.host}`);
    if (headers.get("Authorization") !== `Bearer ${SECRET_KEY}`)
      return failure(401, "authentication_error", "Invalid API Key");
    const key = headers.get("Idempotency-Key");
    const known = key === null ? undefined : this.#answers.get(key);
    if (known !== undefined) {
      await this.after(request);
      return known.body === body
        ? known.answer.clone()
        : failure(400, "idempotency_error", "Same key, other parameters");
    }
    const form = new URLSearchParams(method === "GET" ? url.search : body);
    const answer = this.failing.has(request)
      ? failure(500, "api_error", "Stripe failed")
      : this.#answer(request, form);
    // The effect stands, whether or not the answer arrives.
    if (key !== null && method === "POST")
      this.#answers.set(key, { body, answer: answer.clone() });
    await this.after(request);
    return answer;
  };

  /** Pays a checkout and returns the subscription. */
  pay(sessionId: string): Subscription {
    const session = must(
      this.sessions.find(({ id }) => id === sessionId),
      "session",
    );
    session.status = "complete";
    return this.subscribe(session.customer, session.price);
  }

  subscribe(customer: string, price: string, status = "active"): Subscription {
    const subscription = {
      id: `sub_${this.subscriptions.length + 1}`,
      customer,
      status,
      price,
      created: 1_760_000_000 + this.subscriptions.length,
      cancelAt: null,
    };
    this.subscriptions.push(subscription);
    return subscription;
  }

  /** An event as Stripe writes it, with the object as it was at that time. */
  event(type: string, object: object): string {
    this.#events += 1;
    const id = `evt_${this.#events}`;
    return JSON.stringify({ id, object: "event", type, data: { object } });
  }

  #answer(request: string, form: URLSearchParams): Response {
    const [, method, kind, id, verb] =
      /^(\w+) \/v1\/(checkout\/sessions|billing_portal\/sessions|\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
        request,
      ) ?? [];
    const field = (name: string) => must(form.get(name), name);
    if (kind === "customers" && id !== undefined) {
      if (!this.customers.includes(id)) return missing("customer");
      if (method === "DELETE") {
        if (this.deleted.has(id)) return missing("customer");
        this.deleted.add(id);
        for (const one of this.subscriptions)
          if (one.customer === id) one.status = "canceled";
      }
      const deleted = this.deleted.has(id);
      return answer({ id, object: "customer", ...(deleted && { deleted }) });
    }
    if (kind === "customers") {
      const customer = `cus_${this.customers.length + 1}`;
      this.customers.push(customer);
      return answer({ id: customer, object: "customer" });
    }
    if (kind === "checkout/sessions" && id === undefined) {
      const session: Session = {
        id: `cs_${this.sessions.length + 1}`,
        customer: field("customer"),
        userId: field("client_reference_id"),
        price: field("line_items[0][price]"),
        status: "open",
        successUrl: field("success_url"),
        cancelUrl: field("cancel_url"),
      };
      this.sessions.push(session);
      return answer(sessionBody(session));
    }
    if (kind === "checkout/sessions") {
      const session = this.sessions.find((one) => one.id === id);
      if (session === undefined) return missing("checkout.session");
      if (verb === "expire") {
        if (session.status !== "open") return missing("open session");
        session.status = "expired";
      }
      return answer(sessionBody(session));
    }
    if (kind === "subscriptions" && id === undefined) {
      if (this.forgetsDeleted && this.deleted.has(field("customer")))
        return missing("customer");
      const all = form.get("status") === "all";
      const mine = this.subscriptions.filter(
        ({ customer, status }) =>
          customer === field("customer") && (all || status !== "canceled"),
      );
      return answer({ object: "list", data: mine.map(subscriptionBody) });
    }
    if (kind === "subscriptions") {
      const one = this.subscriptions.find((known) => known.id === id);
      if (one === undefined) return missing("subscription");
      if (method === "POST") {
        if (field("items[0][id]") === `si_${id}`) {
          one.price = field("items[0][price]");
        } else one.addedPrice = field("items[0][price]");
      }
      if (method === "DELETE") {
        if (one.status === "canceled") return missing("subscription");
        one.status = "canceled";
      }
      return answer(subscriptionBody(one));
    }
    if (kind === "billing_portal/sessions")
      return answer({
        url: `https://billing.example/${field("customer")}?back=${field("return_url")}`,
      });
    if (kind === "charges") return answer({ id, customer: "cus_1" });
    if (kind === "invoices" && id === "create_preview")
      return answer(previewBody(this.previewsNextPeriod));
    if (kind === "invoices" && id !== undefined) {
      if (!this.mayReadBills)
        return failure(403, "invalid_request_error", "No permission");
      const one = this.subscriptions.find((known) => id === `in_${known.id}`);
      if (one === undefined) return missing("invoice");
      const status = one.bankAsks
        ? "requires_action"
        : "requires_payment_method";
      const payment_intent = form.get("expand[0]")
        ? { id: "pi_1", object: "payment_intent", status }
        : "pi_1";
      const payment = { payment: { type: "payment_intent", payment_intent } };
      return answer({
        ...{ id, object: "invoice", status: "open" },
        hosted_invoice_url: `https://invoice.example/${id}`,
        payments: { object: "list", data: [payment] },
      });
    }
    if (kind === "invoices") {
      const invoice = {
        number: "YT-1",
        created: 1_760_000_000,
        total: 1900,
        currency: "usd",
        status: "paid",
        hosted_invoice_url: `https://billing.example/${field("customer")}/1`,
      };
      return answer({ object: "list", data: [invoice] });
    }
    throw new Error(`no answer for ${request}`);
  }
}

/** `t=…,v1=…` as Stripe signs; `at` in milliseconds. */
export async function signature(
  body: string,
  at: number,
  secret: string = WEBHOOK_SECRET,
  scheme = "v1",
): Promise<string> {
  const seconds = Math.floor(at / 1000);
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return `t=${seconds},${scheme}=${Array.from(
    new Uint8Array(
      await crypto.subtle.sign("HMAC", key, bytes.encode(`${seconds}.${body}`)),
    ),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("")}`;
}

function subscriptionBody(subscription: Subscription) {
  const { id, customer, status, created, cancelAt, price } = subscription;
  const { addedPrice } = subscription;
  const item = (itemId: string, priceId: string) => ({
    id: itemId,
    price: { id: priceId, object: "price" },
    current_period_end: created + 2_592_000,
  });
  return {
    id,
    object: "subscription",
    customer,
    status,
    created,
    latest_invoice: `in_${id}`,
    cancel_at: cancelAt,
    cancel_at_period_end: cancelAt !== null,
    items: {
      object: "list",
      data: [
        ...(addedPrice === undefined ? [] : [item(`si_${id}_0`, addedPrice)]),
        item(`si_${id}`, price),
      ],
    },
  };
}

function previewBody(hasNextPeriod: boolean) {
  const line = (amount: number, proration: boolean) => ({
    amount,
    parent: {
      type: "subscription_item_details",
      subscription_item_details: { proration },
    },
  });
  const data = [line(-1900, true), line(2888, true)];
  if (hasNextPeriod) data.push(line(1900, false));
  return {
    object: "invoice",
    amount_due: data.reduce((sum, { amount }) => sum + amount, 0),
    currency: "eur",
    lines: { object: "list", data },
  };
}

function sessionBody(session: Session) {
  const isOpen = session.status === "open";
  return {
    id: session.id,
    object: "checkout.session",
    status: session.status,
    url: isOpen ? `https://checkout.example/${session.id}` : null,
    client_reference_id: session.userId,
    customer: session.customer,
    payment_status: session.status === "complete" ? "paid" : "unpaid",
  };
}

const answer = (body: object): Response =>
  new Response(JSON.stringify(body), { status: 200 });

const missing = (what: string): Response =>
  failure(404, "invalid_request_error", `No such ${what}`);

const failure = (status: number, type: string, message: string): Response =>
  new Response(JSON.stringify({ error: { type, message } }), { status });

async function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return await new Promise((_, reject) => {
    signal?.addEventListener("abort", () => {
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}
