/**
 * A JSON Web Token taken apart (RFC 7515 compact form). Nothing in it is believed before verifier.ts says so.
 */
import { AuthError } from "./auth-error.ts";

export type Claims = { readonly [claim: string]: unknown };

export type ParsedToken = {
  readonly algorithm: string;
  readonly keyId: string | null;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly claims: Claims;
  /** What the signature covers. */
  readonly signed: Buffer;
  readonly signature: Buffer;
};

/** Longest token looked at; a longer one is refused before any decoding. */
const MAX_TOKEN_CHARS = 16_384;

/** @throws AuthError when it is no JWT or has no issuer. */
export function parseToken(token: string): ParsedToken {
  const parts = token.split(".");
  const [head, body, signature] = parts;
  if (
    token.length > MAX_TOKEN_CHARS ||
    parts.length !== 3 ||
    head === undefined ||
    body === undefined ||
    signature === undefined
  )
    throw unreadable();
  const header = decodeObject(head);
  const claims = decodeObject(body);
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
    signed: Buffer.from(`${head}.${body}`, "ascii"),
    signature: Buffer.from(signature, "base64url"),
  };
}

function audiencesOf(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((audience) => typeof audience === "string");
}

function decodeObject(part: string): Claims {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) throw unreadable();
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch (cause) {
    throw unreadable(cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unreadable();
  return value as Claims;
}

function unreadable(cause?: unknown): AuthError {
  return new AuthError(
    "InvalidAuthHeader",
    "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
    { cause },
  );
}
