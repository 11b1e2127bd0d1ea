/**
 * View as owner: an admin's session sees what the owner sees and changes nothing, there or in the admin's own
 * business. Generated over every function of owners and of the desk: a new one is refused here or fails. product.md
 * O52.
 */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { maskedPhone } from "../../../convex/base/rules/typedPhone.ts";
import { call, isQuery } from "../calling.ts";
import { newSecret, openApp, rows, type App, type Shop } from "../open-app.ts";
import { argsOf, furnishedShop, type Things } from "../owner-args.ts";
import { surface } from "../surface.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { everything } from "../base/tables.ts";
import { getFunctionName as nameOf } from "convex/server";

const owned = Object.keys(surface).filter((path) =>
  ["counter", "manager", "owner", "person", "subscriber"].includes(
    surface[path] ?? "",
  ),
);

let app: App;
/** The shop that is viewed, and the admin's own. */
let shop: Shop & Things;
let own: Shop & Things;

async function open(): Promise<void> {
  app = await openApp();
  shop = await furnishedShop(app);
  own = await furnishedShop(app);
  await app.openPortal(own.sessionId);
}

const begin = ({ businessId }: { businessId: string } = shop) =>
  own.owner.mutation(api.admin.viewing.begin, { businessId });

const events = async () =>
  (await rows(app, "auditEvents")).filter(({ action }) =>
    action.startsWith("view"),
  );

/** Replaces customers' numbers as the portal shows them (product.md O22). The shop's own number stays. */
function asCovered(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(asCovered);
  if (typeof answer !== "object" || answer === null) return answer;
  const entries = Object.entries(answer).map(([name, value]) => {
    const covered =
      name === "phone" && "ticketId" in answer && typeof value === "string"
        ? maskedPhone(value)
        : asCovered(value);
    return [name, covered] as const;
  });
  return Object.fromEntries(entries);
}

describe("every owner function", () => {
  // One shop for all tests: no call here writes.
  beforeAll(async () => {
    await open();
    await begin();
  });

  test.each(owned)(
    "%s: a viewing admin sees what the owner sees, and writes nothing",
    async (path) => {
      const args = await argsOf(path, shop);
      if (await isQuery(path)) {
        const seen = await call(own.owner, path, args);
        const theirs = await call(shop.owner, path, args);
        expect(seen).toEqual(asCovered(theirs));
        return;
      }
      const before = await everything(app);
      for (const given of [args, await argsOf(path, own)])
        await failsWith(call(own.owner, path, given), "viewingOnly");
      expect(await everything(app)).toBe(before);
    },
  );

  test.each([
    ["POST", "/api/send-sms"],
    ["POST", "/api/create-checkout-session"],
    ["POST", "/api/create-direct-checkout"],
    ["GET", "/api/subscription-status"],
    ["GET", "/api/stripe-session"],
    ["POST", "/api/update-plan"],
    ["POST", "/api/create-business"],
  ])("%s %s is refused, and writes nothing", async (method, path) => {
    const before = await everything(app);
    const body = JSON.stringify({ businessName: "New", planId: "pro" });
    const answer = await own.owner.fetch(path, {
      method,
      ...(method === "POST" && { body }),
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: "You're only viewing. Nothing was changed.",
    });
    expect(await everything(app)).toBe(before);
  });
});

