/**
 * Checks JWT signatures against a JWK set (RFC 7517, 7518, 8037) with node:crypto.
 * Only the three algorithms Convex accepts exist here: `none` and the HMAC family cannot be reached.
 */
import { createPublicKey, verify, type JsonWebKey } from "node:crypto";
import type { ParsedToken } from "./token.ts";

/** A member of a JWK set; unknown members are ignored, as the RFC demands. */
export type Jwk = JsonWebKey & { readonly kid?: string; readonly use?: string };

export type SignatureAlgorithm = "RS256" | "ES256" | "EdDSA";

const KEY_KIND: Record<SignatureAlgorithm, (key: Jwk) => boolean> = {
  RS256: (key) => key.kty === "RSA",
  ES256: (key) => key.kty === "EC" && key.crv === "P-256",
  EdDSA: (key) => key.kty === "OKP" && key.crv === "Ed25519",
};

/** The keys of the set that may have made this signature: right kind, for signing, and of the same id where both name one. */
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

/** True if one of the keys made the token's signature. A key that cannot be read counts as not matching. */
export function isSignedByOneOf(
  token: Pick<ParsedToken, "signed" | "signature">,
  algorithm: SignatureAlgorithm,
  keys: readonly Jwk[],
): boolean {
  return keys.some((jwk) => {
    try {
      const key = createPublicKey({ key: jwk, format: "jwk" });
      switch (algorithm) {
        case "RS256":
          return verify("sha256", token.signed, key, token.signature);
        case "ES256":
          return verify(
            "sha256",
            token.signed,
            { key, dsaEncoding: "ieee-p1363" },
            token.signature,
          );
        case "EdDSA":
          return verify(null, token.signed, key, token.signature);
        default:
          algorithm satisfies never;
          return false;
      }
    } catch {
      return false;
    }
  });
}
