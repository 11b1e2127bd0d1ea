/** Codes from a shared secret and the time (RFC 6238): six digits, every 30 seconds, as in all such apps. */
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** Steps accepted before and after the current one, for a phone's inexact clock and slow typing. */
const WINDOW = 2;
/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20;

/** A new secret in base 32. Actions only, because it differs each time. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The QR code's content: the secret, and the name under which the app shows its codes. */
export function totpUri(secret: string, account: string): string {
  return totp(secret, account).toString();
}

/** The time step of a code; null if it is not valid around now. */
export function stepOfCode(secret: string, code: string, now: number) {
  const asked = { token: code, timestamp: now, window: WINDOW };
  const delta = totp(secret).validate(asked);
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_S) + delta;
}

function totp(secret: string, label = ""): TOTP {
  const given = { issuer: "Yourturn", label, period: PERIOD_S };
  return new TOTP({ ...given, secret: Secret.fromBase32(secret) });
}
