/** Digests of short inputs, at once. Everything else of Web Crypto waits for a thread of its own (realm/crypto.ts). */
import { hash } from "node:crypto";
import { isSharedArrayBuffer } from "node:util/types";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/** Bytes up to which a digest costs less than handing it to another thread and coming back. */
const SHORT = 1024;

/**
 * As `crypto.subtle.digest`, for what is short and plain.
 * @returns null for everything that has to go there: long inputs, other forms of them, and all that is wrong.
 */
export function digestAtOnce(
  algorithm: unknown,
  data: unknown,
): Uint8Array | null {
  const name =
    typeof algorithm === "string"
      ? NAMES.get(algorithm.toUpperCase())
      : undefined;
  if (name === undefined || !ArrayBuffer.isView(data)) return null;
  const { buffer, byteOffset, byteLength } = data;
  if (byteLength > SHORT || isSharedArrayBuffer(buffer)) return null;
  return hash(name, new Uint8Array(buffer, byteOffset, byteLength), "buffer");
}
