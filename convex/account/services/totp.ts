/** Codes that an app makes from a shared secret and the time (RFC 6238): six digits, every 30 seconds, as every such app does. */
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** Steps before and after the clock's: half a minute of a phone's wrong clock, and of slow typing. */
const WINDOW = 1;
/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20;

/** A new secret, in base 32, as apps take it typed. Actions only: it differs each time. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an app reads from the picture: the secret, and under what name to show its codes. */
export function totpUri(secret: string, account: string): string {
  return totp(secret, account).toString();
}

/** The time step of a code; null if it is none of about now. */
export function stepOfCode(
  secret: string,
  code: string,
  now: number,
): number | null {
  const asked = { token: code, timestamp: now, window: WINDOW };
  const delta = totp(secret).validate(asked);
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_S) + delta;
}

function totp(secret: string, label = ""): TOTP {
  const given = { issuer: "Yourturn", label, period: PERIOD_S };
  return new TOTP({ ...given, secret: Secret.fromBase32(secret) });
}
