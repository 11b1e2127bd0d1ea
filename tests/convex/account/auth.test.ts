import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openApp, rows } from "../open-app.ts";
import { withoutScrypt } from "../quick-scrypt.ts";
import {
  allowSessions,
  holderOf,
  PASSWORD,
  signUpForm,
  submit,
  type Form,
  signedUp,
} from "./signing-in.ts";
import { failsWith, meOf } from "../base/calls.ts";
import { NOON } from "../fake-clock.ts";

beforeEach(allowSessions);

describe("sign-up", () => {
  test("creates user, account and business together, on Starter whatever the form says", async () => {
    const app = await openApp();
    const answer = await submit(app, signUpForm(" Sam@Example.COM "));
    expect(await meOf(holderOf(app, answer))).toMatchObject({
      email: "sam@example.com",
      isAdmin: false,
      business: {
        name: "Fade & Fortune",
        plan: "starter",
        timezone: "America/New_York",
        country: "US",
        ticketLimit: 10,
        queueLimit: 5,
        isDemo: false,
      },
    });
    const [account] = await rows(app, "authAccounts");
    expect(account?.providerAccountId).toBe("sam@example.com");
    expect(account?.secret).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(account?.secret).not.toContain(PASSWORD);
  });

  test("salts each password separately", async () => {
    const app = await openApp();
    for (const name of ["a", "b"])
      await submit(app, signUpForm(`${name}@example.com`));
    const hashes = (await rows(app, "authAccounts")).map(
      ({ secret }) => secret,
    );
    expect(new Set(hashes).size).toBe(2);
  });

  test("turns an unknown time zone into UTC", async () => {
    const app = await openApp();
    const form = { ...signUpForm("a@example.com"), timezone: "Mars/Olympus" };
    await submit(app, form);
    expect((await rows(app, "businesses"))[0]?.timezone).toBe("UTC");
  });

  test.each([
    [{ password: "weak" }, "weakPassword"],
    [{ password: "P@ssw0rd1" }, "commonPassword"],
    [{ email: "nobody" }, "invalidEmail"],
    [{ businessName: " \u200B" }, "businessNameRequired"],
    [{ flow: "email-verification" }, "invalidInput"],
  ])("with %j is refused and leaves nothing", async (wrong, code) => {
    const app = await openApp();
    const form = { ...signUpForm("a@example.com"), ...wrong } as Form;
    await failsWith(submit(app, form), code);
    for (const table of ["users", "authAccounts", "businesses"] as const)
      expect(await rows(app, table)).toEqual([]);
  });

  test("with an existing account never signs in, not even with the right password", async () => {
    const app = await openApp();
    await submit(app, signUpForm("a@example.com"));
    const sessions = await rows(app, "authSessions");
    for (const password of [PASSWORD, "An0ther!pw"]) {
      const form = { ...signUpForm("A@example.com"), password };
      await failsWith(submit(app, form), "signUpFailed");
    }
    expect(await rows(app, "authSessions")).toEqual(sessions);
    expect(await rows(app, "businesses")).toHaveLength(1);
  });

  test("twice at once makes one account", async () => {
    const app = await openApp();
    const both = await Promise.allSettled([
      submit(app, signUpForm("a@example.com")),
      submit(app, signUpForm("a@example.com")),
    ]);
    const outcomes = both.map(({ status }) => status).sort();
    expect(outcomes).toEqual(["fulfilled", "rejected"]);
    expect(await rows(app, "businesses")).toHaveLength(1);
  });
});

