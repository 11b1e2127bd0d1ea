/** Turns credentials into callers, for sockets and HTTP alike. The verification of tokens and keys is injected. */
import { AuthError } from "../auth/auth-error.ts";
import type { Caller, UserIdentity } from "../functions/function-types.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";

export const ANONYMOUS: Caller = { kind: "anonymous" };

export interface Authenticator {
  /**
   * Returns the caller that a JWT stands for.
   * @param network of the sender; null for this machine
   * @throws AuthError whose text the client is shown, TooManyWaiting
   */
  verifyToken(token: string, network: string | null): Promise<Caller>;
  /** Whether this is the deployment's admin key. Must take the same time for every wrong key. */
  isAdminKey(key: string): boolean;
}

/**
 * Returns an admin, acting as a user when attributes are given.
 * @throws AuthError
 */
export function callerOfAdminKey(
  authenticator: Authenticator,
  key: string,
  actingAs: JsonObject | null,
): Caller {
  if (!authenticator.isAdminKey(key))
    throw new AuthError(
      "BadAdminKey",
      "The provided admin key was invalid for this instance",
    );
  if (actingAs === null) return { kind: "admin" };
  return { kind: "admin", actingAs: identityOf(actingAs) };
}

/** True once the caller's token has expired. */
export function isExpired(caller: Caller): boolean {
  return caller.kind === "user" && caller.expiresAt <= Date.now();
}

export const EXPIRED_TEXT = "Convex token identity expired";

/**
 * Attributes as `npx convex run --identity` and the dashboard send them; like the backend, this fills in the
 * identifier.
 */
function identityOf(attributes: JsonObject): UserIdentity {
  const subject = text(attributes["subject"]);
  const issuer = text(attributes["issuer"]);
  const given = attributes["tokenIdentifier"];
  const tokenIdentifier =
    typeof given === "string" ? given : `${issuer}|${subject}`;
  return { ...attributes, subject, issuer, tokenIdentifier };
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
