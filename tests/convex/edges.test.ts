/** Refusals that no screen triggers: values that are too long, missing, foreign, or from another deployment. */
import { expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api.js";
import { isSignedByStripe } from "../../convex/billing/services/stripeWebhook.ts";
import { isMeant, MAX_ASKED } from "../../convex/desk/rules/find.ts";
import { nextSteps } from "../../convex/messages/rules/escalation.ts";
import { httpMessages as sentences } from "../../convex/base/rules/httpMessages.ts";
import { pushPaths } from "../../convex/messages/rules/pushMessages.ts";
import { openApp, rows } from "./open-app.ts";
import { failsWith, refusedWith, newShop } from "./base/calls.ts";
import { newcomer, openStripe } from "./billing/paying-shop.ts";
import { signature, WEBHOOK_SECRET } from "./billing/stripe-fake.ts";

test("functions that are only for tests are refused in production", async () => {
  vi.stubEnv("DEPLOYMENT_KIND", "production");
  const { app, businessId, ownerId } = await newShop();
  const { testing } = internal.demo;
  for (const call of [
    app.backend.mutation(testing.setPlan, { businessId, plan: "enterprise" }),
    app.backend.mutation(testing.proveEmail, { businessId }),
    app.backend.mutation(testing.setTextsUsed, { businessId, used: 1 }),
    app.backend.mutation(testing.noteWaits, { minutesAgo: [1] }),
    app.backend.mutation(testing.hurryAlerts, { businessId, seconds: 1 }),
    app.backend.mutation(testing.hurryAdmin, { userId: ownerId, seconds: 1 }),
  ])
    await failsWith(call, "wrongDeployment");
  const owner = (await rows(app, "users")).find(({ _id }) => _id === ownerId);
  expect(owner?.emailVerificationTime).toBeUndefined();
  expect(await rows(app, "smsMonths")).toEqual([]);
  expect(await rows(app, "businesses")).toMatchObject([{ plan: "starter" }]);
});

test("a value that is too long: finds nothing", async () => {
  const app = await openApp();
  const shop = await app.shop();
  const admin = await app.admin();
  const long = " ".repeat(201) + shop.businessId;
  const paginationOpts = { numItems: 5, cursor: null };
  const audit = await admin.query(api.admin.audit.search, {
    ...{ text: long, action: null, businessId: null, from: null, to: null },
    paginationOpts,
  });
  expect(audit.page).toEqual([]);
  const directory = await admin.query(api.admin.directory.search, {
    ...{ text: `Shop${"-".repeat(200)}`, plan: null, state: null },
    sort: "newest",
    paginationOpts,
  });
  expect(directory.page).toEqual([]);
  const name = "a".repeat(200);
  const person = { letter: null, number: 1, name, phone: null };
  expect(isMeant(person, "a".repeat(MAX_ASKED))).toBe(true);
  expect(isMeant(person, "a".repeat(MAX_ASKED + 1))).toBe(false);
});

test("a value that is too long: is not accepted as Stripe's signature", async () => {
  const body = "{}";
  const now = Date.now();
  const good = await signature(body, now);
  const bytes = new TextEncoder().encode(body);
  const isSigned = (header: string) =>
    isSignedByStripe(bytes, header, [WEBHOOK_SECRET], now);
  expect(await isSigned(good)).toBe(true);
  expect(await isSigned(`${good},v0=${"0".repeat(4_096)}`)).toBe(false);
  // Each signature costs a look at the whole body, so only the first few count.
  const [time = "", own = ""] = good.split(",");
  const other = `v1=${"0".repeat(64)}`;
  const behind = (others: number) =>
    isSigned(
      [time, ...Array.from({ length: others }, () => other), own].join(),
    );
  expect(await behind(3)).toBe(true);
  expect(await behind(4)).toBe(false);
});

test("over HTTP: missing or malformed fields are refused", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app);
  const send = async (path: string, body: object) => {
    const answer = await caller.fetch(path, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await send("/api/create-direct-checkout", {})).toEqual({
    status: 400,
    body: { error: sentences.planMissing },
  });
  const wished = { plan: "gold" };
  expect(await send("/api/create-direct-checkout", wished)).toMatchObject({
    status: 409,
  });
  expect((await caller.fetch("/api/stripe-session")).status).toBe(400);
  const push = { old: "a", endpoint: "b", p256dh: "c", auth: "d" };
  for (const name of Object.keys(push)) {
    const body = { ...push, [name]: 1 };
    expect((await send(pushPaths.renewed, body)).status, name).toBe(400);
  }
  expect((await send(pushPaths.receipt, { receipt: 1 })).status).toBe(400);
});

