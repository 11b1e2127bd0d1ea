/**
 * Every admin function, called by every kind of caller (product.md O10). They are: not an admin, outside the portal, after the
 * hour, demoted, and without a required second factor. Each refusal stands beside an admin who is let in. The list is
 * the surface, so a new function without arguments fails.
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { argsOf, furnishedShop, type Things } from "../owner-args.ts";
import { call, isQuery } from "../calling.ts";
import {
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
  maintain,
} from "../open-app.ts";
import { surface } from "../surface.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { changeRow, everything } from "../base/tables.ts";
import { MINUTE } from "../fake-clock.ts";

const ofAdmins = Object.keys(surface).filter((path) =>
  ["admin", "confirmedAdmin"].includes(surface[path] ?? ""),
);
let app: App;
let shop: Shop & Things;
let admin: Awaited<ReturnType<App["adminUser"]>>;

async function open() {
  app = await openApp();
  shop = await furnishedShop(app);
  admin = await app.adminUser();
}

const letsIn = async (path: string) => {
  const args = await argsOf(path, shop);
  await expect(call(admin.caller, path, args)).resolves.toBeDefined();
};

describe("admin functions", () => {
  beforeEach(open);

  test.each(ofAdmins)("%s lets an admin in", letsIn);
});

describe("admin functions, called by others,", () => {
  /** Each caller, and the refusal. */
  let others: (readonly [Caller, string])[];
  let unconfirmed: Caller;
  let late: Caller;
  let ended: Caller;

  // One world for all tests: no call here writes.
  beforeAll(async () => {
    await open();
    let made = 0;
    const another = async (
      change: Partial<Doc<"adminSessions">> = {},
      confirmed = true,
    ) => {
      const email = `${(made += 1)}@example.com`;
      const user = await app.adminUser({ email, confirmed });
      const row = (await rows(app, "adminSessions")).at(-1);
      await changeRow(app, "adminSessions", must(row, "row")._id, change);
      return user;
    };
    const demoted = await another();
    const { userId } = demoted;
    const answer = await admin.caller.mutation(api.admin.admins.revoke, {
      userId,
    });
    expect(answer).toEqual({ ok: true });
    others = [
      [app.backend, "notSignedIn"],
      [shop.owner, "notAllowed"],
      [demoted.caller, "notAllowed"],
      [(await app.asUser(admin.userId)).caller, "adminSessionEnded"],
      [
        (await another({ needsSecondFactor: true })).caller,
        "secondFactorNeeded",
      ],
    ];
    // Queries do not know the time: for them the row counts, and maintenance deletes it.
    ended = (await another({ until: 0 })).caller;
    await maintain(app);
    late = (await another({ until: 0 })).caller;
    unconfirmed = (await another({}, false)).caller;
  });

  test.each(ofAdmins)("%s are refused, and write nothing", async (path) => {
    const args = await argsOf(path, shop);
    const before = await everything(app);
    for (const [caller, code] of others)
      await failsWith(call(caller, path, args), code);
    const over = (await isQuery(path)) ? ended : late;
    await failsWith(call(over, path, args), "adminSessionEnded");
    if (surface[path] === "confirmedAdmin")
      await failsWith(call(unconfirmed, path, args), "confirmFirst");
    expect(await everything(app)).toBe(before);
  });
});

describe("a portal session", () => {
  beforeEach(open);

  const portal = () => rows(app, "adminSessions");

  test("belongs to one session: another session of the same admin has none", async () => {
    const { caller } = await app.asUser(admin.userId);
    const here = await meOf(admin.caller);
    expect(here?.adminSession).toMatchObject({ needsSecondFactor: false });
    const there = await meOf(caller);
    expect(there).toMatchObject({ isAdmin: true, adminSession: null });
  });

  test("ends with the sign-in session, and with the role", async () => {
    const other = await app.adminUser({ email: "other@example.com" });
    await admin.caller.mutation(api.account.current.signOutEverywhere, {});
    expect(await portal()).toMatchObject([{ userId: other.userId }]);
    const again = await app.asUser(admin.userId);
    await app.openPortal(again.sessionId);
    const { userId } = other;
    await again.caller.mutation(api.admin.admins.revoke, { userId });
    expect(await portal()).toMatchObject([{ userId: admin.userId }]);
    await failsWith(
      other.caller.query(api.admin.admins.list, {}),
      "notAllowed",
    );
  });

  test("is ended by its job at its time, but not when it was prolonged", async () => {
    const { _id: adminSessionId, until } = must((await portal())[0], "session");
    const over = (at: number) =>
      app.backend.mutation(internal.admin.admins.sessionOver, {
        adminSessionId,
        until: at,
      });
    await over(until - 5 * MINUTE);
    expect(await portal()).toHaveLength(1);
    await over(until);
    expect(await portal()).toEqual([]);
  });
});

describe("granting and revoking admins", () => {
  beforeEach(open);

  test("an owner becomes an admin by another admin's grant, and sees it at once", async () => {
    const email = must((await rows(app, "businesses"))[0], "shop").email;
    const grant = (to: string) =>
      admin.caller.mutation(api.admin.admins.grant, { email: to });
    expect(await grant(` ${email.toUpperCase()} `)).toEqual({
      ok: true,
      waits: false,
    });
    expect((await meOf(shop.owner))?.isAdmin).toBe(true);
    expect(await grant(email)).toEqual({ ok: false, code: "alreadyAdmin" });
    expect(await grant("nobody@example.com")).toEqual(
      refusedWith("noSuchAccount"),
    );
    expect(await grant("x".repeat(10_000))).toEqual(
      refusedWith("invalidEmail"),
    );
    expect(await admin.caller.query(api.admin.admins.list, {})).toMatchObject([
      { email: "admin@example.com", grantedBy: null },
      { email, grantedBy: "admin@example.com" },
    ]);
    const event = { actor: { kind: "admin", email: "admin@example.com" } };
    expect(await rows(app, "auditEvents")).toMatchObject([
      { action: "planGranted" },
      { ...event, action: "adminGranted", subject: email },
    ]);
  });

  test("the last admin cannot be revoked", async () => {
    const { caller, userId } = admin;
    const revoke = (by: Caller, id: string) =>
      by.mutation(api.admin.admins.revoke, { userId: id });
    expect(await revoke(caller, userId)).toEqual(refusedWith("lastAdmin"));
    const other = await app.adminUser({ email: "other@example.com" });
    for (const id of ["nobody", shop.businessId, shop.ownerId])
      expect(await revoke(caller, id)).toEqual({ ok: false, code: "notFound" });
    expect(await revoke(caller, userId)).toEqual({ ok: true });
    expect(await revoke(other.caller, other.userId)).toEqual(
      refusedWith("lastAdmin"),
    );
    expect(await rows(app, "admins")).toHaveLength(1);
  });

  test("the operator can make the first admin, and no second one", async () => {
    const empty = await openApp();
    const { backend } = empty;
    const { ownerId } = await empty.shop();
    const first = (email: string) =>
      backend.mutation(internal.admin.admins.grantFirst, { email });
    expect(await first("nobody@example.com")).toMatchObject({
      code: "noSuchAccount",
    });
    expect(await first("owner1@example.com")).toEqual({ ok: true });
    await empty.shop();
    expect(await first("owner2@example.com")).toEqual(
      refusedWith("firstAdminOnly"),
    );
    expect(await rows(empty, "admins")).toMatchObject([
      { userId: ownerId, grantedBy: null },
    ]);
  });
});
