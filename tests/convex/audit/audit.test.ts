/**
 * The audit log: what it records of plans, accounts and deletions, that rows never change, and what stays of a deleted
 * business. product.md O2, O50, O51.
 */
import { expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { record } from "../../../convex/audit/data/log.ts";
import { tablesOf } from "../../../convex/privacy/data/belongings.ts";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import {
  forgetAdmin,
  insertAdmin,
} from "../../../convex/account/data/admins.ts";
import { changeEmail } from "../../../convex/account/data/emailChanges.ts";
import { accountOfUser } from "../../../convex/account/data/endUser.ts";
import { replacePassword } from "../../../convex/account/data/passwordResets.ts";
import { grantPlan } from "../../../convex/billing/data/subscriptions.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { difference } from "../../../convex/audit/rules/entries.ts";
import { KEPT_MS } from "../../../convex/base/rules/kept.ts";
import { DUNNING_MS } from "../../../convex/business/rules/standing.ts";
import { openApp, rows, type App, maintain } from "../open-app.ts";
import {
  openStripe,
  payingShop,
  receiveEvent,
} from "../billing/paying-shop.ts";
import { jobsOf, newShop } from "../base/calls.ts";
import { DAY, NOON } from "../fake-clock.ts";

/** The events recorded after the first `after` rows. */
const told = async (app: App, after: number) =>
  (await rows(app, "auditEvents"))
    .slice(after)
    .map(({ actor, action, before, after: to }) => ({
      ...{ who: actor.kind, action, before, after: to },
    }));
const count = async (app: App) => (await rows(app, "auditEvents")).length;

const newAdmin = async (app: App, email = "admin@example.com") =>
  await app.backend.run((ctx) => ctx.db.insert("users", { email }));

test("what a business may use: an admin's grant is recorded once, with who, when, business, before and after", async () => {
  const { app, businessId } = await newShop();
  const userId = await newAdmin(app);
  const before = await count(app);
  const grant = () =>
    app.backend.run(async (ctx) => {
      const business = await businessOf(ctx, { businessId });
      const actor = { kind: "admin", userId } as const;
      await grantPlan(ctx, business, "pro", "admin", NOON, actor);
    });
  await grant();
  await grant();
  const [row, ...rest] = (await rows(app, "auditEvents")).slice(before);
  expect(rest).toEqual([]);
  expect(row).toMatchObject({
    at: NOON,
    actor: { kind: "admin", userId, email: "admin@example.com" },
    action: "planGranted",
    businessId,
    subject: expect.stringMatching(/^Shop /) as string,
    before: { plan: "starter", grantedPlan: "starter" },
    after: { plan: "pro", grantedPlan: "pro" },
  });
});

test("what a business may use: a change by Stripe is recorded as Stripe's, and the end of the grace as the server's", async () => {
  const stripe = openStripe();
  const app = await openApp();
  let before = await count(app);
  const { paid } = await payingShop(app, stripe);
  // The shop's granted plan, then the plan it pays for.
  expect((await told(app, before)).slice(1)).toEqual([
    {
      ...{ who: "stripe", action: "subscriptionChanged" },
      before: { plan: "starter", state: "none", source: "none" },
      after: { plan: "pro", state: "active", source: "stripe" },
    },
  ]);
  before = await count(app);
  await receiveEvent(app, "customer.subscription.updated");
  expect(await told(app, before)).toEqual([]);
  paid.status = "past_due";
  await receiveEvent(app, "invoice.payment_failed");
  await receiveEvent(app, "charge.dispute.created");
  vi.setSystemTime(NOON + DUNNING_MS);
  const [row] = await rows(app, "subscriptions");
  await app.backend.mutation(internal.billing.subscriptions.dunningOver, {
    subscriptionId: row?._id as Id<"subscriptions">,
  });
  const graceEndsAt = NOON + DUNNING_MS;
  expect(await told(app, before)).toEqual([
    {
      ...{ who: "stripe", action: "subscriptionChanged" },
      before: { state: "active", graceEndsAt: null },
      after: { state: "pastDue", graceEndsAt },
    },
    {
      ...{ who: "stripe", action: "subscriptionChanged" },
      before: { flag: null },
      after: { flag: "disputed" },
    },
    {
      ...{ who: "server", action: "subscriptionChanged" },
      before: { state: "pastDue", graceEndsAt },
      after: { state: "lapsed", graceEndsAt: null },
    },
  ]);
});

test("an owner's new password and address are recorded, but not the password itself", async () => {
  const { app, ownerId, businessId } = await newShop();
  const before = await count(app);
  const email = "new@example.com";
  await app.backend.run(async (ctx) => {
    const given = { newHash: "canary hash", device: null };
    await replacePassword(ctx, ownerId, given, NOON);
    const waiting = { userId: ownerId, email, codeHash: "h", tries: 0 };
    const changeId = await ctx.db.insert("emailChanges", {
      ...{ ...waiting, expiresAt: NOON + DAY },
    });
    expect(await changeEmail(ctx, ownerId, changeId, NOON)).toBe(true);
  });
  const recorded = (await rows(app, "auditEvents")).slice(before);
  expect(JSON.stringify(recorded)).not.toContain("canary");
  expect(recorded).toMatchObject([
    { action: "ownerChangedPassword", businessId },
    { action: "ownerChangedEmail", businessId, after: { email } },
  ]);
  for (const { actor } of recorded)
    expect(actor).toMatchObject({ kind: "owner", userId: ownerId });
});

const sources = import.meta.glob<string>("../../../convex/**/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const WRITES = /\b(insert|patch|replace|delete|deleteOld)\(\s*"auditEvents"/g;

test("the audit log: has one writer, which adds, blanks names and deletes old rows", () => {
  const found = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(WRITES)].map(
      ([, verb]) => `${file.replace(/^.*convex\//, "")} ${verb ?? ""}`,
    ),
  );
  expect(found).toEqual([
    "audit/data/log.ts insert",
    // Blanks names of a deleted business, and deletes rows after two years.
    "audit/data/log.ts patch",
    // Blanks the address of a deleted admin.
    "audit/data/log.ts patch",
    "audit/data/log.ts deleteOld",
  ]);
  // Tables that are written by a name in a variable.
  const erased = [...tablesOf("business"), ...tablesOf("queue")];
  expect(erased.map(({ table }) => table as string)).not.toContain(
    "auditEvents",
  );
});

