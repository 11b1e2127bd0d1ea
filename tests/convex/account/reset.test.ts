/**
 * A forgotten password: product.md A4. Guessing is in guessing.test.ts. The strength of hashes is in
 * account/rules/passwordHash.test.ts.
 */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import {
  requestReset,
  tryCode,
} from "../../../convex/account/data/passwordResets.ts";
import { hashOfCode } from "../../../convex/account/services/resetCodes.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { rows, maintain } from "../open-app.ts";
import type { Scrypt } from "../quick-scrypt.ts";
import {
  codeFor,
  DEVICE,
  mails,
  NEW_PASSWORD,
  OTHER_DEVICE,
  request,
  reset,
  settled,
  signIn,
  stranger,
  useMails,
  withAccount,
  type From,
} from "./resetting.ts";
import {
  holderOf,
  PASSWORD,
  signUpForm,
  submit,
  type Form,
} from "./signing-in.ts";
import { failsWith, jobsOf, meOf, refusedWith } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { openPostOffice } from "../mail/post-office.ts";

useMails();

describe("a forgotten password", () => {
  test("is replaced with the mailed code; every session but the new one ends", async () => {
    const { app, holder } = await withAccount();
    const code = await codeFor(app, " A@Example.com");
    expect(mails).toMatchObject([
      { from: "Yourturn <hello@shop.example>", to: ["a@example.com"] },
    ]);
    expect(await meOf(holder)).not.toBeNull();
    const answer = await submit(app, reset(code));
    expect(await meOf(holder)).toBeNull();
    await failsWith(holder.query(api.desk.queues.list, {}), "notSignedIn");
    expect((await meOf(holderOf(app, answer)))?.email).toBe("a@example.com");
    expect(await rows(app, "authSessions")).toHaveLength(1);
    await failsWith(submit(app, signIn(PASSWORD)), "invalidCredentials");
    expect((await submit(app, signIn(NEW_PASSWORD))).tokens).toBeTruthy();
  });

  test("has a code whose mail is tried again for seconds where the mail service is busy, under one key", async () => {
    const { app } = await withAccount();
    const { sent, answers } = openPostOffice();
    const ask = async () => {
      expect(await request(app, "a@example.com")).toEqual({ ok: true });
      await settled(app);
    };
    answers.push(429, 503);
    await ask();
    expect(sent).toHaveLength(3);
    const [first] = sent;
    expect(must(first, "mail").key).toMatch(/^\S{36}$/);
    expect(sent).toEqual([first, first, first]);
    expect((await jobsOf(app)).map(({ state }) => state.kind)).toEqual([
      "success",
    ]);
    const log = vi.spyOn(console, "error").mockReturnValue();
    answers.push(...Array<number>(20).fill(429));
    vi.setSystemTime(NOON + 2 * MINUTE);
    await ask();
    expect(sent.length).toBeLessThan(10);
    expect(String(log.mock.lastCall)).toContain("A mail was not sent: later");
  });

  test("has a code that works once", async () => {
    const { app } = await withAccount();
    const code = await codeFor(app, "a@example.com");
    const both = await Promise.allSettled([
      submit(app, reset(code)),
      submit(app, reset(code)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    await failsWith(submit(app, reset(code)), "resetCodeWrong");
    expect(await rows(app, "passwordResets")).toEqual([]);
  });

  test("has five tries per code for the asker, and few for others", async () => {
    const { app } = await withAccount();
    const asked = { device: OTHER_DEVICE };
    const code = await codeFor(app, "a@example.com", asked);
    const wrong = code === "0000 0000" ? "00000001" : "00000000";
    const guess = (more: Form) =>
      submit(stranger(app, 1), reset(wrong, more)).then(
        () => "in",
        (error: { data: { code: string } }) => error.data.code,
      );
    const guesses = [];
    for (let i = 0; i < 6; i += 1) guesses.push(await guess({}));
    expect(guesses).toEqual([
      ...Array.from({ length: 5 }, () => "resetCodeWrong"),
      "tooManyRequests",
    ]);
    // The asker has five tries from any network. After them, its network's tries count, and those are used up.
    for (let i = 0; i < 5; i += 1)
      expect(await guess(asked)).toBe("resetCodeWrong");
    expect(await guess(asked)).toBe("tooManyRequests");
  });

  // Attack 4.
  test("has a code that stays valid whatever strangers try and request", async () => {
    const { app } = await withAccount();
    const asked = { device: OTHER_DEVICE };
    const code = await codeFor(app, "a@example.com", asked);
    const { attempt } = internal.account.signIns;
    const { resetAttempt } = internal.account.current;
    for (let i = 1; i <= 30; i += 1) {
      const args = { email: "a@example.com", device: "x".repeat(32) };
      for (let j = 0; j < 6; j += 1) {
        await stranger(app, i).mutation(resetAttempt, args);
        await stranger(app, i).mutation(attempt, args);
      }
      await request(app, args.email, { ...args, ip: `198.51.100.${i}` });
    }
    await settled(app);
    const owner = app.backend.withRequestMetadata({ ip: "203.0.113.1" });
    await failsWith(submit(stranger(app, 200), reset(code)), "tooManyRequests");
    expect((await submit(owner, reset(code, asked))).tokens).toBeTruthy();
  });

  test("has a code that expires after ten minutes", async () => {
    const { app } = await withAccount();
    const code = await codeFor(app, "a@example.com");
    const { expiresAt } = must((await rows(app, "passwordResets"))[0], "reset");
    expect(expiresAt - NOON).toBeLessThan(11 * MINUTE);
    vi.setSystemTime(expiresAt);
    await failsWith(submit(app, reset(code)), "resetCodeWrong");
    vi.setSystemTime(expiresAt + 1);
    await maintain(app);
    expect(await rows(app, "passwordResets")).toEqual([]);
  });

  test("has a code for its address only, valid until the same asker has three newer ones", async () => {
    const { app } = await withAccount();
    await submit(app, signUpForm("b@example.com"));
    const codes: string[] = [];
    const ask = async (from: From) => {
      codes.push(await codeFor(app, "a@example.com", from));
      vi.setSystemTime(Date.now() + MINUTE);
    };
    for (let i = 0; i < 4; i += 1) await ask({});
    for (let i = 1; i <= 3; i += 1) await ask({ ip: `198.51.100.${i}` });
    const [first = "", second = ""] = codes;
    await failsWith(submit(app, reset(first)), "resetCodeWrong");
    await failsWith(
      submit(app, reset(second, { email: "b@example.com" })),
      "resetCodeWrong",
    );
    expect((await submit(app, reset(second))).tokens).toBeTruthy();
    // Using one code deletes all others.
    expect(await rows(app, "passwordResets")).toEqual([]);
  });

  test("is not reset by a malformed code or address, before anything is counted", async () => {
    const { app } = await withAccount();
    const counted = await rows(app, "rateLimits");
    for (const form of [
      ...["", "1234567", "123456789", "1234567x"].map((code) => reset(code)),
      reset("12345678", { email: "nobody" }),
    ])
      await failsWith(submit(app, form), "resetCodeWrong");
    expect(await rows(app, "rateLimits")).toEqual(counted);
  });

  test("needs a new password by the rule of sign-up", async () => {
    const { app } = await withAccount();
    const code = await codeFor(app, "a@example.com");
    const weak = reset(code, { newPassword: "weak" });
    await failsWith(submit(app, weak), "weakPassword");
    expect((await submit(app, reset(code))).tokens).toBeTruthy();
  });

  test("leaves only a keyed hash of the code in the database, and no address in a job", async () => {
    const { app } = await withAccount();
    const code = (await codeFor(app, "a@example.com")).replace(" ", "");
    const jobs = JSON.stringify(await jobsOf(app));
    expect(jobs).toContain("mailReset");
    expect(jobs).not.toContain("@example.com");
    const all = await app.backend.run(async (ctx) => [
      await ctx.db.query("passwordResets").collect(),
      await ctx.db.query("rateLimits").collect(),
    ]);
    expect(jobs + JSON.stringify(all)).not.toContain(code);
    const [row] = await rows(app, "passwordResets");
    expect(row?.codeHash).toBe(await hashOfCode(code, "a@example.com"));
    vi.stubEnv("JWT_PRIVATE_KEY", "another");
    expect(row?.codeHash).not.toBe(await hashOfCode(code, "a@example.com"));
  });
});

describe("asking for a code", () => {
  test("answers and does the same whether the address has an account or not", async () => {
    const { app } = await withAccount();
    const traces = [];
    for (const name of ["a", "nobody"]) {
      const email = `${name}@example.com`;
      expect(await request(app, email)).toEqual({ ok: true });
      traces.push(
        await app.backend.mutation(async (ctx) => {
          const caller = { network: `from ${name}`, block: null };
          const attempt = { email, caller, device: DEVICE };
          await requestReset(ctx, attempt, Date.now());
          const used = await ctx.meta.getTransactionMetrics();
          return [used.documentsRead.used, used.documentsWritten.used];
        }),
      );
    }
    expect(traces[0]).toEqual(traces[1]);
    await settled(app);
    expect(new Set(mails.flatMap(({ to }) => to))).toEqual(
      new Set(["a@example.com"]),
    );
  });

  test("is possible once a minute from one place, for every address alike", async () => {
    const { app } = await withAccount();
    for (const email of ["a@example.com", "nobody@example.com"]) {
      expect(await request(app, email)).toEqual({ ok: true });
      vi.setSystemTime(NOON + MINUTE - 1);
      expect(await request(app, email)).toEqual(
        refusedWith("waitBeforeReset", { retryAfterMs: 1 }),
      );
      vi.setSystemTime(NOON + MINUTE);
      expect(await request(app, email)).toEqual({ ok: true });
      vi.setSystemTime(NOON);
    }
    await settled(app);
  });

  // Attack 4.
  test("from many places fills no mailbox, and uses up nothing of the owner's", async () => {
    const { app } = await withAccount({ device: DEVICE });
    const from = async (i: number) =>
      (await request(app, "a@example.com", { ip: `198.51.100.${i}` })).ok;
    for (let i = 1; i <= 14; i += 1) expect(await from(i)).toBe(true);
    expect(await from(15)).toBe(false);
    const known = { device: DEVICE, ip: "203.0.113.2" };
    expect((await request(app, "a@example.com", known)).ok).toBe(true);
    // A browser that is known to another account is not known to this one.
    const other = { device: OTHER_DEVICE, ip: "203.0.113.3" };
    await submit(app, { ...signUpForm("b@example.com"), device: OTHER_DEVICE });
    expect((await request(app, "a@example.com", other)).ok).toBe(false);
    await settled(app);
    expect(mails).toHaveLength(15);
  });

  test("from two networks, however often, keeps no third from a code", async () => {
    const { app } = await withAccount();
    const from = async (ip: string) =>
      (await request(app, "a@example.com", { ip })).ok;
    // Many networks of one /48 count as one here.
    const places = (i: number) => ["198.51.100.1", `2001:db8:0:${i}::1`];
    const passed = [];
    for (let i = 1; i <= 12; i += 1) {
      for (const ip of places(i)) passed.push(await from(ip));
      vi.setSystemTime(Date.now() + MINUTE);
    }
    expect(passed.slice(-4)).toEqual([false, false, false, false]);
    expect(await from("203.0.113.1")).toBe(true);
    await settled(app);
  });

  test("costs no slow hash, which would delay the asker's next one and so show that there is an account", async () => {
    const { app } = await withAccount();
    const scrypt = vi.spyOn(
      crypto as typeof crypto & { scrypt: Scrypt },
      "scrypt",
    );
    for (let i = 0; i < 3; i += 1)
      expect(await request(app, `nobody${i}@example.com`)).toEqual({
        ok: true,
      });
    await settled(app);
    expect(scrypt).not.toHaveBeenCalled();
    await codeFor(app, "a@example.com");
    expect(scrypt).not.toHaveBeenCalled();
  });

  test("from a browser without a valid secret counts for its network", async () => {
    const { app } = await withAccount();
    await codeFor(app, "a@example.com", { device: "short" });
    vi.setSystemTime(NOON + MINUTE);
    await codeFor(app, "a@example.com", { device: "x".repeat(1_000) });
    const askers = (await rows(app, "passwordResets")).map(
      ({ asker }) => asker,
    );
    expect(new Set(askers).size).toBe(1);
  });

  test("fails without details of the mail where the mail service refuses it", async () => {
    const { app } = await withAccount();
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 400 }));
    const args = { email: "a@example.com", asker: "somebody" };
    await expect(
      app.backend.action(internal.account.current.sendReset, args),
    ).rejects.toThrow(/^A mail was not sent: \w+$/);
  });

  test("for an invalid address, or without a mail service, says so", async () => {
    const { app } = await withAccount();
    expect(await request(app, "nonsense")).toEqual(refusedWith("invalidEmail"));
    vi.stubEnv("MAIL_API_KEY", "");
    expect(await request(app, "a@example.com")).toEqual(refusedWith("mailOff"));
  });
});