describe("a viewing session", () => {
  beforeEach(open);

  test("sees numbers of texts as the portal masks them; the owner sees a digit more", async () => {
    await app.backend.run(async (ctx) => {
      await ctx.db.insert("smsMessages", {
        ...{ businessId: shop.businessId, ticketId: null, to: "+447700900123" },
        ...{ body: "Hi", purpose: "free", template: null, reason: null },
        ...{ state: "sent", via: "platform", from: null, sid: null },
        ...{ segments: 1, month: "2026-11", at: 0 },
      });
    });
    await begin();
    const seenBy = async (who: Shop["owner"]) =>
      (await who.query(api.messages.sms.recent, {})).map(
        ({ toMasked }) => toMasked,
      );
    expect(await seenBy(own.owner)).toEqual(["••• 123"]);
    expect(await seenBy(shop.owner)).toEqual(["•••• 0123"]);
  });

  test("does not sign the admin out everywhere under the owner's address", async () => {
    const other = await app.asUser(own.ownerId);
    await begin();
    await failsWith(
      own.owner.mutation(api.account.current.signOutEverywhere, {}),
      "viewingOnly",
    );
    expect(await meOf(own.owner)).not.toBeNull();
    expect(await meOf(other.caller)).not.toBeNull();
  });

  test("changes nothing about the admin's own log-in code", async () => {
    await begin();
    const { keep, tryFirst, turnOn, replaceCodes, turnOff } =
      internal.account.secondFactor;
    const secret = { keyId: "1", nonce: "n", box: "b" };
    const shown = { proof: { step: 1 }, counted: { network: "n" } };
    const hashes = { recoveryHashes: [] };
    const first = { nonce: "n", step: 1, ...hashes };
    for (const attempt of [
      own.owner.mutation(keep, { secret }),
      own.owner.mutation(tryFirst, {}),
      own.owner.mutation(turnOn, first),
      own.owner.mutation(replaceCodes, { ...shown, ...hashes }),
      own.owner.mutation(turnOff, shown),
    ])
      await failsWith(attempt, "viewingOnly");
  });

  test("is an ordinary session again after it has ended", async () => {
    const mine = { queueId: own.queueId };
    await begin();
    expect(await own.owner.mutation(api.admin.viewing.end, {})).toBeNull();
    expect(await own.owner.query(api.desk.actions.board, mine)).not.toBeNull();
    expect(
      await call(own.owner, nameOf(api.desk.actions.callNext), mine),
    ).toMatchObject({ ok: true });
    await failsWith(
      call(own.owner, nameOf(api.desk.actions.board), {
        queueId: shop.queueId,
      }),
      "notFound",
    );
  });

  test("has the viewed business in `me`, which says so, and no other session does", async () => {
    const { caller: elsewhere } = await app.asUser(own.ownerId);
    const paidBy = must((await rows(app, "subscriptions"))[0], "the shop's");
    expect(paidBy.businessId).toBe(shop.businessId);
    await app.backend.run(async (ctx) => {
      await ctx.db.patch("subscriptions", paidBy._id, {
        ...{ stripeCustomerId: "cus_1", state: "pastDue", graceEndsAt: 1 },
        paid: {
          ...{ subscriptionId: "sub_1", status: "past_due", priceId: null },
          ...{ plan: "starter", cancelAt: null, currentPeriodEnd: null },
          ...{ createdAt: 0, confirmUrl: "https://invoice.example/1" },
        },
      });
    });
    await begin();
    const theirs = must(await meOf(shop.owner), "owner");
    const me = must(await meOf(own.owner), "admin");
    const { subscription, ...business } = must(theirs.business, "a business");
    expect(subscription.canManage).toBe(true);
    expect(subscription.confirmUrl).not.toBeNull();
    expect(me.business).toEqual({
      ...business,
      subscription: { ...subscription, canManage: false, confirmUrl: null },
    });
    expect(me).toMatchObject({
      userId: own.ownerId,
      email: "owner2@example.com",
      viewing: { email: theirs.email },
    });
    expect(await meOf(elsewhere)).toMatchObject({
      viewing: null,
      business: { businessId: own.businessId },
    });
    expect(theirs.viewing).toBeNull();
  });

  test("gives an admin without a business none that lasts", async () => {
    const { caller, userId } = await app.adminUser();
    const { businessId } = shop;
    await caller.mutation(api.admin.viewing.begin, { businessId });
    const me = await meOf(caller);
    expect(me).toMatchObject({ userId, business: { businessId } });
    await caller.mutation(api.admin.viewing.end, {});
    expect(await meOf(caller)).toMatchObject({ business: null });
  });

  test("is recorded once when it begins and once when it ends, with admin and business", async () => {
    await begin();
    await begin();
    await begin(own);
    await own.owner.mutation(api.admin.viewing.end, {});
    await own.owner.mutation(api.admin.viewing.end, {});
    const [first, second] = [shop, own].map(({ businessId }) => businessId);
    expect(await events()).toMatchObject([
      { action: "viewBegan", businessId: first, subject: "Shop 1" },
      { action: "viewEnded", businessId: first },
      { action: "viewBegan", businessId: second },
      { action: "viewEnded", businessId: second },
    ]);
    for (const { actor } of await events())
      expect(actor).toMatchObject({ kind: "admin", userId: own.ownerId });
  });

  test("cannot begin for an unknown business", async () => {
    for (const id of ["", "nonsense", shop.ownerId, shop.queueId])
      expect(await begin({ businessId: id })).toEqual(refusedWith("notFound"));
    expect(await events()).toEqual([]);
  });
});

describe("viewing ends", () => {
  beforeEach(open);
  const settle = () => app.backend.finishAllScheduledFunctions(vi.runAllTimers);

  test("with the portal session", async () => {
    await begin();
    const [portal] = await rows(app, "adminSessions");
    const { _id: adminSessionId, until } = must(portal, "portal");
    const over = { adminSessionId, until };
    await app.backend.mutation(internal.admin.admins.sessionOver, over);
    await settle();
    expect(await meOf(own.owner)).toMatchObject({
      viewing: null,
      business: { businessId: own.businessId },
    });
    expect((await events()).map(({ action }) => action)).toEqual([
      "viewBegan",
      "viewEnded",
    ]);
  });

  test("with the role, even where its own row is left", async () => {
    await begin();
    const { caller } = await app.adminUser();
    await app.backend.run(async (ctx) => {
      const [role] = await ctx.db.query("admins").take(1);
      await ctx.db.delete("admins", must(role, "role")._id);
    });
    await failsWith(own.owner.query(api.desk.queues.list, {}), "notAllowed");
    await failsWith(
      call(own.owner, nameOf(api.desk.queues.create), { name: "B" }),
      "viewingOnly",
    );
    expect(await meOf(caller)).not.toBeNull();
  });

  test("joins no team", async () => {
    await begin();
    const { accept } = api.team.invitations;
    const joins = own.owner.mutation(accept, { secret: newSecret() });
    await failsWith(joins, "viewingOnly");
  });

  test("with the business: nothing can be seen, and nothing written", async () => {
    await begin();
    const erase = { businessId: shop.businessId, by: "owner" } as const;
    await app.backend.mutation(internal.privacy.erase.begin, erase);
    await settle();
    expect(await meOf(own.owner)).toMatchObject({
      viewing: { email: "" },
      business: null,
    });
    await failsWith(own.owner.query(api.desk.queues.list, {}), "notAllowed");
    await failsWith(
      call(own.owner, nameOf(api.desk.queues.create), { name: newSecret() }),
      "viewingOnly",
    );
    await own.owner.mutation(api.admin.viewing.end, {});
    expect((await events()).at(-1)).toMatchObject({
      ...{ action: "viewEnded", subject: "" },
      businessId: shop.businessId,
    });
  });
});
