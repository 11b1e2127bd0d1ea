/** Ways into the portal: the flow "adminSignIn", the first admin, and confirming the password again (product.md O10-O12). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { hashOfCode } from "../../../convex/account/services/resetCodes.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows, type App, type Caller } from "../open-app.ts";
import { codeOf, SECRETS_KEYS, setUpFactor } from "./second-factor.ts";
import {
  allowSessions,
  holderOf,
  NOW,
  PASSWORD,
  signUpForm,
  submit,
  type Form,
} from "./signing-in.ts";

const MINUTE = 60_000;
const EMAIL = "a@example.com";
const adminForm = (more: Form = {}): Form => ({
  flow: "adminSignIn",
  email: EMAIL,
  password: PASSWORD,
  ...more,
});

let app: App;
beforeEach(async () => {
  await allowSessions();
  vi.stubEnv("SECRETS_KEYS", SECRETS_KEYS);
  app = await openApp();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("an owner who is no admin learns so only with the right password, and no session begins", async () => {
  await submit(app.backend, signUpForm(EMAIL));
  const before = await rows(app, "authSessions");
  const refusal = async (form: Form) => {
    await expect(submit(app.backend, form)).rejects.toMatchObject({
      data: {
        code: form["password"] === PASSWORD ? "notAdmin" : "invalidCredentials",
      },
    });
  };
  await refusal(adminForm());
  await refusal(adminForm({ password: "Wr0ng!pw!" }));
  expect(await rows(app, "authSessions")).toEqual(before);
  expect(await rows(app, "adminSessions")).toEqual([]);
});

test("an admin's session opens the portal only through admin sign-in, for an hour", async () => {
  await submit(app.backend, signUpForm(EMAIL));
  await app.backend.mutation(internal.admin.admins.grantFirst, {
    email: EMAIL,
  });
  const shop = await submit(app.backend, { ...adminForm(), flow: "signIn" });
  const owner = holderOf(app, shop);
  const outside = await owner.query(api.account.current.me, {});
  expect(outside).toMatchObject({ isAdmin: true, adminSession: null });
  const admin = holderOf(app, await submit(app.backend, adminForm()));
  const inside = await admin.query(api.account.current.me, {});
  expect(inside?.adminSession).toEqual({
    until: NOW + 60 * MINUTE,
    confirmedUntil: NOW + 5 * MINUTE,
    needsSecondFactor: false,
  });
  expect(await admin.query(api.admin.admins.list, {})).toHaveLength(1);
  await admin.action(api.auth.signOut, {});
  expect(await rows(app, "adminSessions")).toEqual([]);
});

test("the replaced session ends a little later, so that the page does not take it for a logout", async () => {
  const answer = await submit(app.backend, signUpForm(EMAIL));
  const owner = holderOf(app, answer);
  await app.backend.mutation(internal.admin.admins.grantFirst, {
    email: EMAIL,
  });
  const [before] = await rows(app, "authSessions");
  await submit(owner, adminForm());
  expect(await owner.query(api.account.current.me, {})).not.toBeNull();
  const { _id: sessionId } = must(before, "session of the shop");
  await app.backend.mutation(internal.account.signIns.replaced, { sessionId });
  expect(await owner.query(api.account.current.me, {})).toBeNull();
  expect(await rows(app, "authSessions")).toHaveLength(1);
});

test("an admin who is revoked while the password is checked stays outside", async () => {
  const first = await app.adminUser();
  const answer = await submit(app.backend, signUpForm(EMAIL));
  const me = await holderOf(app, answer).query(api.account.current.me, {});
  const { userId } = must(me, "account");
  await first.caller.mutation(api.admin.admins.grant, { email: EMAIL });
  const attempt = await app.backend.mutation(internal.account.signIns.attempt, {
    email: EMAIL,
    device: null,
  });
  if ("retryAfterMs" in attempt) throw new Error("too many");
  await first.caller.mutation(api.admin.admins.revoke, { userId });
  const accepted = await app.backend.mutation(
    internal.account.signIns.accepted,
    {
      ...{ email: EMAIL, device: null, newHash: null, asAdmin: true },
      counted: attempt.counted,
      passwordHash: must(attempt.passwordHash, "hash"),
    },
  );
  expect(accepted).toBeNull();
  expect(await rows(app, "adminSessions")).toHaveLength(1);
});

/** Stubs production, where accounts already exist. */
function inProduction(): void {
  vi.stubEnv("DEPLOYMENT_KIND", "production");
}

