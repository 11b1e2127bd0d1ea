/** Ways into the portal: the flow "adminSignIn", the first admin, and confirming the password again (product.md O10-O12). */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { hashOfCode } from "../../../convex/account/services/resetCodes.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows, type App, type Caller, maintain } from "../open-app.ts";
import { keepCode } from "./resetting.ts";
import { codeOf, SECRETS_KEYS, setUpFactor } from "./second-factor.ts";
import {
  allowSessions,
  holderOf,
  PASSWORD,
  signUpForm,
  submit,
  type Form,
  signedUp,
} from "./signing-in.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

const { admins } = internal.admin;
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

test("an owner who is no admin learns so only with the right password, and no session begins", async () => {
  await submit(app, signUpForm(EMAIL));
  const before = await rows(app, "authSessions");
  const refusal = async (form: Form) => {
    await failsWith(
      submit(app, form),
      form["password"] === PASSWORD ? "notAdmin" : "invalidCredentials",
    );
  };
  await refusal(adminForm());
  await refusal(adminForm({ password: "Wr0ng!pw!" }));
  expect(await rows(app, "authSessions")).toEqual(before);
  expect(await rows(app, "adminSessions")).toEqual([]);
});

test("an admin's session opens the portal only through admin sign-in, for an hour", async () => {
  await submit(app, signUpForm(EMAIL));
  await app.backend.mutation(admins.grantFirst, { email: EMAIL });
  const shop = await submit(app, { ...adminForm(), flow: "signIn" });
  const outside = await meOf(holderOf(app, shop));
  expect(outside).toMatchObject({ isAdmin: true, adminSession: null });
  const admin = holderOf(app, await submit(app, adminForm()));
  expect((await meOf(admin))?.adminSession).toEqual({
    until: NOON + 60 * MINUTE,
    confirmedUntil: NOON + 5 * MINUTE,
    needsSecondFactor: false,
  });
  expect(await admin.query(api.admin.admins.list, {})).toHaveLength(1);
  await admin.action(api.auth.signOut, {});
  expect(await rows(app, "adminSessions")).toEqual([]);
});

test("the replaced session ends a little later, so that the page does not take it for a logout", async () => {
  const owner = await signedUp(app, EMAIL);
  await app.backend.mutation(admins.grantFirst, { email: EMAIL });
  const [before] = await rows(app, "authSessions");
  await submit(owner, adminForm());
  expect(await meOf(owner)).not.toBeNull();
  const { _id: sessionId } = must(before, "session of the shop");
  await app.backend.mutation(internal.account.signIns.replaced, { sessionId });
  expect(await meOf(owner)).toBeNull();
  expect(await rows(app, "authSessions")).toHaveLength(1);
});

test("an admin who is revoked while the password is checked stays outside", async () => {
  const first = await app.adminUser();
  const me = await meOf(holderOf(app, await submit(app, signUpForm(EMAIL))));
  const { userId } = must(me, "account");
  await first.caller.mutation(api.admin.admins.grant, { email: EMAIL });
  const attempt = await app.backend.mutation(internal.account.signIns.attempt, {
    email: EMAIL,
    device: null,
  });
  if ("retryAfterMs" in attempt) throw new Error("too many");
  await first.caller.mutation(api.admin.admins.revoke, { userId });
  expect(
    await app.backend.mutation(internal.account.signIns.accepted, {
      ...{ email: EMAIL, device: null, newHash: null, asAdmin: true },
      counted: attempt.counted,
      passwordHash: must(attempt.passwordHash, "hash"),
    }),
  ).toBeNull();
  expect(await rows(app, "adminSessions")).toHaveLength(1);
});

/** Stubs production, where accounts already exist. */
function inProduction(): void {
  vi.stubEnv("DEPLOYMENT_KIND", "production");
}

describe("the first admin by ADMIN_EMAILS", () => {
  const refused = async (form = adminForm()) => {
    await failsWith(submit(app, form), "notAdmin");
    expect(await rows(app, "adminSessions")).toEqual([]);
  };
  beforeEach(async () => {
    vi.stubEnv("ADMIN_EMAILS", `other@example.com, ${EMAIL.toUpperCase()}`);
    await submit(app, signUpForm(EMAIL));
  });

  test("is a listed owner, on a demo by the address alone, and nobody after them", async () => {
    await submit(app, signUpForm("b@example.com"));
    await refused(adminForm({ email: "b@example.com" }));
    const admin = holderOf(app, await submit(app, adminForm()));
    expect(await admin.query(api.admin.admins.list, {})).toMatchObject([
      { email: EMAIL, grantedBy: null },
    ]);
    await submit(app, signUpForm("other@example.com"));
    await failsWith(
      submit(app, adminForm({ email: "other@example.com" })),
      "notAdmin",
    );
  });

  test("needs a proven address in production", async () => {
    inProduction();
    await refused();
    const codeHash = await hashOfCode("12345678", EMAIL);
    await keepCode(app, EMAIL, codeHash);
    await submit(app, {
      ...{ flow: "reset", email: EMAIL, code: "12345678" },
      newPassword: PASSWORD,
    });
    const me = await meOf(holderOf(app, await submit(app, adminForm())));
    expect(me).toMatchObject({
      isAdmin: true,
      adminSession: { needsSecondFactor: true },
    });
  });

  test("does not come back once revoked", async () => {
    const first = holderOf(app, await submit(app, adminForm()));
    const { userId } = must(await meOf(first), "me");
    await submit(app, signUpForm("b@example.com"));
    await first.mutation(api.admin.admins.grant, { email: "b@example.com" });
    await first.mutation(api.admin.admins.revoke, { userId });
    await refused();
  });
});