test("no address can be proven where no mail is sent", async () => {
  const { owner } = await newShop();
  expect(
    await owner.action(api.account.credentials.startEmailProof, {}),
  ).toEqual(refusedWith("mailOff"));
});

test("a payment without a customer confirms nothing for an owner who has begun none", async () => {
  openStripe();
  const { caller, userId } = await newcomer(await openApp());
  const session = { id: "cs_1", object: "checkout.session", customer: null };
  vi.stubGlobal("fetch", async () =>
    Response.json({ ...session, status: "open", client_reference_id: userId }),
  );
  expect(
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    }),
  ).toEqual(refusedWith("notYourPayment"));
});

test("a calendar is kept only for the shop of the owner who asked", async () => {
  const app = await openApp();
  const [mine, other] = [await app.shop(), await app.shop()];
  const token = { keyId: "k", nonce: "n", box: "b" };
  const account = { googleId: "1", email: "a@example.com", token };
  const { businessId } = other;
  const { keep } = internal.calendar.connection;
  await failsWith(
    mine.owner.mutation(keep, { businessId, account }),
    "notAllowed",
  );
  expect(await rows(app, "calendarConnections")).toEqual([]);
});

test("a Twilio account with an empty field is not kept", async () => {
  const { owner } = await newShop({ plan: "pro" });
  const good = {
    sid: `AC${"0".repeat(32)}`,
    token: "t",
    from: "+447700900123",
  };
  for (const name of Object.keys(good))
    expect(
      await owner.action(api.messages.sms.saveCredentials, {
        ...good,
        [name]: " ",
      }),
    ).toEqual(refusedWith("twilioFieldsMissing"));
});

test("own Twilio accounts need a plan with texts, and tries are limited", async () => {
  const { app, owner: starter } = await newShop();
  const { owner } = await app.shop({ plan: "pro" });
  const mayKeep = internal.messages.smsSteps.mayKeepAccount;
  expect(await starter.mutation(mayKeep, {})).toEqual(
    refusedWith("smsNotInPlan"),
  );
  let answer = await owner.mutation(mayKeep, {});
  for (let n = 0; n < 100 && answer.ok; n += 1)
    answer = await owner.mutation(mayKeep, {});
  expect(answer).toMatchObject(refusedWith("tooManyRequests"));
});

test("a password that is too long is wrong, and does not count as a try", async () => {
  const { app, owner } = await newShop();
  const counted = await rows(app, "rateLimits");
  expect(
    await owner.action(api.account.credentials.changePassword, {
      ...{ password: "p".repeat(10_000), newPassword: "New-Password-1!" },
      device: null,
    }),
  ).toEqual(refusedWith("passwordWrong"));
  expect(await rows(app, "rateLimits")).toEqual(counted);
});

test("a page that rang does not replace a reminder's e-mail", () => {
  const alert = {
    kind: "bookingTomorrow",
    at: 0,
    steps: [{ channel: "page", state: "sent" }],
    reach: { mail: true, push: true, text: true },
  } as const;
  expect(nextSteps(alert, 60_000)).toEqual({ due: ["mail"], nextAt: null });
});