describe("the first admin by ADMIN_EMAILS", () => {
  const refused = async (form = adminForm()) => {
    await expect(submit(app.backend, form)).rejects.toMatchObject({
      data: { code: "notAdmin" },
    });
    expect(await rows(app, "adminSessions")).toEqual([]);
  };
  beforeEach(async () => {
    vi.stubEnv("ADMIN_EMAILS", `other@example.com, ${EMAIL.toUpperCase()}`);
    await submit(app.backend, signUpForm(EMAIL));
  });

  test("is a listed owner, on a demo by the address alone, and nobody after them", async () => {
    await submit(app.backend, signUpForm("b@example.com"));
    await refused(adminForm({ email: "b@example.com" }));
    const admin = holderOf(app, await submit(app.backend, adminForm()));
    expect(await admin.query(api.admin.admins.list, {})).toMatchObject([
      { email: EMAIL, grantedBy: null },
    ]);
    await submit(app.backend, signUpForm("other@example.com"));
    await expect(
      submit(app.backend, adminForm({ email: "other@example.com" })),
    ).rejects.toMatchObject({ data: { code: "notAdmin" } });
  });

  test("needs a proven address in production", async () => {
    inProduction();
    await refused();
    await app.backend.mutation(internal.account.current.keepReset, {
      ...{ email: EMAIL, asker: "" },
      codeHash: await hashOfCode("12345678", EMAIL, ["", ""]),
    });
    await submit(app.backend, {
      ...{ flow: "reset", email: EMAIL, code: "12345678" },
      newPassword: PASSWORD,
    });
    const admin = holderOf(app, await submit(app.backend, adminForm()));
    const me = await admin.query(api.account.current.me, {});
    expect(me).toMatchObject({
      isAdmin: true,
      adminSession: { needsSecondFactor: true },
    });
  });

  test("does not come back once revoked", async () => {
    const first = holderOf(app, await submit(app.backend, adminForm()));
    const { userId } = must(
      await first.query(api.account.current.me, {}),
      "me",
    );
    await submit(app.backend, signUpForm("b@example.com"));
    await first.mutation(api.admin.admins.grant, { email: "b@example.com" });
    await first.mutation(api.admin.admins.revoke, { userId });
    await refused();
  });
});

describe("the second factor of an admin", () => {
  beforeEach(async () => {
    await submit(app.backend, signUpForm(EMAIL));
    await app.backend.mutation(internal.admin.admins.grantFirst, {
      email: EMAIL,
    });
  });

  test("is required by the portal in production until it is set up, and again when it is removed", async () => {
    inProduction();
    const admin = holderOf(app, await submit(app.backend, adminForm()));
    const list = async () => await admin.query(api.admin.admins.list, {});
    const waits = { data: { code: "secondFactorNeeded" } };
    await expect(list()).rejects.toMatchObject(waits);
    const { recoveryCodes } = await setUpFactor(admin);
    expect(await list()).toMatchObject([{ hasSecondFactor: true }]);
    const [code = ""] = recoveryCodes;
    const given = { password: PASSWORD, code, device: null };
    await admin.action(api.account.secondFactor.remove, given);
    await expect(list()).rejects.toMatchObject(waits);
  });

  test("is asked for at the portal's sign-in, and no session begins without it", async () => {
    const owner = holderOf(
      app,
      await submit(app.backend, { ...adminForm(), flow: "signIn" }),
    );
    const { secret } = await setUpFactor(owner);
    vi.setSystemTime(NOW + MINUTE);
    await expect(submit(app.backend, adminForm())).rejects.toMatchObject({
      data: { code: "codeNeeded" },
    });
    expect(await rows(app, "adminSessions")).toEqual([]);
    const code = codeOf(secret, NOW + MINUTE);
    expect(
      (await submit(app.backend, adminForm({ code }))).tokens,
    ).toBeTruthy();
  });
});

describe("confirming the password", () => {
  let admin: Caller;
  const confirm = async (by: Caller, password = PASSWORD, code = "") =>
    await by.action(api.admin.admins.confirm, { password, code, device: null });
  const times = async () =>
    must(await admin.query(api.account.current.me, {}), "me").adminSession;
  beforeEach(async () => {
    await submit(app.backend, signUpForm(EMAIL));
    await app.backend.mutation(internal.admin.admins.grantFirst, {
      email: EMAIL,
    });
    admin = holderOf(app, await submit(app.backend, adminForm()));
    vi.setSystemTime(NOW + 6 * MINUTE);
  });

  test("allows destructive actions for five more minutes, and the portal for an hour", async () => {
    const email = "b@example.com";
    await submit(app.backend, signUpForm(email));
    const grant = async () =>
      await admin.mutation(api.admin.admins.grant, { email });
    const asks = { data: { code: "confirmFirst" } };
    await expect(grant()).rejects.toMatchObject(asks);
    expect(await confirm(admin, "Wr0ng!pw!")).toEqual({
      ok: false,
      code: "passwordWrong",
    });
    await expect(grant()).rejects.toMatchObject(asks);
    expect(await confirm(admin)).toEqual({ ok: true });
    expect(await grant()).toMatchObject({ ok: true });
    expect(await times()).toMatchObject({
      until: NOW + 66 * MINUTE,
      confirmedUntil: NOW + 11 * MINUTE,
    });
    expect(await rows(app, "adminSessions")).toHaveLength(1);
  });

  test("begins a new session after the last one has ended", async () => {
    vi.setSystemTime(NOW + 61 * MINUTE);
    await app.backend.action(internal.upkeep.maintenance.run, {});
    expect(await times()).toBeNull();
    await confirm(admin);
    expect(await times()).toMatchObject({ until: NOW + 121 * MINUTE });
  });

  test("gives nothing to an owner who is no admin", async () => {
    const email = "b@example.com";
    const owner = holderOf(app, await submit(app.backend, signUpForm(email)));
    await expect(confirm(owner)).rejects.toMatchObject({
      data: { code: "notAllowed" },
    });
    expect(await rows(app, "adminSessions")).toHaveLength(1);
  });

  test("asks for the code, which counts once", async () => {
    const { secret } = await setUpFactor(admin);
    vi.setSystemTime(NOW + 8 * MINUTE);
    const code = codeOf(secret, Date.now());
    expect(await confirm(admin)).toEqual({ ok: false, code: "codeNeeded" });
    expect(await confirm(admin, PASSWORD, code)).toEqual({ ok: true });
    expect(await confirm(admin, PASSWORD, code)).toEqual({
      ok: false,
      code: "codeWrong",
    });
  });
});
