/** An app that makes codes, and setting it up. Holds no assertions. */
import { Secret, TOTP } from "otpauth";
import { api } from "../../../convex/_generated/api.js";
import type { Caller } from "../open-app.ts";
import { PASSWORD } from "./signing-in.ts";
import { granted } from "../open-app.ts";

/** A key of 32 bytes, for tests that store secrets. */
export const SECRETS_KEYS = `1:${btoa("k".repeat(32))}`;

/** The code that an app shows at this time. */
export const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: at,
  });

export async function setUpFactor(caller: Caller, password = PASSWORD) {
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
