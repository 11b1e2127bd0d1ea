/** An app that makes codes, and setting it up. Holds no assertions. */
import { Secret, TOTP } from "otpauth";
import { api } from "../../../convex/_generated/api.js";
import type { Caller } from "../open-app.ts";
import { PASSWORD } from "./signing-in.ts";
import { granted } from "../base/calls.ts";

/** A key of 32 bytes, for tests that store secrets. */
export const SECRETS_KEYS = `1:${btoa("k".repeat(32))}`;

/** The code that an app shows at this time. */
export function codeOf(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: at,
  });
}

/** Turns a second factor on with the current code. */
export async function setUpFactor(
  caller: Caller,
  password = PASSWORD,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const given = { password, device: null };
  const { secret } = granted(
    await caller.action(api.account.secondFactor.begin, given),
  );
  const code = codeOf(secret, Date.now());
  const done = granted(
    await caller.action(api.account.secondFactor.confirm, { code }),
  );
  return { secret, recoveryCodes: done.recoveryCodes };
}