describe("sign-in", () => {
  async function withAccount() {
    const app = await openApp();
    await submit(app, signUpForm("a@example.com"));
    const attempt = (email: string, password: string) =>
      submit(app, { flow: "signIn", email, password });
    return { app, attempt };
  }

  test("accepts the address in any spelling", async () => {
    const { app, attempt } = await withAccount();
    const answer = await attempt("  A@EXAMPLE.com", PASSWORD);
    expect((await meOf(holderOf(app, answer)))?.email).toBe("a@example.com");
  });

  test("answers every failure the same", async () => {
    const { attempt } = await withAccount();
    await failsWith(
      attempt("a@example.com", "Wr0ng!pass"),
      "invalidCredentials",
    );
    await failsWith(attempt("b@example.com", PASSWORD), "invalidCredentials");
    await failsWith(attempt("nonsense", PASSWORD), "invalidCredentials");
    await failsWith(attempt("a@example.com", ""), "invalidCredentials");
  });

  test("refuses an endless password without counting a try", async () => {
    const { app } = await withAccount();
    const from = app.backend.withRequestMetadata({ ip: "203.0.113.4" });
    const attempt = (password: string) =>
      submit(from, { flow: "signIn", email: "a@example.com", password });
    const endless = "x".repeat(100_000);
    for (let tries = 0; tries < 11; tries += 1)
      await failsWith(attempt(endless), "invalidCredentials");
    expect((await attempt(PASSWORD)).tokens).toBeTruthy();
  });

  test("replaces an older hash at the first right password, and lets two at once in", async () => {
    const { app, attempt } = await withoutScrypt(withAccount);
    const secret = async () => (await rows(app, "authAccounts"))[0]?.secret;
    expect(await secret()).toMatch(/^\$pbkdf2-sha256\$/);
    await expect(attempt("a@example.com", "Wr0ng!pw")).rejects.toThrow();
    expect(await secret()).toMatch(/^\$pbkdf2-sha256\$/);
    const both = await Promise.all([
      attempt("a@example.com", PASSWORD),
      attempt("a@example.com", PASSWORD),
    ]);
    expect(both.map(({ tokens }) => tokens)).not.toContain(null);
    const renewed = await secret();
    expect(renewed).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect((await attempt("a@example.com", PASSWORD)).tokens).toBeTruthy();
    expect(await secret()).toBe(renewed);
  });

  test("closes an address to a network for a while after ten wrong passwords, counting sign-up too", async () => {
    const { app } = await withAccount();
    const from = app.backend.withRequestMetadata({ ip: "203.0.113.4" });
    const attempt = (password: string) =>
      submit(from, { flow: "signIn", email: "a@example.com", password });
    for (let i = 0; i < 5; i += 1) {
      await failsWith(attempt(`Wr0ng!${i}`), "invalidCredentials");
      await failsWith(
        submit(from, signUpForm("a@example.com")),
        "signUpFailed",
      );
    }
    await failsWith(attempt(PASSWORD), "tooManyRequests");
    await failsWith(
      submit(from, signUpForm("a@example.com")),
      "tooManyRequests",
    );
    vi.setSystemTime(NOON + 6 * 60_000);
    expect((await attempt(PASSWORD)).tokens).toBeTruthy();
  });
});

test("a session: that was signed out opens nothing, although its token has not expired", async () => {
  const holder = await signedUp(await openApp());
  expect(await holder.query(api.desk.queues.list, {})).toEqual([]);
  await holder.action(api.auth.signOut, {});
  expect(await meOf(holder)).toBeNull();
  await failsWith(holder.query(api.desk.queues.list, {}), "notSignedIn");
});

test("a session: with a forged token subject opens nothing", async () => {
  const app = await openApp();
  const mine = await app.shop();
  for (const subject of [
    `${mine.ownerId}|${(await app.shop()).sessionId}`,
    `${mine.ownerId}|`,
    `${mine.ownerId}`,
    `|${mine.sessionId}`,
    "nonsense|nonsense",
  ]) {
    const forged = app.backend.withIdentity({ subject });
    await failsWith(forged.query(api.desk.queues.list, {}), "notSignedIn");
  }
  expect(await mine.owner.query(api.desk.queues.list, {})).toHaveLength(1);
});
