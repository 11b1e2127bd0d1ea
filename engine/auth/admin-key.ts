/** Checks the deployment's admin key, which is opaque to the CLI, in constant time. */
import { createHash, timingSafeEqual } from "node:crypto";

/** True if `given` is the admin key. Takes the same time for every wrong key, whatever its length. */
export function isAdminKey(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key, "utf8").digest();
}
