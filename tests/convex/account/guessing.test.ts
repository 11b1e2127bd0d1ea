/** product.md A5: guessing at passwords and codes is limited, and the owner is not affected. */
import { describe, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { rows } from "../open-app.ts";
import {
  codeFor,
  DEVICE,
  isLet,
  request,
  reset,
  settled,
  signIn,
  stranger,
  useMails,
  withAccount,
} from "./resetting.ts";
import { PASSWORD, submit } from "./signing-in.ts";
import { failsWith } from "../base/calls.ts";
import { MINUTE } from "../fake-clock.ts";

useMails();

describe("guessing", () => {
  test("has five tries per request: they do not come back, or earlier requests would add up", async () => {
    const { app } = await withAccount();
    await codeFor(app, "a@example.com", { device: DEVICE });
    const guess = async (i: number, device: string | null) => {
      const args = { email: "a@example.com", device };
      const { resetAttempt } = internal.account.current;
      return isLet(await stranger(app, i).mutation(resetAttempt, args));
    };
    for (let i = 0; i < 5; i += 1) expect(await guess(1, DEVICE)).toBe(true);
    vi.setSystemTime(Date.now() + 30 * MINUTE);
    for (let i = 0; i < 20; i += 1)
      expect(await guess(2 + Math.floor(i / 5), null)).toBe(true);
    expect(await guess(1, DEVICE)).toBe(false);
  });

  // Attack 4.
  test("uses up only the network's own tries, ten an hour at a password, per flow", async () => {
    const { app } = await withAccount();
    const guess = async (i: number, flow: "attempt" | "resetAttempt") => {
      const args = { email: "a@example.com", device: null };
      const call =
        flow === "attempt"
          ? internal.account.signIns.attempt
          : internal.account.current.resetAttempt;
      return isLet(await stranger(app, i).mutation(call, args));
    };
    const passed = [];
    for (let i = 0; i < 12; i += 1) passed.push(await guess(1, "attempt"));
    expect(passed.filter(Boolean)).toHaveLength(10);
    expect(await guess(1, "resetAttempt")).toBe(true);
    for (let i = 0; i < 12; i += 1) await guess(2, "resetAttempt");
    expect(await guess(2, "resetAttempt")).toBe(false);
    expect(
      (await submit(stranger(app, 2), signIn(PASSWORD))).tokens,
    ).toBeTruthy();
    await failsWith(
      submit(stranger(app, 1), signIn(PASSWORD)),
      "tooManyRequests",
    );
    // A right password gives its try back to both counts.
    for (let i = 0; i < 12; i += 1)
      await submit(stranger(app, 3), signIn(PASSWORD));
  });

  test("says when the next try is possible, the same whether the address has an account or not", async () => {
    const { app } = await withAccount();
    const ip = "198.51.100.1";
    const told = [];
    for (const email of ["a@example.com", "nobody@example.com"]) {
      // The network's own limit of thirty a minute is full again.
      vi.setSystemTime(Date.now() + 60 * MINUTE);
      const args = { email, device: null };
      const { attempt } = internal.account.signIns;
      const { resetAttempt } = internal.account.current;
      for (let i = 0; i < 10; i += 1)
        await stranger(app, 1).mutation(attempt, args);
      for (let i = 0; i < 5; i += 1)
        await stranger(app, 1).mutation(resetAttempt, args);
      const tried = await submit(
        stranger(app, 1),
        signIn(PASSWORD, { email }),
      ).catch(({ data }: { data: unknown }) => data);
      const codeTried = await submit(
        stranger(app, 1),
        reset("00000000", { email }),
      ).catch(({ data }: { data: unknown }) => data);
      for (let i = 0; i < 5; i += 1) {
        expect(await request(app, email, { ip })).toEqual({ ok: true });
        vi.setSystemTime(Date.now() + MINUTE);
      }
      told.push([tried, codeTried, await request(app, email, { ip })]);
      // After the announced wait the try is let through.
      vi.setSystemTime(Date.now() + MINUTE);
      expect(isLet(await stranger(app, 1).mutation(attempt, args))).toBe(true);
    }
    const code = "tooManyRequests";
    const expected = [
      { code, retryAfterMs: 6 * MINUTE },
      { code, retryAfterMs: 2 * MINUTE },
      // Rounded up.
      { ok: false, code, retryAfterMs: 7 * MINUTE + 1 },
    ];
    expect(told).toEqual([expected, expected]);
    await settled(app);
  });

  test("from many networks ends after 100 an hour for strangers; a known browser has ten tries of its own", async () => {
    const { app } = await withAccount({ device: DEVICE });
    const { attempt } = internal.account.signIns;
    const guess = async (i: number, device: string | null) => {
      const args = { email: "a@example.com", device };
      return isLet(await stranger(app, i).mutation(attempt, args));
    };
    const passed = [];
    for (let i = 1; i <= 12; i += 1) {
      for (let j = 0; j < 10; j += 1) passed.push(await guess(i, null));
    }
    expect(passed.filter(Boolean)).toHaveLength(100);
    expect(await guess(50, "e".repeat(32))).toBe(false);
    const from = stranger(app, 50);
    await failsWith(submit(from, signIn(PASSWORD)), "tooManyRequests");
    const known = { device: DEVICE };
    expect((await submit(from, signIn(PASSWORD, known))).tokens).toBeTruthy();
    const own = [];
    for (let i = 0; i < 12; i += 1) own.push(await guess(50, DEVICE));
    expect(own.filter(Boolean)).toHaveLength(10);
  });

  test("at codes ends after thirty a minute from one network, whatever addresses and browsers it names", async () => {
    const { app } = await withAccount();
    const passed = [];
    for (let i = 0; i < 32; i += 1) {
      const args = {
        email: `nobody${i}@example.com`,
        device: String(i).padStart(32, "d"),
      };
      const { resetAttempt } = internal.account.current;
      passed.push(isLet(await stranger(app, 1).mutation(resetAttempt, args)));
    }
    expect(passed.filter(Boolean)).toHaveLength(30);
  });

  test("from one IPv6 /48 ends after ninety a minute, whatever it rotates", async () => {
    const { app } = await withAccount();
    const passed = [];
    for (let i = 0; i < 120; i += 1) {
      const ip = `2001:db8:7:${i.toString(16)}::1`;
      const from = app.backend.withRequestMetadata({ ip });
      const args = { email: `user${i}@example.com`, device: null };
      passed.push(
        isLet(await from.mutation(internal.account.signIns.attempt, args)),
      );
    }
    expect(passed.filter(Boolean)).toHaveLength(90);
    // Refused tries leave no rows.
    expect((await rows(app, "rateLimits")).length).toBeLessThan(90 * 3 + 10);
  });

  test("from one address ends after thirty a minute, over all flows and accounts", async () => {
    const { app } = await withAccount();
    const from = app.backend.withRequestMetadata({ ip: "203.0.113.9" });
    const tryOne = async (i: number) => {
      const args = { email: `user${i}@example.com`, device: null };
      return i % 2 === 0
        ? (await from.mutation(internal.account.current.beginReset, args)).ok
        : isLet(await from.mutation(internal.account.signIns.attempt, args));
    };
    const passed = [];
    for (let i = 0; i < 45; i += 1) passed.push(await tryOne(i));
    expect(passed.filter(Boolean)).toHaveLength(30);
    expect(passed.slice(30)).not.toContain(true);
    await settled(app);
  });

  test("from known browsers of one address ends after thirty a minute, and strangers use up none of them", async () => {
    const { app } = await withAccount({ device: DEVICE });
    const [account] = await rows(app, "authAccounts");
    const email = "a@example.com";
    const right = async (ip: string) => {
      const from = app.backend.withRequestMetadata({ ip });
      const args = { email, device: DEVICE };
      const begun = await from.mutation(internal.account.signIns.attempt, args);
      if ("retryAfterMs" in begun) return false;
      await from.mutation(internal.account.signIns.accepted, {
        ...args,
        counted: begun.counted,
        passwordHash: must(account?.secret, "hash"),
        newHash: null,
      });
      return true;
    };
    const passed = [];
    for (let i = 0; i < 35; i += 1) passed.push(await right("2001:db8::1"));
    expect(passed.filter(Boolean)).toHaveLength(30);
    expect(await right("2001:db8::2")).toBe(false);
    const stranger = app.backend.withRequestMetadata({ ip: "203.0.113.7" });
    for (let i = 0; i < 35; i += 1) {
      const args = { email: `user${i}@example.com`, device: null };
      await stranger.mutation(internal.account.signIns.attempt, args);
    }
    expect(await right("203.0.113.7")).toBe(true);
  });

  test("a browser is known by a secret, kept as a hash, ten per user, until the password is reset", async () => {
    const { app } = await withAccount({ device: DEVICE });
    const [account] = await rows(app, "authAccounts");
    const passwordHash = must(account?.secret, "hash");
    await submit(app, signIn(PASSWORD, { device: "short" }));
    const [row] = await rows(app, "knownDevices");
    expect(row?.deviceHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(DEVICE);
    for (let i = 0; i < 12; i += 1) {
      await app.backend.mutation(internal.account.signIns.accepted, {
        email: "a@example.com",
        counted: { network: "private" },
        device: String(i).padStart(32, "x"),
        passwordHash,
        newHash: null,
      });
    }
    expect(await rows(app, "knownDevices")).toHaveLength(10);
    await submit(app, reset(await codeFor(app, "a@example.com")));
    expect(await rows(app, "knownDevices")).toEqual([]);
  });
});
