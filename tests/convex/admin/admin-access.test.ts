/**
 * Every admin function, called by every kind of caller (A4). They are: not an admin, outside the portal, after the
 * hour, demoted, and without a required second factor. Each refusal stands beside an admin who is let in. The list is
 * the surface, so a new function without arguments fails.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import schema from "../../../convex/schema.ts";
import { adminArgs } from "./admin-args.ts";
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
import { failsWith, meOf, refusedWith, granted } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";

const MINUTE = 60_000;
const ofAdmins = Object.keys(surface).filter((path) =>
  ["admin", "confirmedAdmin"].includes(surface[path] ?? ""),
);
const confirmed = ofAdmins.filter((path) => surface[path] === "confirmedAdmin");
let app: App;
let shop: Shop & { threadId: string };
let admin: Awaited<ReturnType<App["adminUser"]>>;

beforeEach(async () => {
  app = await openApp();
  const made = await app.shop();
  const letter = { subject: "Chart", text: "It is empty." };
  const sent = granted(
    await made.owner.mutation(api.support.owner.send, letter),
  );
  shop = { ...made, threadId: sent.threadId };
  admin = await app.adminUser();
});

/** All rows: a refused call must not change them. */
async function everything(): Promise<string> {
  const tables = Object.keys(schema.tables) as TableNames[];
  const all = await Promise.all(tables.map((table) => rows(app, table)));
  return JSON.stringify(all);
}

async function expectRefused(
  path: string,
  callers: readonly (readonly [Caller, string])[],
): Promise<void> {
  const args = must(adminArgs[path], path)(shop);
  const before = await everything();
  for (const [caller, code] of callers)
    await failsWith(call(caller, path, args), code);
  expect(await everything()).toBe(before);
}

/** Changes the admin's portal session. */
const patchPortal = (fields: { until?: number; needsSecondFactor?: true }) =>
  changeRows(app, "adminSessions", fields);

describe("admin functions", () => {
  test("all have arguments here", () => {
    expect(Object.keys(adminArgs).sort()).toEqual([...ofAdmins].sort());
  });

  test.each(ofAdmins)("%s lets an admin in", async (path) => {
    const args = must(adminArgs[path], path)(shop);
    await expect(call(admin.caller, path, args)).resolves.toBeDefined();
  });

  test.each(ofAdmins)(
    "%s refuses every other caller, and writes nothing",
    async (path) => {
      const { caller: outside } = await app.asUser(admin.userId);
      const demoted = await app.adminUser({ email: "was@example.com" });
      const answer = await admin.caller.mutation(api.admin.admins.revoke, {
        userId: demoted.userId,
      });
      expect(answer).toEqual({ ok: true });
      await expectRefused(path, [
        [app.backend, "notSignedIn"],
        [shop.owner, "notAllowed"],
        [demoted.caller, "notAllowed"],
        [outside, "adminSessionEnded"],
      ]);
    },
  );

  test.each(ofAdmins)("%s requires the second factor", async (path) => {
    await patchPortal({ needsSecondFactor: true });
    await expectRefused(path, [[admin.caller, "secondFactorNeeded"]]);
  });

  test.each(ofAdmins)("%s is refused after the hour", async (path) => {
    await patchPortal({ until: Date.now() });
    // Queries do not know the time: for them the row counts, and maintenance deletes it.
    if (await isQuery(path)) await maintain(app);
    await expectRefused(path, [[admin.caller, "adminSessionEnded"]]);
  });

  test.each(confirmed)("%s asks for the password again", async (path) => {
    const other = await app.adminUser({
      email: "other@example.com",
      confirmed: false,
    });
    await expectRefused(path, [[other.caller, "confirmFirst"]]);
  });
});

describe("a portal session", () => {
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
