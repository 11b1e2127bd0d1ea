/** Parses a JSON Web Token (RFC 7515 compact form). Its contents are untrusted until verifier.ts has checked them. */
import { decodeJwt, decodeProtectedHeader } from "jose";
import { AuthError } from "./auth-error.ts";

export type Claims = { readonly [claim: string]: unknown };

export type ParsedToken = {
  readonly algorithm: string;
  readonly keyId: string | null;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly claims: Claims;
  /** The whole token, to check its signature. */
  readonly text: string;
};

/** A longer token is refused before any decoding. */
const MAX_TOKEN_CHARS = 16_384;

/** @throws AuthError when it is not a JWT or has no issuer. */
export function parseToken(text: string): ParsedToken {
  const { header, claims } = decode(text);
  const issuer = claims["iss"];
  if (typeof issuer !== "string")
    throw new AuthError(
      "InvalidAuthHeader",
      "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
    );
  return {
    algorithm: typeof header["alg"] === "string" ? header["alg"] : "none",
    keyId: typeof header["kid"] === "string" ? header["kid"] : null,
    issuer,
    audiences: audiencesOf(claims["aud"]),
    claims,
    text,
  };
}

function audiencesOf(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((audience) => typeof audience === "string");
}

function decode(text: string): { header: Claims; claims: Claims } {
  try {
    if (text.length > MAX_TOKEN_CHARS) throw new Error("too long");
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) };
  } catch (cause) {
    throw new AuthError(
      "InvalidAuthHeader",
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
      { cause },
    );
  }
}
