/** Second factors (product.md O12): setting one up, signing in with it, and getting in without the app. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { emailProven } from "../../../convex/account/data/accounts.ts";
import { hashOfCode } from "../../../convex/account/services/resetCodes.ts";
import { stepOfCode } from "../../../convex/account/services/totp.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  newSecret,
  openApp,
  rows,
  type App,
  type Caller,
} from "../open-app.ts";
import { keepCode } from "./resetting.ts";
import { codeOf, SECRETS_KEYS, setUpFactor } from "./second-factor.ts";
import {
  allowSessions,
  PASSWORD,
  submit,
  type Form,
  signedUp,
} from "./signing-in.ts";
import { failsWith, refusedWith, granted } from "../base/calls.ts";
import { everything } from "../base/tables.ts";
import { NOON } from "../fake-clock.ts";

const EMAIL = "a@example.com";
const STEP = 30_000;
let app: App;
let owner: Caller;
const signIn = (more: Form = {}) =>
  submit(app, {
    ...{ flow: "signIn", email: EMAIL, password: PASSWORD },
    ...more,
  });
const refuses = (form: Form, code: string) => failsWith(signIn(form), code);

beforeEach(async () => {
  await allowSessions();
  vi.stubEnv("SECRETS_KEYS", SECRETS_KEYS);
  app = await openApp();
  owner = await signedUp(app, EMAIL);
});

test("RFC 6238's own values are accepted, up to two steps early or late, and no others", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const at = (seconds: number) => stepOfCode(secret, "287082", seconds * 1_000);
  expect(at(59)).toBe(1);
  expect([at(0), at(29), at(89), at(119)]).toEqual([1, 1, 1, 1]);
  expect([at(-31), at(120)]).toEqual([null, null]);
  expect(stepOfCode(secret, "081804", 1_111_111_109_000)).toBe(37_037_036);
});

describe("setting up a second factor", () => {
  test("allows ten guesses an hour at the first code, too", async () => {
    const begun = granted(
      await owner.action(api.account.secondFactor.begin, {
        ...{ password: PASSWORD, device: null },
      }),
    );
    const confirm = (code: string) =>
      owner.action(api.account.secondFactor.confirm, { code });
    for (let guess = 0; guess < 10; guess += 1)
      expect(await confirm("000000")).toMatchObject({ code: "codeWrong" });
    await failsWith(confirm(codeOf(begun.secret, NOON)), "tooManyRequests");
    vi.setSystemTime(NOON + 60 * 60_000);
    const inTime = await confirm(codeOf(begun.secret, NOON + 60 * 60_000));
    expect(inTime.ok).toBe(true);
  });

  test("asks for the password, protects only from its first code on, and gives ten recovery codes", async () => {
    const begin = (password: string) =>
      owner.action(api.account.secondFactor.begin, { password, device: null });
    expect(await begin("Wr0ng!pw!")).toEqual(refusedWith("passwordWrong"));
    const begun = granted(await begin(PASSWORD));
    expect(begun.url).toContain(`Yourturn:${encodeURIComponent(EMAIL)}?`);
    expect((await signIn()).tokens).toBeTruthy();
    const confirm = (code: string) =>
      owner.action(api.account.secondFactor.confirm, { code });
    for (const wrong of ["000000", "", "12345", "x".repeat(10_000)])
      expect(await confirm(wrong)).toEqual({ ok: false, code: "codeWrong" });
    const code = codeOf(begun.secret, NOON);
    const done = granted(await confirm(`${code.slice(0, 3)} ${code.slice(3)}`));
    expect(new Set(done.recoveryCodes).size).toBe(10);
    expect(await owner.query(api.account.secondFactor.status, {})).toEqual({
      since: NOON,
      recoveryLeft: 10,
      isPossible: true,
    });
    expect(await begin(PASSWORD)).toEqual(refusedWith("secondFactorOn"));
    // The database holds neither secret nor codes as they were shown.
    const stored = await everything(app);
    for (const secret of [begun.secret, ...done.recoveryCodes])
      expect(stored).not.toContain(secret);
  });

  const begin = async () => {
    const given = { password: PASSWORD, device: null };
    return granted(await owner.action(api.account.secondFactor.begin, given))
      .secret;
  };
  const confirm = (code: string) =>
    owner.action(api.account.secondFactor.confirm, { code });
  const gone = { ok: false, code: "notFound" };

  test("confirms nothing without a waiting secret, or with one whose key is gone", async () => {
    expect(await confirm("000000")).toEqual(gone);
    const secret = await begin();
    vi.stubEnv("SECRETS_KEYS", SECRETS_KEYS.replace("1:", "2:"));
    expect(await confirm(codeOf(secret, NOON))).toEqual(gone);
    expect(await rows(app, "secondFactors")).toMatchObject([
      { recoveryHashes: [] },
    ]);
  });

  test("has no recovery codes to renew while none is on", async () => {
    const given = { password: PASSWORD, code: "", device: null };
    expect(
      await owner.action(api.account.secondFactor.renewRecovery, given),
    ).toEqual(refusedWith("codeWrong"));
  });

  test("twice at once turns it on once, with the recovery codes of one answer", async () => {
    const code = codeOf(await begin(), NOON);
    const ways = await Promise.all([confirm(code), confirm(code)]);
    expect(ways.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(ways).toContainEqual(gone);
  });

  test("ignores the first code of an older secret", async () => {
    await begin();
    const [older] = await rows(app, "secondFactors");
    const { nonce } = must(older, "older").secret;
    await begin();
    const first = { nonce, step: 1, recoveryHashes: [] };
    expect(
      await owner.mutation(internal.account.secondFactor.turnOn, first),
    ).toBe(false);
    const status = await owner.query(api.account.secondFactor.status, {});
    expect(status.since).toBeNull();
  });

  test("is off where the server has no keys", async () => {
    vi.stubEnv("SECRETS_KEYS", "");
    const given = { password: PASSWORD, device: null };
    expect(await owner.action(api.account.secondFactor.begin, given)).toEqual(
      refusedWith("secretsOff"),
    );
    const status = await owner.query(api.account.secondFactor.status, {});
    expect(status.isPossible).toBe(false);
  });
});

describe("signing in with a second factor", () => {
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    ({ secret, recoveryCodes } = await setUpFactor(owner));
    vi.setSystemTime(NOON + 10 * STEP);
  });
  const code = (ahead = 0) => codeOf(secret, Date.now() + ahead * STEP);

  test("asks for the code, and only a right one begins a session, once", async () => {
    const before = await rows(app, "authSessions");
    await refuses({}, "codeNeeded");
    await refuses({ code: code(3) }, "codeWrong");
    await refuses({ code: "no code" }, "codeWrong");
    await refuses(
      { password: "Wr0ng!pw!", code: code() },
      "invalidCredentials",
    );
    expect(await rows(app, "authSessions")).toEqual(before);
    expect((await signIn({ code: code() })).tokens).toBeTruthy();
    await refuses({ code: code() }, "codeWrong");
    await refuses({ code: code(-1) }, "codeWrong");
    expect((await signIn({ code: code(1) })).tokens).toBeTruthy();
  });

  test("twice at once with one code lets one in", async () => {
    const both = [signIn({ code: code() }), signIn({ code: code() })];
    expect(
      (await Promise.allSettled(both)).map(({ status }) => status).sort(),
    ).toEqual(["fulfilled", "rejected"]);
  });

  test("accepts a recovery code once, however it is typed, and records it", async () => {
    const [first = ""] = recoveryCodes;
    const typed = must(first.match(/.{4}/g), "groups").join("-").toUpperCase();
    expect((await signIn({ code: ` ${typed}` })).tokens).toBeTruthy();
    await refuses({ code: first }, "codeWrong");
    const status = await owner.query(api.account.secondFactor.status, {});
    expect(status.recoveryLeft).toBe(9);
    expect(
      (await rows(app, "auditEvents")).map(({ action }) => action),
    ).toEqual(expect.arrayContaining(["secondFactorSet", "recoveryCodeUsed"]));
  });

  test("stops strangers after ten wrong codes, but not the owner's own browser", async () => {
    const device = newSecret();
    await signIn({ code: code(), device });
    // An answer that asks for the code is not a wrong try.
    for (let i = 0; i < 11; i += 1) await refuses({ device }, "codeNeeded");
    vi.setSystemTime(NOON + 20 * STEP);
    for (let i = 0; i < 10; i += 1)
      await refuses({ code: "000000" }, "codeWrong");
    await refuses({ code: code() }, "tooManyRequests");
    expect((await signIn({ code: code(), device })).tokens).toBeTruthy();
  });

  test("counts a malformed code as a wrong try", async () => {
    const stranger = app.backend.withRequestMetadata({ ip: "203.0.113.7" });
    const form = { flow: "signIn", email: EMAIL, password: PASSWORD };
    const refused = async (typed: string, why: string) => {
      await failsWith(submit(stranger, { ...form, code: typed }), why);
    };
    for (let i = 0; i < 10; i += 1) await refused("no code", "codeWrong");
    await refused(code(), "tooManyRequests");
  });

  test("is not blocked for other networks by an attacker who has the password and guesses codes", async () => {
    const from = (ip: string, code: string) =>
      submit(app.backend.withRequestMetadata({ ip }), {
        ...{ flow: "signIn", email: EMAIL, password: PASSWORD, code },
      });
    // One attacker has all networks of a /48.
    for (let i = 0; i < 11; i += 1)
      await failsWith(
        from(`2001:db8:1:${i}::1`, "000000"),
        i < 10 ? "codeWrong" : "tooManyRequests",
      );
    expect((await from("203.0.113.7", code())).tokens).toBeTruthy();
  });

  test("fails with a secret from another user's row", async () => {
    const theirs = await setUpFactor(await signedUp(app, "b@example.com"));
    await app.backend.run(async (ctx) => {
      const [mine, second] = await ctx.db.query("secondFactors").take(2);
      const { secret: stolen } = must(second, "other's");
      await ctx.db.patch("secondFactors", must(mine, "mine")._id, {
        secret: stolen,
      });
    });
    await refuses({ code: codeOf(theirs.secret, Date.now()) }, "codeWrong");
  });

  test("is needed for a forgotten password, too", async () => {
    // A second factor of an account with an unproven address protects nothing here (unproven.test.ts).
    await app.backend.run(async (ctx) => {
      const [user] = await ctx.db.query("users").take(1);
      await emailProven(ctx, must(user, "user")._id, NOON);
    });
    const codeHash = await hashOfCode("12345678", EMAIL);
    await keepCode(app, EMAIL, codeHash);
    const reset = (more: Form) =>
      submit(app, {
        ...{ flow: "reset", email: EMAIL, code: "12345678" },
        ...{ newPassword: "An0ther!pw" },
        ...more,
      });
    await failsWith(reset({}), "codeNeeded");
    await failsWith(reset({ secondCode: "000000" }), "codeWrong");
    expect((await signIn({ code: code() })).tokens).toBeTruthy();
    // That sign-in has used the code up.
    await failsWith(reset({ secondCode: code() }), "codeWrong");
    expect((await reset({ secondCode: code(1) })).tokens).toBeTruthy();
  });

  test("renewing recovery codes twice at once with one code succeeds once", async () => {
    const given = { password: PASSWORD, code: code(), device: null };
    const renew = () =>
      owner.action(api.account.secondFactor.renewRecovery, given);
    const ways = await Promise.all([renew(), renew()]);
    expect(ways.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(ways).toContainEqual({ ok: false, code: "codeWrong" });
  });

  test("a code that has just signed in does not remove the factor, too", async () => {
    const given = { password: PASSWORD, code: code(), device: null };
    expect((await signIn({ code: given.code })).tokens).toBeTruthy();
    expect(await owner.action(api.account.secondFactor.remove, given)).toEqual(
      refusedWith("codeWrong"),
    );
    expect(await rows(app, "secondFactors")).toHaveLength(1);
  });

  test("removing it needs password and code, or the operator", async () => {
    const remove = (typed: { password: string; code: string }) =>
      owner.action(api.account.secondFactor.remove, { ...typed, device: null });
    for (const [typed, refusal] of [
      [{ password: "Wr0ng!pw!", code: code() }, "passwordWrong"],
      [{ password: PASSWORD, code: "" }, "codeNeeded"],
      [{ password: PASSWORD, code: "000000" }, "codeWrong"],
    ] as const)
      expect(await remove(typed)).toEqual({ ok: false, code: refusal });
    const renewed = granted(
      await owner.action(api.account.secondFactor.renewRecovery, {
        ...{ password: PASSWORD, code: code(), device: null },
      }),
    );
    await refuses({ code: must(recoveryCodes[0], "old") }, "codeWrong");
    const last = must(renewed.recoveryCodes[0], "new");
    expect(await remove({ password: PASSWORD, code: last })).toEqual({
      ok: true,
    });
    expect((await signIn()).tokens).toBeTruthy();
    await setUpFactor(owner);
    const removeOf = internal.account.secondFactor.removeOf;
    expect(
      await app.backend.mutation(removeOf, { email: "b@example.com" }),
    ).toEqual(refusedWith("noSuchAccount"));
    await app.backend.mutation(removeOf, { email: EMAIL });
    expect((await signIn()).tokens).toBeTruthy();
  });
});
