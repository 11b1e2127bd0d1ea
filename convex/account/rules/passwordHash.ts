/**
 * Hashes passwords as PHC strings. For actions only: a hash takes a fifth of a second. Uses scrypt with N=2^17, r=8,
 * p=1 if the host has a native one (`crypto.scrypt`, an extension of the engine), else PBKDF2-HMAC-SHA-256 with 600,000
 * rounds. OWASP recommends both; scrypt in pure JavaScript needs more memory than a hosted isolate has.
 */

import { v } from "convex/values";
import { appError } from "../../base/rules/errors";
import { fromBase64, toBase64 } from "../../base/rules/sealed";

type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  options: {
    N: number;
    r: number;
    p: number;
    dkLen: number;
    share: readonly string[];
  },
) => Promise<Uint8Array>;

/** The owner of a hash and the groups they are in, widest first: one's hashes do not delay others', at each level. */
export type HashShare = readonly string[];
/** A HashShare as an answer. */
export const shareValidator = v.array(v.string());

export const SALT_BYTES = 16;
const KEY_BYTES = 32;
const SCRYPT = "$scrypt$ln=17,r=8,p=1$";
const PBKDF2 = "$pbkdf2-sha256$i=600000$";
const PBKDF2_ROUNDS = 600_000;

/** A hash with a `salt` of SALT_BYTES random bytes. @throws tooManyRequests if the host is overloaded */
export async function hashPassword(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  share: HashShare,
): Promise<string> {
  const scheme = currentScheme();
  const key = await derive(scheme, password, salt, share);
  const parts = [salt, key].map((bytes) => toBase64(bytes).replaceAll("=", ""));
  return scheme + parts.join("$");
}

/**
 * Whether `password` belongs to `hash`. A null hash (no such account) takes as long and returns false.
 * @throws Error for a scheme that this host cannot compute; tooManyRequests if it is overloaded
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  share: HashShare,
): Promise<boolean> {
  if (hash === null) {
    await derive(currentScheme(), password, new Uint8Array(SALT_BYTES), share);
    return false;
  }
  const scheme = [SCRYPT, PBKDF2].find((prefix) => hash.startsWith(prefix));
  if (scheme === undefined) throw new Error("Unknown password hash");
  const [salt = "", key = ""] = hash.slice(scheme.length).split("$");
  const actual = await derive(scheme, password, fromBase64(salt), share);
  return equalInConstantTime(actual, fromBase64(key));
}

/** Whether `hash` has the scheme and parameters that hashPassword uses here. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(currentScheme());
}

function hostScrypt(): Scrypt | undefined {
  return (crypto as Crypto & { scrypt?: Scrypt }).scrypt?.bind(crypto);
}

function currentScheme(): string {
  return hostScrypt() === undefined ? PBKDF2 : SCRYPT;
}

async function derive(
  scheme: string,
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  share: HashShare,
): Promise<Uint8Array> {
  // The same visible password may be typed as different code points.
  const bytes = new TextEncoder().encode(password.normalize("NFKC"));
  if (scheme === SCRYPT) {
    const scrypt = hostScrypt();
    if (scrypt === undefined) {
      throw new Error("This host has no crypto.scrypt for this password hash");
    }
    const options = { N: 2 ** 17, r: 8, p: 1, dkLen: KEY_BYTES, share };
    return await scrypt(bytes, salt, options).catch((error: unknown) => {
      throw isOverloaded(error)
        ? appError("tooManyRequests", { retryAfterMs: null })
        : error;
    });
  }
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: PBKDF2_ROUNDS },
    key,
    KEY_BYTES * 8,
  );
  return new Uint8Array(bits);
}

/** The host hashes a few passwords at once, queues some and refuses the rest, without saying for how long. */
function isOverloaded(error: unknown): boolean {
  const { data } = error as { data?: { code?: unknown } };
  return data?.code === "Overloaded";
}

function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) {
    difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  }
  return difference === 0;
}
