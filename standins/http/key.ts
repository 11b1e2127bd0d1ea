/** API keys in the Authorization header. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in constant time. */
export function holdsKey(
  headers: Readonly<Record<string, string | undefined>>,
  key: string,
): boolean {
  const given = headers["authorization"] ?? "";
  return timingSafeEqual(hash(given), hash(`Bearer ${key}`));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
