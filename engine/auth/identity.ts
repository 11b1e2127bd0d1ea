/**
 * Converts the claims of a verified token to the result of `ctx.auth.getUserIdentity()`. Absent claims are left out.
 * OIDC claims get Convex's camelCase names; custom JWT claims keep theirs, with nested objects flattened as `a.b`.
 */
import type { JsonObject, JsonValue } from "../values/json.ts";
import { AuthError } from "./auth-error.ts";
import type { Claims } from "./token.ts";

/** Structurally the UserIdentity of functions/function-types.ts, which this folder may not import. */
export type Identity = JsonObject & {
  readonly tokenIdentifier: string;
  readonly subject: string;
  readonly issuer: string;
};

/** OIDC standard claims with their name and type in Convex. */
const STANDARD_CLAIMS: Record<string, readonly [string, "string" | "boolean"]> =
  {
    name: ["name", "string"],
    given_name: ["givenName", "string"],
    family_name: ["familyName", "string"],
    nickname: ["nickname", "string"],
    preferred_username: ["preferredUsername", "string"],
    profile: ["profileUrl", "string"],
    picture: ["pictureUrl", "string"],
    website: ["websiteUrl", "string"],
    email: ["email", "string"],
    email_verified: ["emailVerified", "boolean"],
    gender: ["gender", "string"],
    birthdate: ["birthday", "string"],
    zoneinfo: ["timezone", "string"],
    locale: ["language", "string"],
    phone_number: ["phoneNumber", "string"],
    phone_number_verified: ["phoneNumberVerified", "boolean"],
  };

/** Claims about the token itself: they vary with each refresh and would make every cached answer stale. */
const OIDC_HOUSEKEEPING = new Set(
  "iss sub aud exp iat nbf jti auth_time nonce acr amr azp at_hash c_hash fva address updated_at".split(
    " ",
  ),
);
const JWT_HOUSEKEEPING = new Set("iss sub aud exp iat nbf jti fva".split(" "));

/** @throws AuthError when `sub` or `iss` is missing. */
export function oidcIdentity(claims: Claims): Identity {
  const known: JsonObject = {};
  const custom: JsonObject = {};
  for (const [claim, value] of Object.entries(claims)) {
    const standard = Object.hasOwn(STANDARD_CLAIMS, claim)
      ? STANDARD_CLAIMS[claim]
      : undefined;
    if (standard !== undefined) {
      const [name, type] = standard;
      if (typeof value === type) known[name] = value as string | boolean;
    } else if (!OIDC_HOUSEKEEPING.has(claim)) {
      put(custom, claim, value as JsonValue);
    }
  }
  const address = formattedAddress(claims["address"]);
  if (address !== undefined) known["address"] = address;
  const updatedAt = claims["updated_at"];
  if (typeof updatedAt === "number") {
    known["updatedAt"] = rfc3339(updatedAt);
  } else if (typeof updatedAt === "string") {
    known["updatedAt"] = updatedAt;
  }
  return { ...custom, ...known, ...subjectOf(claims) };
}

/** @throws AuthError when `sub` or `iss` is missing. */
export function customJwtIdentity(claims: Claims): Identity {
  const custom: JsonObject = {};
  for (const [claim, value] of Object.entries(claims)) {
    if (!JWT_HOUSEKEEPING.has(claim))
      flatten(claim, value as JsonValue, custom);
  }
  return { ...custom, ...subjectOf(claims) };
}

function subjectOf(claims: Claims) {
  const { sub, iss } = claims;
  if (typeof sub !== "string")
    throw new AuthError("InvalidAuthHeader", "Missing subject");
  if (typeof iss !== "string")
    throw new AuthError("InvalidAuthHeader", "Missing issuer");
  return { tokenIdentifier: `${iss}|${sub}`, subject: sub, issuer: iss };
}

function flatten(path: string, value: JsonValue, into: JsonObject): void {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    for (const [key, nested] of Object.entries(value))
      flatten(`${path}.${key}`, nested, into);
  } else {
    put(into, path, value);
  }
}

/** Sets an own property even if the claim is called `__proto__`. */
function put(into: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(into, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function formattedAddress(claim: unknown): string | undefined {
  if (typeof claim !== "object" || claim === null) return undefined;
  const formatted = (claim as Claims)["formatted"];
  return typeof formatted === "string" ? formatted : undefined;
}

/** Seconds since the epoch as chrono prints them: no `Z`, no empty fraction. */
function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.000Z$|Z$/, "+00:00");
}
