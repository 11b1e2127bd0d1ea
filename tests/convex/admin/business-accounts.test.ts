/** product.md O23, O24, O25, O26: what admins do to accounts of businesses, in the portal and over HTTP. */
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { grantPlan } from "../../../convex/billing/data/subscriptions.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { httpMessages } from "../../../convex/base/rules/httpMessages.ts";
import { openApp, rows, type App, type Caller } from "../open-app.ts";
import {
  openStripe,
  pastPauses,
  payingShop,
  receiveEvent,
  standingOf,
} from "../billing/paying-shop.ts";
import { allowSessions, submit } from "../account/signing-in.ts";
import type { StripeFake } from "../billing/stripe-fake.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { deleteRows } from "../base/tables.ts";

const NEW = {
  email: " New@Example.com",
  password: "eight ch",
  businessName: "  Fade   & Fortune ",
  plan: "pro",
  isAdmin: false,
} as const;

let app: App;
let admin: Caller;
let stripe: StripeFake;

beforeEach(async () => {
  await allowSessions();
  stripe = openStripe();
  app = await openApp();
  admin = await app.admin();
});

const actions = async () =>
  (await rows(app, "auditEvents")).map(({ action }) => action);

describe("a new account", () => {
  const create = (given: object = {}, by = admin) =>
    by.action(api.admin.directory.create, { ...NEW, ...given });

  test("can sign in, on a plan that an admin has granted", async () => {
    expect(await create({ timezone: "Asia/Tokyo" })).toMatchObject({
      ok: true,
    });
    const { password } = NEW;
    const form = { flow: "signIn", email: "new@example.com", password };
    expect((await submit(app, form)).tokens).toBeTruthy();
    expect(await rows(app, "businesses")).toMatchObject([
      { name: "Fade & Fortune", plan: "pro", timezone: "Asia/Tokyo" },
    ]);
    expect(await rows(app, "subscriptions")).toMatchObject([
      { state: "active", source: "admin", grantedPlan: "pro" },
    ]);
    expect(await actions()).toEqual(["businessCreated", "planGranted"]);
  });

  test.each([
    [{ email: "  " }, { code: "accountFieldsMissing" }],
    [{ businessName: " \u200b" }, { code: "accountFieldsMissing" }],
    [{ password: "" }, { code: "accountFieldsMissing" }],
    [{ email: "nobody" }, { code: "invalidEmail" }],
    [{ password: "seven c" }, { code: "passwordTooShort", min: 8 }],
    [{ password: "x".repeat(257) }, { code: "passwordTooLong" }],
    [{ password: "PASSWORD1!" }, { code: "commonPassword" }],
    [{ email: "owner1@example.com" }, { code: "emailTaken" }],
  ])("%o is refused, and no account is made", async (given, refusal) => {
    await app.shop();
    const before = await rows(app, "businesses");
    expect(await create(given)).toEqual({ ok: false, ...refusal });
    expect(await rows(app, "businesses")).toEqual(before);
    expect(await rows(app, "users")).toHaveLength(2);
  });

  test("as an admin needs a recently confirmed password, and is made completely or not at all", async () => {
    const hasty = await app.admin({ email: "a@example.com", confirmed: false });
    await failsWith(create({ isAdmin: true }, hasty), "confirmFirst");
    expect(await create({}, hasty)).toMatchObject({ ok: true });
    const more = { email: "b@example.com", isAdmin: true };
    expect(await create(more)).toMatchObject({ ok: true });
    expect(await rows(app, "admins")).toHaveLength(3);
    expect(await actions()).toContain("adminGranted");
    await app.backend.run(async (ctx) => {
      for (let i = 0; i < 97; i += 1) {
        const userId = await ctx.db.insert("users", {});
        await ctx.db.insert("admins", { userId, grantedBy: null });
      }
    });
    const users = await rows(app, "users");
    const last = { email: "c@example.com", isAdmin: true };
    await failsWith(create(last), "adminsFull");
    expect(await rows(app, "users")).toEqual(users);
  });
});

const setPlan = (
  businessId: string,
  plan: "starter" | "pro" | "enterprise" | null,
) => admin.mutation(api.admin.directory.setPlan, { businessId, plan });

test("a plan: that is granted opens a business, and revoking it closes the business again", async () => {
  const shop = await app.shop();
  await deleteRows(app, "subscriptions");
  const { businessId } = shop;
  expect(await setPlan(businessId, null)).toEqual({
    ...{ ok: true, plan: "starter" },
  });
  expect(await setPlan(businessId, "enterprise")).toEqual({
    ...{ ok: true, plan: "enterprise" },
  });
  expect(await standingOf(shop)).toMatchObject({ isSubscribed: true });
  expect(await setPlan(businessId, null)).toMatchObject({ ok: true });
  expect(await standingOf(shop)).toMatchObject({
    ...{ isSubscribed: false, state: "lapsed" },
  });
  vi.stubEnv("PLAN_WITHOUT_PAYMENT", "pro");
  await setPlan(businessId, "starter");
  expect(await setPlan(businessId, null)).toEqual({ ok: true, plan: "pro" });
  // An admin may take back only what an admin granted.
  await app.backend.run(async (ctx) => {
    const business = must(await ctx.db.get("businesses", businessId), "b");
    await grantPlan(ctx, business, "enterprise", "demo", 0);
  });
  expect(await setPlan(businessId, null)).toEqual({
    ...{ ok: true, plan: "enterprise" },
  });
  expect(await setPlan(shop.queueId, "pro")).toEqual(refusedWith("notFound"));
});

