/** An account, its mails and codes, and strangers. */
import { beforeEach, expect, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import * as data from "../../../convex/account/data/passwordResets.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, type App } from "../open-app.ts";
import { allowSessions, signedUp, type Form } from "./signing-in.ts";
import { jobsOf } from "../base/calls.ts";

export const NEW_PASSWORD = "Diff3rent!pw";
export const DEVICE = "d".repeat(32);
export const OTHER_DEVICE = "e".repeat(32);
type Mail = { from: string; to: string[]; subject: string; text: string };
export let mails: Mail[];

/** Sets up the mail service and the auth library for each test of the calling file. */
export function useMails(): void {
  beforeEach(async () => {
    await allowSessions();
    mails = [];
    vi.stubEnv("MAIL_API_KEY", "re_test");
    vi.stubEnv("MAIL_FROM", "Yourturn <hello@shop.example>");
    vi.stubGlobal("fetch", async (url: URL, init: { body: string }) => {
      expect(String(url)).toBe("https://api.resend.com/emails");
      mails.push(JSON.parse(init.body) as Mail);
      return new Response(JSON.stringify({ id: "1" }));
    });
  });
}

export async function withAccount(device: Form = {}) {
  const app = await openApp();
  return { app, holder: await signedUp(app, "a@example.com", device) };
}

export type From = { ip?: string; device?: string };

export async function request(
  app: App,
  email: string,
  { ip = "203.0.113.1", ...device }: From = {},
) {
  const from = app.backend.withRequestMetadata({ ip });
  const args = { email, ...device };
  return await from.action(api.account.current.requestPasswordReset, args);
}

/** A caller from another network. */
export const stranger = (app: App, i: number) =>
  app.backend.withRequestMetadata({ ip: `198.51.100.${i}` });

export async function settled(app: App): Promise<void> {
  await vi.waitFor(async () => {
    const jobs = await jobsOf(app);
    expect(jobs.map(({ state }) => state.kind)).not.toContain("pending");
    expect(jobs.map(({ state }) => state.kind)).not.toContain("inProgress");
  }, 20_000);
}

/** Asks for a code and reads it from the mail. */
export async function codeFor(app: App, email: string, from: From = {}) {
  expect(await request(app, email, from)).toEqual({ ok: true });
  await settled(app);
  return must(/\d{4} \d{4}/.exec(must(mails.at(-1), "mail").text)?.[0], "code");
}

/** Keeps a code as if it had been mailed. */
export async function keepCode(app: App, email: string, codeHash: string) {
  await app.backend.run(async (ctx) => {
    const { insertRequest, keepCode: keep } = data;
    const asked = { email, asker: "somebody" };
    const resetId = await insertRequest(ctx, asked, Date.now());
    await keep(ctx, { resetId, codeHash }, Date.now());
  });
}

export const reset = (code: string, more: Form = {}): Form => ({
  flow: "reset",
  email: "a@example.com",
  code,
  newPassword: NEW_PASSWORD,
  ...more,
});
export const signIn = (password: string, more: Form = {}): Form => ({
  flow: "signIn",
  email: "a@example.com",
  password,
  ...more,
});
/** Whether a try was let through to the password or the code. */
export const isLet = (answer: object) => !("retryAfterMs" in answer);