// product.md A3: a failed sign-in takes about the time of one slow hash. `npm run bench -- --only A7` measures it.
test("a failed sign-in and a failed code take the same work without an account as with one", async () => {
  const { app } = await withAccount();
  await codeFor(app, "a@example.com");
  const scrypt = vi.spyOn(
    crypto as typeof crypto & { scrypt: Scrypt },
    "scrypt",
  );
  const work = async (form: Form) => {
    scrypt.mockClear();
    await expect(submit(stranger(app, 1), form)).rejects.toMatchObject({
      data: {},
    });
    return scrypt.mock.calls.map(([, salt, options]) => ({
      ...options,
      salt: salt.byteLength,
    }));
  };
  for (const [form, hashes] of [
    [signIn("Wr0ng!pass"), 1],
    [reset("00000000"), 0],
  ] as const) {
    const own = await work(form);
    expect(own).toHaveLength(hashes);
    expect(await work({ ...form, email: "nobody@example.com" })).toEqual(own);
  }
  const lookedUp = (email: string) =>
    app.backend.mutation(async (ctx) => {
      const caller = { network: "private", block: null };
      await tryCode(ctx, { email, caller, device: null }, Date.now());
      return (await ctx.meta.getTransactionMetrics()).databaseQueries.used;
    });
  const own = await lookedUp("a@example.com");
  expect(own).toBeGreaterThan(0);
  expect(await lookedUp("nobody@example.com")).toBe(own);
});