test("a plan: that is paid for is never overridden", async () => {
  const { shop, paid } = await payingShop(app, stripe);
  const { businessId } = shop;
  const calls = stripe.requests.length;
  expect(await setPlan(businessId, "starter")).toEqual({
    ...{ ok: true, plan: "pro" },
  });
  await receiveEvent(app, "customer.subscription.updated");
  expect(await standingOf(shop)).toMatchObject({ plan: "pro" });
  Object.assign(paid, { status: "canceled" });
  await receiveEvent(app, "customer.subscription.deleted");
  expect(await standingOf(shop)).toMatchObject({
    ...{ isSubscribed: true, plan: "starter" },
  });
  Object.assign(paid, { status: "active" });
  await receiveEvent(app, "customer.subscription.updated");
  expect(await setPlan(businessId, null)).toEqual({ ok: true, plan: "pro" });
  const asked = stripe.requests.slice(calls);
  expect(asked.every((request) => request.startsWith("GET"))).toBe(true);
});

describe("the end of a business", () => {
  const remove = (businessId: string, businessName: string) =>
    admin.action(api.admin.directory.remove, { businessId, businessName });

  test("needs its name, ends its payments first, and happens once", async () => {
    const { shop } = await payingShop(app, stripe);
    const { businessId } = shop;
    for (const typed of ["", "Shop", "Shop 2"])
      expect(await remove(businessId, typed)).toEqual(
        refusedWith("nameNotTyped"),
      );
    expect(await remove("nothing", "Shop 1")).toEqual(refusedWith("notFound"));
    stripe.before = async (request) => {
      if (request.startsWith("DELETE")) throw new TypeError("no connection");
    };
    expect(await pastPauses(remove(businessId, "Shop 1"))).toEqual(
      refusedWith("subscriptionNotEnded"),
    );
    expect(await meOf(shop.owner)).not.toBeNull();
    stripe.before = async () => undefined;
    const both = [remove(businessId, "shop 1"), remove(businessId, "Shop 1")];
    expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }]);
    expect(await rows(app, "erasures")).toHaveLength(1);
    expect(stripe.subscriptions.map(({ status }) => status)).toEqual([
      "canceled",
    ]);
    await vi.waitFor(async () => {
      expect(await rows(app, "erasures")).toEqual([]);
    });
    expect(
      await admin.query(api.admin.directory.business, { businessId }),
    ).toBeNull();
    expect(
      (await actions()).filter((one) => one === "businessDeleted"),
    ).toHaveLength(1);
  });

  test("shows its progress", async () => {
    const { businessId } = await app.shop();
    type Seen = FunctionReturnType<typeof api.admin.directory.business>;
    const look = (): Promise<Seen> =>
      admin.query(api.admin.directory.business, { businessId });
    expect(await look()).toMatchObject({ isErasing: false, erasure: null });
    await app.backend.run(async (ctx) => {
      for (let n = 0; n < 1_200; n += 1) {
        const row = { businessId, key: String(n), at: 0, answer: null };
        await ctx.db.insert("deskRequests", row);
      }
    });
    // The clock stands still, so the next batch does not start.
    expect(await remove(businessId, "Shop 1")).toEqual({ ok: true });
    const seen = [];
    for (let found = await look(); found !== null; found = await look()) {
      expect(found.isErasing).toBe(true);
      seen.push(found.erasure?.rows);
      const step = { job: "erasures", isFirst: false };
      await app.backend.mutation(internal.upkeep.maintenance.step, step);
    }
    expect(seen).toEqual([0, 200, 400, 600, 800, 1_000, 1_200]);
  });

  test("is refused for the last admin, whose payments continue", async () => {
    const { shop } = await payingShop(app, stripe);
    await deleteRows(app, "admins");
    await app.openPortal(shop.sessionId);
    const own = { businessId: shop.businessId, businessName: "Shop 1" };
    expect(await shop.owner.action(api.admin.directory.remove, own)).toEqual(
      refusedWith("lastAdmin"),
    );
    expect(stripe.subscriptions).toMatchObject([{ status: "active" }]);
  });

  test("is refused for the last admin, even when two delete each other at once", async () => {
    const one = await app.shop();
    const other = await app.shop();
    await deleteRows(app, "admins");
    await app.openPortal(one.sessionId);
    await app.openPortal(other.sessionId);
    const both = await Promise.all([
      one.owner.action(api.admin.directory.remove, {
        ...{ businessId: other.businessId, businessName: "Shop 2" },
      }),
      other.owner.action(api.admin.directory.remove, {
        ...{ businessId: one.businessId, businessName: "Shop 1" },
      }),
    ]).catch(() => []);
    expect(both).toContainEqual({ ok: false, code: "lastAdmin" });
    expect(await rows(app, "admins")).toHaveLength(1);
  });
});