describe("the second factor of an admin", () => {
  beforeEach(async () => {
    await submit(app, signUpForm(EMAIL));
    await app.backend.mutation(admins.grantFirst, { email: EMAIL });
  });

  test("is required by the portal in production until it is set up, and again when it is removed", async () => {
    inProduction();
    const admin = holderOf(app, await submit(app, adminForm()));
    const list = () => admin.query(api.admin.admins.list, {});
    await failsWith(list(), "secondFactorNeeded");
    const { recoveryCodes } = await setUpFactor(admin);
    expect(await list()).toMatchObject([{ hasSecondFactor: true }]);
    const [code = ""] = recoveryCodes;
    const given = { password: PASSWORD, code, device: null };
    await admin.action(api.account.secondFactor.remove, given);
    await failsWith(list(), "secondFactorNeeded");
  });

  test("is asked for at the portal's sign-in, and no session begins without it", async () => {
    const { secret } = await setUpFactor(
      holderOf(app, await submit(app, { ...adminForm(), flow: "signIn" })),
    );
    vi.setSystemTime(NOON + MINUTE);
    await failsWith(submit(app, adminForm()), "codeNeeded");
    expect(await rows(app, "adminSessions")).toEqual([]);
    const code = codeOf(secret, NOON + MINUTE);
    expect((await submit(app, adminForm({ code }))).tokens).toBeTruthy();
  });
});

describe("confirming the password", () => {
  let admin: Caller;
  const confirm = (by: Caller, password = PASSWORD, code = "") =>
    by.action(api.admin.admins.confirm, { password, code, device: null });
  const times = async () => must(await meOf(admin), "me").adminSession;
  beforeEach(async () => {
    await submit(app, signUpForm(EMAIL));
    await app.backend.mutation(admins.grantFirst, { email: EMAIL });
    admin = holderOf(app, await submit(app, adminForm()));
    vi.setSystemTime(NOON + 6 * MINUTE);
  });

  test("allows destructive actions for five more minutes, and the portal for an hour", async () => {
    const email = "b@example.com";
    await submit(app, signUpForm(email));
    const grant = () => admin.mutation(api.admin.admins.grant, { email });
    await failsWith(grant(), "confirmFirst");
    expect(await confirm(admin, "Wr0ng!pw!")).toEqual(
      refusedWith("passwordWrong"),
    );
    await failsWith(grant(), "confirmFirst");
    expect(await confirm(admin)).toEqual({ ok: true });
    expect(await grant()).toMatchObject({ ok: true });
    expect(await times()).toMatchObject({
      until: NOON + 66 * MINUTE,
      confirmedUntil: NOON + 11 * MINUTE,
    });
    expect(await rows(app, "adminSessions")).toHaveLength(1);
  });

  test("begins a new session after the last one has ended", async () => {
    vi.setSystemTime(NOON + 61 * MINUTE);
    await maintain(app);
    expect(await times()).toBeNull();
    await confirm(admin);
    expect(await times()).toMatchObject({ until: NOON + 121 * MINUTE });
  });

  test("gives nothing to an owner who is no admin", async () => {
    const owner = await signedUp(app, "b@example.com");
    await failsWith(confirm(owner), "notAllowed");
    expect(await rows(app, "adminSessions")).toHaveLength(1);
  });

  test("asks for the code, which counts once", async () => {
    const { secret } = await setUpFactor(admin);
    vi.setSystemTime(NOON + 8 * MINUTE);
    const code = codeOf(secret, Date.now());
    expect(await confirm(admin)).toEqual({ ok: false, code: "codeNeeded" });
    expect(await confirm(admin, PASSWORD, code)).toEqual({ ok: true });
    expect(await confirm(admin, PASSWORD, code)).toEqual(
      refusedWith("codeWrong"),
    );
  });
});
