/** Several sessions of one owner, forged sessions, and ending them: product.md A8. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { rows, type App } from "../open-app.ts";
import {
  allowSessions,
  holderOf,
  PASSWORD,
  signUpForm,
  submit,
} from "./signing-in.ts";
import { failsWith, meOf, newShop } from "../base/calls.ts";
import { keepCode, signIn, withAccount } from "./resetting.ts";
import { DAY, NOON } from "../fake-clock.ts";

beforeEach(allowSessions);

describe("several screens of one owner", () => {
  type Tokens = { token: string; refreshToken: string };
  const refresh = async (app: App, { refreshToken }: Tokens) => {
    const answer = await app.backend.action(api.auth.signIn, { refreshToken });
    return answer.tokens ?? null;
  };

  test("stay signed in when two tabs and two devices refresh at once", async () => {
    const { app } = await withAccount();
    const phone = must((await submit(app, signIn(PASSWORD))).tokens, "tokens");
    const desk = must((await submit(app, signIn(PASSWORD))).tokens, "tokens");
    for (const tokens of await Promise.all([
      refresh(app, phone),
      refresh(app, phone),
      refresh(app, desk),
    ]))
      expect(await meOf(holderOf(app, { tokens }))).not.toBeNull();
    vi.setSystemTime(NOON + 9_000);
    expect(await refresh(app, phone)).not.toBeNull();
  });

  test("lose the session when a token is replayed after ten seconds, and only that session", async () => {
    const { app } = await withAccount();
    const first = must((await submit(app, signIn(PASSWORD))).tokens, "tokens");
    const second = must(await refresh(app, first), "second");
    const third = must(await refresh(app, second), "third");
    vi.setSystemTime(NOON + 11_000);
    const thief = holderOf(app, { tokens: third });
    expect(await meOf(thief)).not.toBeNull();
    expect(await refresh(app, first)).toBeNull();
    expect(await refresh(app, third)).toBeNull();
    expect(await meOf(thief)).toBeNull();
    await failsWith(thief.query(api.desk.queues.list, {}), "notSignedIn");
    // The account's other sessions stay.
    expect(await rows(app, "authSessions")).toHaveLength(1);
  });
});

test("a session can refresh two hundred times an hour, and survives more tries", async () => {
  const { app } = await withAccount();
  let { tokens } = await submit(app, signIn(PASSWORD));
  const refresh = async () => {
    const { refreshToken } = must(tokens, "tokens");
    ({ tokens } = await app.backend.action(api.auth.signIn, { refreshToken }));
  };
  for (let i = 0; i < 200; i += 1) await refresh();
  const kept = await rows(app, "authRefreshTokens");
  await failsWith(refresh(), "tooManyRequests");
  expect(await rows(app, "authRefreshTokens")).toEqual(kept);
  vi.setSystemTime(NOON + 60_000);
  await refresh();
  const holder = holderOf(app, { tokens: must(tokens, "tokens") });
  expect(await meOf(holder)).not.toBeNull();
});

test("a clock that is set back does not prolong a session, however often it is refreshed", async () => {
  const { app } = await withAccount();
  let { tokens } = await submit(app, signIn(PASSWORD));
  const refresh = async () => {
    const { refreshToken } = must(tokens, "tokens");
    ({ tokens } = await app.backend.action(api.auth.signIn, { refreshToken }));
    return tokens !== null;
  };
  const ends = async () =>
    (await rows(app, "authSessions")).map((one) => one.expirationTime);
  const before = await ends();
  const end = Math.max(...before);
  for (const at of [
    NOON - DAY,
    NOON + DAY,
    end - DAY,
    NOON + 9 * DAY,
    end - 1,
  ]) {
    vi.setSystemTime(at);
    expect(await refresh()).toBe(true);
  }
  expect(await ends()).toEqual(before);
  vi.setSystemTime(end + 1);
  expect(await refresh()).toBe(false);
});

test("signing out everywhere ends every session in the same commit, and forgets the user's known browsers", async () => {
  const { app, holder } = await withAccount();
  const device = (letter: string) => ({ device: letter.repeat(32) });
  await submit(app, { ...signUpForm("b@example.com"), ...device("b") });
  const [, others] = await rows(app, "authSessions");
  const theirs = await rows(app, "knownDevices");
  const mine = signIn(PASSWORD, device("a"));
  const other = holderOf(app, await submit(app, mine));
  const { tokens } = await submit(app, signIn(PASSWORD));
  expect(await rows(app, "knownDevices")).toHaveLength(theirs.length + 1);
  await holder.mutation(api.account.current.signOutEverywhere, {});
  for (const caller of [holder, other]) expect(await meOf(caller)).toBeNull();
  const { refreshToken } = must(tokens, "tokens");
  const again = await app.backend.action(api.auth.signIn, { refreshToken });
  expect(again.tokens).toBeNull();
  expect(await rows(app, "authSessions")).toEqual([others]);
  expect(await rows(app, "knownDevices")).toEqual(theirs);
});

const everything = async (app: App) => [
  await rows(app, "users"),
  await rows(app, "businesses"),
  await rows(app, "queues"),
  await rows(app, "lines"),
  await rows(app, "authAccounts"),
  await rows(app, "authSessions"),
  await rows(app, "authRefreshTokens"),
  await rows(app, "authRateLimits"),
];

test("an invalid refresh token deletes nothing and signs nobody in", async () => {
  const { app } = await withAccount();
  const shop = await app.shop();
  const { tokens } = await submit(app, signIn(PASSWORD));
  const { refreshToken } = must(tokens, "tokens");
  const [mine = ""] = refreshToken.split("|");
  const before = await everything(app);
  for (const forged of [
    `${shop.businessId}|${shop.businessId}`,
    `${shop.queueId}|${shop.queueId}`,
    `${mine}|${shop.businessId}`,
    `${mine}|${shop.sessionId}`,
    `${mine}|${shop.ownerId}`,
    `${shop.ownerId}|${shop.sessionId}`,
    `${refreshToken}|${shop.businessId}`,
    "x|y",
    "|",
    "x",
  ]) {
    const args = { refreshToken: forged };
    const answer = await app.backend.action(api.auth.signIn, args);
    expect(answer).toEqual({ tokens: null });
  }
  expect(await everything(app)).toEqual(before);
  const kept = await app.backend.action(api.auth.signIn, { refreshToken });
  expect(kept.tokens).toBeTruthy();
});

test("the library's other ways to sign in are closed and leave no rows", async () => {
  const { app } = await withAccount();
  const before = await everything(app);
  const params = { code: "00000000", email: "a@example.com" };
  await expect(
    app.backend.action(api.auth.signIn, { params }),
  ).rejects.toThrow();
  expect(await everything(app)).toEqual(before);
});

async function overtaken() {
  const { app } = await withAccount();
  const email = "a@example.com";
  const device = "t".repeat(32);
  const { attempt } = internal.account.signIns;
  const { resetAttempt, finishReset } = internal.account.current;
  // The old password was accepted before the password changes:
  const begun = await app.backend.mutation(attempt, { email, device });
  if ("retryAfterMs" in begun) throw new Error("Too many tries");
  await keepCode(app, email, "not a hash");
  const wanted = { email, device: null };
  const codes = await app.backend.mutation(resetAttempt, wanted);
  if ("retryAfterMs" in codes) throw new Error("Too many tries");
  await app.backend.mutation(finishReset, {
    resetId: must(codes.codes[0], "code").resetId,
    newHash: "new hash",
    device: null,
  });
  const { counted, passwordHash } = begun;
  return {
    app,
    email,
    device,
    counted,
    passwordHash: must(passwordHash, "hash"),
  };
}

test.each([null, "the old password hashed anew"])(
  "a sign-in that was under way while the password changed: gets no session, and a new hash of it (%s) is not kept",
  async (newHash) => {
    const { app, ...right } = await overtaken();
    // The session of the caller who had the code.
    const sessions = await rows(app, "authSessions");
    expect(sessions).toHaveLength(1);
    const args = { ...right, newHash };
    expect(
      await app.backend.mutation(internal.account.signIns.accepted, args),
    ).toBeNull();
    expect(await rows(app, "authSessions")).toEqual(sessions);
    expect(await rows(app, "knownDevices")).toEqual([]);
    expect((await rows(app, "authAccounts"))[0]?.secret).toBe("new hash");
  },
);

test("ending all sessions ends every one, however many were opened", async () => {
  const { app, holder } = await withAccount();
  const [account] = await rows(app, "authAccounts");
  for (let i = 0; i < 230; i += 1) {
    await app.backend.mutation(internal.account.signIns.accepted, {
      email: "a@example.com",
      counted: { network: "private" },
      device: null,
      passwordHash: must(account?.secret, "hash"),
      newHash: null,
    });
  }
  expect(await rows(app, "authSessions")).toHaveLength(100);
  // The first session was the oldest and was dropped.
  expect(await meOf(holder)).toBeNull();
  const { tokens } = await submit(app, signIn(PASSWORD));
  const last = holderOf(app, { tokens });
  await last.mutation(api.account.current.signOutEverywhere, {});
  expect(await rows(app, "authSessions")).toEqual([]);
});

test("signing in again in the same browser ends the previous session", async () => {
  const { app, holder } = await withAccount();
  const again = holderOf(app, await submit(holder, signIn(PASSWORD)));
  expect(await meOf(holder)).toBeNull();
  expect(await meOf(again)).not.toBeNull();
  expect(await rows(app, "authSessions")).toHaveLength(1);
});

test("a page whose session ended learns whether the account is deleted", async () => {
  const { app, ownerId: userId } = await newShop();
  const { isDeleted } = api.account.current;
  expect(await app.backend.query(isDeleted, { userId })).toBe(false);
  await app.backend.run(async (ctx) => await ctx.db.delete("users", userId));
  expect(await app.backend.query(isDeleted, { userId })).toBe(true);
});
