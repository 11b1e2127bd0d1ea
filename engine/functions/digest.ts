/** Synchronous digests of short inputs. The rest of Web Crypto runs on other threads (realm/crypto.ts). */
import { hash } from "node:crypto";
import { isSharedArrayBuffer } from "node:util/types";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/** Bytes up to which a digest costs less than another thread. */
const SHORT = 1024;

/**
 * As `crypto.subtle.digest`, for short and plain inputs.
 * @returns null for long, unusual or invalid inputs, which `crypto.subtle` must handle.
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
