/** Secrets that browsers make, one per ticket and one per browser. The database keeps only their SHA-256. */

/** 24 random bytes in base64url: 192 bits. */
const SECRET = /^[A-Za-z0-9_-]{32}$/;

/** Each byte as two digits. */
const HEX = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Whether `secret` has the form that our pages make. */
export function isClientSecret(secret: string): boolean {
  return SECRET.test(secret);
}

/** SHA-256 of the secret's text, in lowercase hex. */
export async function hashSecret(secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(secret);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  let hex = "";
  for (const byte of new Uint8Array(digest)) hex += HEX[byte];
  return hex;
}

/** The hash of a secret that our pages make; null for any other text. */
export async function clientSecretHash(secret: string): Promise<string | null> {
  return isClientSecret(secret) ? await hashSecret(secret) : null;
}
