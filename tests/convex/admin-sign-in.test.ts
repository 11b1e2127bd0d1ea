/**
 * The way into the portal: flow "adminSignIn" (product.md O10). Canaries, each
 * broken once: without the look at the role a stranger's session begins;
 * `accepted` without its own look, one is demoted in between and gets in.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api.js";
import { must } from "../../convex/model/errors.ts";
import { openApp, rows, type App } from "./open-app.ts";
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
  app = await openApp();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("who is no admin is told so, and no session begins; a wrong password reads as ever", async () => {
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

test("an admin's own session opens the portal only by this way, for an hour", async () => {
  await submit(app.backend, signUpForm(EMAIL));
  await app.backend.mutation(internal.admins.grantFirst, { email: EMAIL });
  const shop = await submit(app.backend, { ...adminForm(), flow: "signIn" });
  const owner = holderOf(app, shop);
  const outside = await owner.query(api.account.me, {});
  expect(outside).toMatchObject({ isAdmin: true, adminSession: null });
  const admin = holderOf(app, await submit(app.backend, adminForm()));
  const inside = await admin.query(api.account.me, {});
  expect(inside?.adminSession).toEqual({
    until: NOW + 60 * MINUTE,
    confirmedUntil: NOW + 5 * MINUTE,
    needsSecondFactor: false,
  });
  expect(await admin.query(api.admins.list, {})).toHaveLength(1);
  await admin.action(api.auth.signOut, {});
  expect(await rows(app, "adminSessions")).toEqual([]);
});

test("somebody who is demoted while their password is looked at stays outside", async () => {
  const first = await app.adminUser();
  const answer = await submit(app.backend, signUpForm(EMAIL));
  const me = await holderOf(app, answer).query(api.account.me, {});
  const { userId } = must(me, "account");
  await first.caller.mutation(api.admins.grant, { email: EMAIL });
  const attempt = await app.backend.mutation(internal.signIns.attempt, {
    email: EMAIL,
    device: null,
  });
  if ("retryAfterMs" in attempt) throw new Error("too many");
  await first.caller.mutation(api.admins.revoke, { userId });
  const accepted = await app.backend.mutation(internal.signIns.accepted, {
    ...{ email: EMAIL, device: null, newHash: null, asAdmin: true },
    counted: attempt.counted,
    passwordHash: must(attempt.passwordHash, "hash"),
  });
  expect(accepted).toBeNull();
  expect(await rows(app, "adminSessions")).toHaveLength(1);
});
