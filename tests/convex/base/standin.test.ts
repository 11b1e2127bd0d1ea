/** The whole flow with the stand-in: Stripe's SDK over HTTP, its payment page, and its signed events back to us. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  openStandins,
  type Standins,
} from "../../../standins/open-standins.ts";
import { STANDINS } from "../../standins/options.ts";
import { openApp, type App, granted } from "../open-app.ts";
import { newcomer } from "../billing/paying-shop.ts";
import { refusedWith } from "./calls.ts";

const { payments } = api.billing;
const SECRET = "whsec_standin";
let app: App;
let endpoint: Server;
let standins: Standins;

beforeEach(async () => {
  app = await openApp();
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      void app.backend
        .fetch("/api/stripe/webhook", {
          method: "POST",
          body: Buffer.concat(chunks).toString(),
          headers: { "Stripe-Signature": signature },
        })
        .then(({ status }) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => {
    endpoint.listen(0, "127.0.0.1", resolve);
  });
  const { port } = endpoint.address() as AddressInfo;
  standins = await openStandins({
    ...STANDINS,
    webhook: { url: `http://127.0.0.1:${port}/`, secrets: [SECRET] },
    prices: [
      { id: "price_s", name: "Starter", unitAmount: 1900, currency: "usd" },
      { id: "price_p", name: "Pro", unitAmount: 2900, currency: "usd" },
    ],
  });
  const { port: standinPort } = standins;
  vi.stubEnv("DEPLOYMENT_KIND", "test");
  vi.stubEnv("SITE_URL", "http://shop.test");
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_standin");
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", SECRET);
  vi.stubEnv("STRIPE_PRICE_STARTER", "price_s");
  vi.stubEnv("STRIPE_PRICE_PRO", "price_p");
  vi.stubEnv("STRIPE_API_URL", `http://127.0.0.1:${standinPort}`);
  vi.stubEnv("MAIL_API_KEY", "re_test");
  vi.stubEnv("MAIL_FROM", "Yourturn <hello@shop.test>");
  vi.stubEnv("MAIL_API_URL", `http://127.0.0.1:${standinPort}`);
});
afterEach(async () => {
  await standins.close();
  endpoint.closeAllConnections();
  await new Promise((resolve) => endpoint.close(resolve));
});

async function advance(to: string, subscription: string): Promise<void> {
  const answer = await fetch(`${standins.origin}/_standin/stripe/advance`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ subscription, to }),
  });
  expect(answer.status).toBe(200);
}

test("the owner sees each event: payment, upgrade, failure and end", async () => {
  const { caller, subscription } = await newcomer(app);
  const sees = async (expected: object) => {
    await vi.waitFor(
      async () => expect(await subscription()).toMatchObject(expected),
      { timeout: 15_000 },
    );
  };
  const started = granted(
    await caller.action(payments.startCheckout, { plan: "starter" }),
  );
  const paid = await fetch(started.url, {
    method: "POST",
    body: new URLSearchParams({ card: "4242 4242 4242 4242" }),
    redirect: "manual",
  });
  expect(paid.headers.get("location")).toMatch(
    /^http:\/\/shop\.test\/checkout-success\?session_id=cs_\w+&plan=starter$/,
  );
  await sees({ state: "active", plan: "starter", source: "stripe" });
  const query = new URL(must(paid.headers.get("location"), "location"));
  const sessionId = must(query.searchParams.get("session_id"), "session_id");
  expect(await caller.action(payments.confirmCheckout, { sessionId })).toEqual({
    ok: true,
    state: "active",
  });

  expect(await caller.action(payments.upgrade, { plan: "pro" })).toEqual({
    ok: true,
  });
  await sees({ plan: "pro" });
  expect(await caller.action(payments.invoices, {})).toMatchObject({
    ok: true,
    invoices: [{ currency: "usd" }, { total: 1900 }],
  });
  const portal = granted(await caller.action(payments.openPortal, {}));
  expect((await fetch(portal.url)).status).toBe(200);

  const row = await app.backend.run((ctx) =>
    ctx.db.query("subscriptions").first(),
  );
  const id = must(row?.paid, "paid").subscriptionId;
  await advance("past_due", id);
  await sees({ state: "pastDue", isSubscribed: true });
  await advance("canceled", id);
  await sees({ state: "lapsed", isSubscribed: false, activeTickets: 0 });
});

/** A new owner who has paid for Starter with this card, and Stripe's subscription id. */
async function payer(card: string) {
  const owner = await newcomer(app);
  const pay = async () => {
    const plan = "starter";
    const started = granted(
      await owner.caller.action(payments.startCheckout, { plan }),
    );
    const body = new URLSearchParams({ card });
    // A double click on the payment page.
    await Promise.all(
      [1, 2].map(() =>
        fetch(started.url, { method: "POST", body, redirect: "manual" }),
      ),
    );
    await sees({ state: "active", plan });
  };
  const sees = async (expected: object) => {
    await vi.waitFor(
      async () => expect(await owner.subscription()).toMatchObject(expected),
      { timeout: 15_000 },
    );
  };
  const ids = async () => {
    const all = await atStripe<{ id: string }>("subscriptions?status=all");
    return all.map(({ id }) => id);
  };
  await pay();
  return { ...owner, pay, sees, ids };
}