const HEADERS = { "Content-Type": "application/json" };

async function call(
  by: Pick<Caller, "fetch">,
  method: "POST" | "PUT",
  name: string,
  body: object | string,
  headers: Record<string, string> = HEADERS,
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, body: text, headers };
  const answer = await by.fetch(`/api/admin/users/${name}`, init);
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const refused = (status: number, error: unknown = expect.any(String)) => ({
  ...{ status, body: { success: false, error } },
});
const DONE = { status: 200, body: { success: true } };

test("over HTTP: creates accounts, sets their plan and deletes them", async () => {
  const { isAdmin: _, ...fields } = NEW;
  const made = { ...fields, plan: "Professional" };
  expect(await call(admin, "POST", "create", made)).toEqual(DONE);
  expect(await call(admin, "POST", "create", made)).toEqual(refused(409));
  const [business] = await rows(app, "businesses");
  const { ownerId: userId } = must(business, "business");
  const wish = { userId, plan: "starter" };
  // Payment fields in a request are ignored.
  const bold = { ...wish, stripePaid: true, stripeCustomerId: "cus_9" };
  expect(await call(admin, "PUT", "update", bold)).toEqual(DONE);
  expect(await rows(app, "subscriptions")).toMatchObject([
    { plan: "starter", source: "admin", stripeCustomerId: null, paid: null },
  ]);
  expect(await call(admin, "POST", "delete", { userId })).toEqual(DONE);
  await vi.waitFor(async () => {
    expect(await rows(app, "businesses")).toEqual([]);
  });
  expect(await call(admin, "POST", "delete", { userId })).toEqual(refused(404));
});

test("over HTTP: an account without a named plan is on Starter", async () => {
  const made = { ...NEW, plan: undefined };
  expect(await call(admin, "POST", "create", made)).toEqual(DONE);
  expect(await rows(app, "subscriptions")).toMatchObject([
    { plan: "starter", source: "admin" },
  ]);
});

test("over HTTP: refuses callers outside the portal, and malformed requests", async () => {
  const shop = await app.shop();
  const { ownerId: userId } = shop;
  const { businessId, queueId, owner } = shop;
  const hasty = await app.admin({ email: "a@example.com", confirmed: false });
  const before = await rows(app, "subscriptions");
  for (const [method, name, body] of [
    ["POST", "create", { ...NEW, email: "n@example.com" }],
    ["PUT", "update", { userId, plan: "pro" }],
    ["POST", "delete", { userId }],
  ] as const) {
    const { adminsOnly } = httpMessages;
    expect(await call(app.backend, method, name, body)).toEqual(
      refused(401, adminsOnly),
    );
    expect(await call(owner, method, name, body)).toEqual(
      refused(403, adminsOnly),
    );
    for (const text of ["", "{", "[]", "null", '"x"', "x".repeat(20_000)])
      expect(await call(admin, method, name, text)).toEqual(refused(400));
    for (const type of ["text/plain", "application/jsonp", ""])
      expect(
        await call(admin, method, name, body, { "Content-Type": type }),
      ).toEqual(refused(415));
  }
  const noUser = { userId: 5, plan: "pro" };
  expect(await call(admin, "PUT", "update", noUser)).toEqual(refused(400));
  const create = (given: object, by = admin) =>
    call(by, "POST", "create", { ...NEW, ...given });
  expect(await create({ email: undefined })).toEqual(
    refused(400, "Email, password, and business name are required"),
  );
  expect(await create({ plan: "gold" })).toEqual(refused(400));
  expect(await create({ isAdmin: "yes" })).toEqual(refused(400));
  expect(await create({ password: "short" })).toEqual(refused(400));
  const confirm: unknown = expect.stringMatching(/^Confirm your password/);
  expect(await create({ isAdmin: true }, hasty)).toEqual(refused(403, confirm));
  expect(await call(hasty, "POST", "delete", { userId })).toEqual(
    refused(403, confirm),
  );
  for (const other of [businessId, queueId, "x", `${userId}x`]) {
    const wish = { userId: other, plan: "pro" };
    expect(await call(admin, "PUT", "update", wish)).toEqual(refused(404));
    expect(await call(admin, "POST", "delete", wish)).toEqual(refused(404));
  }
  const gold = { userId, plan: "gold" };
  expect(await call(admin, "PUT", "update", gold)).toEqual(refused(400));
  expect(await rows(app, "subscriptions")).toEqual(before);
  expect(await rows(app, "businesses")).toHaveLength(1);
});