test("the audit log: keeps rows for two years, and then maintenance deletes them", async () => {
  const { app } = await newShop();
  const [row] = await rows(app, "auditEvents");
  vi.setSystemTime(NOON + KEPT_MS.audit);
  await maintain(app);
  expect(await rows(app, "auditEvents")).toEqual([row]);
  vi.setSystemTime(NOON + KEPT_MS.audit + 1);
  await maintain(app);
  expect(await rows(app, "auditEvents")).toEqual([]);
  expect(KEPT_MS.audit / DAY).toBe(730);
});

test("the log of a deleted business keeps what was done, by which admin and when, but no names", async () => {
  const { app, businessId, ownerId } = await newShop();
  const adminId = await newAdmin(app);
  await app.backend.run(async (ctx) => {
    await replacePassword(ctx, ownerId, { newHash: "h", device: null }, NOON);
    // More than one batch of the deletion.
    for (let n = 0; n < 520; n += 1) {
      const actor = { kind: "admin", userId: adminId } as const;
      const event = { actor, businessId, after: { note: "canary" } };
      await record(ctx, { ...event, action: "supportAnswered" }, NOON);
    }
  });
  const begin = { businessId, by: "admin", adminId } as const;
  await app.backend.mutation(internal.privacy.erase.begin, begin);
  expect((await rows(app, "auditEvents")).at(-1)).toMatchObject({
    action: "businessDeleted",
    actor: { kind: "admin", userId: adminId, email: "admin@example.com" },
    subject: expect.stringMatching(/^Shop /) as string,
  });
  await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
  const left = await rows(app, "auditEvents");
  expect(left).toHaveLength(523);
  expect(left.every((row) => row.businessId === businessId)).toBe(true);
  const text = JSON.stringify(left);
  for (const name of ["Shop", "owner1@", "canary", ownerId])
    expect(text).not.toContain(name);
  expect(left.at(-1)).toMatchObject({
    ...{ action: "businessDeleted", at: NOON, blanked: true },
    actor: { userId: adminId, email: "admin@example.com" },
  });
});

test("equal facts are no change", () => {
  const facts = { plan: "pro", cancelAt: null };
  expect(difference(facts, { ...facts })).toBeNull();
  expect(difference(facts, { ...facts, cancelAt: 5 })).toEqual({
    before: { cancelAt: null },
    after: { cancelAt: 5 },
  });
});

test("a former admin's addresses go with their place in a team, however much they did", async () => {
  const app = await openApp();
  const shop = await app.shop({ plan: "pro" });
  const email = "kim@example.com";
  const { userId } = await app.member(shop, "staff", { email });
  await app.backend.run(async (ctx) => {
    await insertAdmin(ctx, userId, { by: null, waits: false }, NOON);
    for (let n = 0; n < 1_200; n += 1) {
      const actor = { kind: "admin", userId } as const;
      const event = { actor, businessId: shop.businessId };
      await record(ctx, { ...event, action: "supportAnswered" }, NOON);
    }
    // A role about which only another address is known.
    const renamed = { email: "kim.new@example.com" };
    await ctx.db.patch("users", userId, renamed);
    const account = must(await accountOfUser(ctx, userId), "account");
    const own = { providerAccountId: renamed.email };
    await ctx.db.patch("authAccounts", account._id, own);
    await forgetAdmin(ctx, userId);
  });
  const log = async () => JSON.stringify(await rows(app, "auditEvents"));
  expect(await log()).toContain(email);
  const { remove } = api.team.people;
  await shop.owner.mutation(remove, { personId: userId });
  await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await log()).not.toContain("kim");
  expect(JSON.stringify(await jobsOf(app))).not.toContain("kim");
});