/** Reads from Stripe itself, as its dashboard would show it. */
async function atStripe<Thing>(path: string): Promise<Thing[]> {
  const answer = await fetch(`${standins.origin}/v1/${path}`, {
    headers: { Authorization: "Bearer sk_test_standin" },
  });
  return ((await answer.json()) as { data: Thing[] }).data;
}

test("an upgrade with a declined card says so and keeps the plan; while a bill is open none is sold", async () => {
  const { caller, subscription, sees, ids } = await payer("4000000000000341");
  const declined = { ok: false, code: "cardDeclined" };
  const upgrade = () => caller.action(payments.upgrade, { plan: "pro" });
  const before = await subscription();
  const subscriptionsBefore = await atStripe("subscriptions?status=all");
  expect(await upgrade()).toEqual(declined);
  expect(await upgrade()).toEqual(declined);
  expect(await subscription()).toEqual(before);
  expect(before).toMatchObject({ state: "active", plan: "starter" });
  expect(await atStripe("subscriptions?status=all")).toEqual(
    subscriptionsBefore,
  );
  expect(await ids()).toHaveLength(1);
  expect(await atStripe("invoices")).toMatchObject([{ amount_paid: 1900 }]);
  await advance("past_due", must((await ids())[0], "id"));
  await sees({ state: "pastDue" });
  expect(await upgrade()).toEqual(refusedWith("alreadySubscribed"));
  expect(await subscription()).toMatchObject({
    state: "pastDue",
    plan: "starter",
  });
});

test("an upgrade that the bank wants confirmed waits at Stripe, is confirmed once, and changes the plan then", async () => {
  const { caller, subscription, sees } = await payer("4000002760003184");
  const upgrade = () => caller.action(payments.upgrade, { plan: "pro" });
  const before = await subscription();
  const asked = await upgrade();
  expect(asked).toMatchObject({ ok: false, code: "bankAsks" });
  // A second press, and one after the bank said no.
  expect(await upgrade()).toEqual(asked);
  const url = must("url" in asked ? asked.url : null, "url");
  const answer = (bank: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ bank }) });
  expect((await answer("fail")).status).toBe(402);
  expect(await upgrade()).toEqual(asked);
  expect(await subscription()).toEqual(before);
  expect(before).toMatchObject({ state: "active", plan: "starter" });
  expect(await atStripe("invoices")).toMatchObject([
    { status: "open", amount_paid: 0 },
    { status: "paid", amount_paid: 1900 },
  ]);
  await Promise.all([answer("confirm"), answer("confirm")]);
  await sees({ state: "active", plan: "pro" });
  expect(await upgrade()).toEqual({ ok: true });
  expect(await atStripe("invoices")).toMatchObject([
    { amount_paid: 1000 },
    { amount_paid: 1900 },
  ]);
});

test("a renewal that the bank wants confirmed leads to its bill, and paying there ends the notice", async () => {
  const { subscription, sees, ids } = await payer("4000002760003184");
  await advance("past_due", must((await ids())[0], "id"));
  await sees({ state: "pastDue" });
  const url = must((await subscription()).confirmUrl, "address of the bill");
  const answer = (bank: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ bank }) });
  await answer("fail");
  await sees({ state: "pastDue", confirmUrl: null });
  await answer("confirm");
  await sees({ state: "active", graceEndsAt: null });
});

test("the previewed amount is the amount charged, and the preview changes nothing", async () => {
  const { caller, subscription, sees } = await payer("4242424242424242");
  const before = await subscription();
  const stored = await atStripe("subscriptions?status=all");
  const shown = await caller.action(payments.previewUpgrade, { plan: "pro" });
  expect(shown).toEqual({ ok: true, due: { amount: 1000, currency: "usd" } });
  expect(await subscription()).toEqual(before);
  expect(await atStripe("subscriptions?status=all")).toEqual(stored);
  expect(await atStripe("invoices")).toHaveLength(1);
  await caller.action(payments.upgrade, { plan: "pro" });
  await sees({ plan: "pro" });
  expect(await atStripe("invoices")).toMatchObject([
    { amount_paid: 1000 },
    { amount_paid: 1900 },
  ]);
});

test("two upgrades at once are one subscription and one bill; after its end a payment makes the next", async () => {
  const { caller, pay, sees, ids } = await payer("4242424242424242");
  const upgrade = () => caller.action(payments.upgrade, { plan: "pro" });
  expect(await Promise.all([upgrade(), upgrade()])).toEqual([
    { ok: true },
    { ok: true },
  ]);
  await sees({ plan: "pro" });
  expect(await ids()).toHaveLength(1);
  expect(await caller.action(payments.invoices, {})).toMatchObject({
    invoices: [{ total: 1000 }, { total: 1900 }],
  });
  const [first] = await ids();
  await advance("refunded", must(first, "id"));
  await advance("disputed", must(first, "id"));
  await advance("canceled", must(first, "id"));
  await sees({ state: "lapsed", plan: "pro" });
  await pay();
  expect(await ids()).toHaveLength(2);
  // Stripe sends events in any order.
  await vi.waitFor(async () => {
    const row = await app.backend.run((ctx) =>
      ctx.db.query("subscriptions").unique(),
    );
    expect(row?.flag).toBe("disputed");
  });
});
