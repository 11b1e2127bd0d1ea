/**
 * Checks JWT signatures against a JWK set (RFC 7517, 7518, 8037) with jose. Only the three algorithms that Convex
 * accepts are possible, never `none` or the HMAC family.
 */
import { compactVerify, type JWK } from "jose";
import type { ParsedToken } from "./token.ts";

/** A member of a JWK set; unknown members are ignored, as the RFC requires. */
export type Jwk = JWK;

export type SignatureAlgorithm = "RS256" | "ES256" | "EdDSA";

const KEY_KIND: Record<SignatureAlgorithm, (key: Jwk) => boolean> = {
  RS256: (key) => key.kty === "RSA",
  ES256: (key) => key.kty === "EC" && key.crv === "P-256",
  EdDSA: (key) => key.kty === "OKP" && key.crv === "Ed25519",
};

/** The keys that may have made this signature: right type, for signing, with the same id if both have one. */
export function candidateKeys(
  token: Pick<ParsedToken, "keyId">,
  algorithm: SignatureAlgorithm,
  keys: readonly Jwk[],
): Jwk[] {
  return keys.filter(
    (key) =>
      KEY_KIND[algorithm](key) &&
      (key.use === undefined || key.use === "sig") &&
      (token.keyId === null ||
        key.kid === undefined ||
        key.kid === token.keyId),
  );
}

/**
 * True if one of the keys made the token's signature. An unreadable or weak key (RSA below 2048 bits, as in the
 * backend) does not match.
 */
export async function isSignedByOneOf(
  { text }: Pick<ParsedToken, "text">,
  algorithm: SignatureAlgorithm,
  keys: readonly Jwk[],
): Promise<boolean> {
  for (const jwk of keys) {
    try {
      // As an object: jose keeps what it imported beside it, and importing costs more than verifying.
      await compactVerify(text, jwk, { algorithms: [algorithm] });
      return true;
    } catch {
      // Another key may have made it.
    }
  }
  return false;
}
