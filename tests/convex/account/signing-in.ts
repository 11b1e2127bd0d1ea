/** Signing up and in as a browser does, through the auth library. Holds no assertions. */
import { vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import type { App, Caller } from "../open-app.ts";

export const PASSWORD = "Str0ng!pw";

export type Form = Record<string, string>;

/** Gives the auth library its signing keys. */
export async function allowSessions(): Promise<void> {
  vi.stubEnv("AUTH_LOG_LEVEL", "ERROR");
  // In production, sign-up is closed where payment is not possible.
  vi.stubEnv("DEPLOYMENT_KIND", "test");
  vi.stubEnv("JWT_PRIVATE_KEY", await (privateKey ??= makePrivateKey()));
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
}

let privateKey: Promise<string> | undefined;

export const signUpForm = (email: string): Form => ({
  flow: "signUp",
  email,
  password: PASSWORD,
  businessName: "Fade & Fortune",
  plan: "pro",
  timezone: "America/New_York",
});

export async function submit(
  from: Pick<App, "backend"> | Pick<Caller, "action">,
  params: Form,
) {
  const caller = "backend" in from ? from.backend : from;
  return await caller.action(api.auth.signIn, { provider: "password", params });
}

export const signedUp = async (
  app: App,
  email = "a@example.com",
  more: Form = {},
) => holderOf(app, await submit(app, { ...signUpForm(email), ...more }));

export function holderOf(
  app: App,
  answer: { tokens?: { token: string } | null },
) {
  const token = must(answer.tokens, "tokens").token;
  const payload = must(token.split(".")[1], "payload");
  const json = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const { sub } = JSON.parse(json) as { sub: string };
  return app.backend.withIdentity({ subject: sub });
}

async function makePrivateKey(): Promise<string> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  };
  return `-----BEGIN PRIVATE KEY-----\n${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey("pkcs8", (await crypto.subtle.generateKey(algorithm, true, ["sign"])).privateKey))))}\n-----END PRIVATE KEY-----`;
}
