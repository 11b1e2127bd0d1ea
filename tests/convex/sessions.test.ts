/** Several sessions of one owner, and ending them: A5, C8. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
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

beforeEach(async () => {
  await allowSessions();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const signIn = (password: string): Form => ({
  flow: "signIn",
  email: "a@example.com",
  password,
});

async function withAccount() {
  const app = await openApp();
  const answer = await submit(app.backend, signUpForm("a@example.com"));
  return { app, holder: holderOf(app, answer) };
}

describe("C8: several screens of one owner", () => {
  type Tokens = { token: string; refreshToken: string };
  const refresh = async (app: App, { refreshToken }: Tokens) => {
    const answer = await app.backend.action(api.auth.signIn, { refreshToken });
    return answer.tokens ?? null;
  };

  test("refreshing at once in two tabs, and on two devices, keeps all signed in", async () => {
    const { app } = await withAccount();
    const phone = must(
      (await submit(app.backend, signIn(PASSWORD))).tokens,
      "tokens",
    );
    const desk = must(
      (await submit(app.backend, signIn(PASSWORD))).tokens,
      "tokens",
    );
    const all = await Promise.all([
      refresh(app, phone),
      refresh(app, phone),
      refresh(app, desk),
    ]);
    for (const tokens of all) {
      const holder = holderOf(app, { tokens });
      expect(await holder.query(api.account.me, {})).not.toBeNull();
    }
    vi.setSystemTime(NOW + 9_000);
    expect(await refresh(app, phone)).not.toBeNull();
  });

  test("a token replayed after ten seconds ends what came from it", async () => {
    const { app } = await withAccount();
    const first = must(
      (await submit(app.backend, signIn(PASSWORD))).tokens,
      "tokens",
    );
    const second = must(await refresh(app, first), "second");
    const third = must(await refresh(app, second), "third");
    vi.setSystemTime(NOW + 11_000);
    expect(await refresh(app, first)).toBeNull();
    expect(await refresh(app, third)).toBeNull();
  });
});

test("A5: signing out everywhere ends every session in the same commit", async () => {
  const { app, holder } = await withAccount();
  const other = holderOf(app, await submit(app.backend, signIn(PASSWORD)));
  const { tokens } = await submit(app.backend, signIn(PASSWORD));
  await holder.mutation(api.account.signOutEverywhere, {});
  for (const caller of [holder, other]) {
    expect(await caller.query(api.account.me, {})).toBeNull();
  }
  const { refreshToken } = must(tokens, "tokens");
  const again = await app.backend.action(api.auth.signIn, { refreshToken });
  expect(again.tokens).toBeNull();
  expect(await rows(app, "authSessions")).toEqual([]);
});
