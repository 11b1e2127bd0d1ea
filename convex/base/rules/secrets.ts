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
  return hexOf(await crypto.subtle.digest("SHA-256", bytes));
}

/** Bytes as lowercase hex. */
export function hexOf(bytes: ArrayBuffer): string {
  let hex = "";
  for (const byte of new Uint8Array(bytes)) hex += HEX[byte];
  return hex;
}

/** The bytes of hex digits. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** The hash of a secret that our pages make; null for any other text, or none. */
export async function clientSecretHash(
  secret: string | null,
): Promise<string | null> {
  if (secret === null || !isClientSecret(secret)) return null;
  return await hashSecret(secret);
}
