/**
 * Resolves the Authorization header to a caller: `Bearer <jwt>`, `Convex <key>` or `Convex <key>:<base64 JSON
 * identity>`.
 */
import type { IncomingMessage } from "node:http";
import { AuthError } from "../auth/auth-error.ts";
import type { Caller } from "../functions/function-types.ts";
import {
  ANONYMOUS,
  callerOfAdminKey,
  type Authenticator,
} from "../sync/callers.ts";
import type { JsonObject } from "../values/json.ts";
import { networkBehind } from "./body-memory.ts";
import { HttpError } from "./http-error.ts";
import type { Handle } from "./route.ts";

/**
 * @throws HttpError 400 when the header cannot be read
 * @throws AuthError when the credentials are refused, TooManyWaiting
 */
export async function callerOf(
  authenticator: Authenticator,
  request: IncomingMessage,
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return ANONYMOUS;
  const [, scheme = "", credentials = ""] =
    /^(\w+) +([^ ].*)$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return authenticator.verifyToken(credentials, networkBehind(request));
    case "convex": {
      const { key, actingAs } = splitKey(credentials);
      return callerOfAdminKey(authenticator, key, actingAs);
    }
    default:
      throw new HttpError(
        400,
        "InvalidHeaderFailure",
        "Invalid authentication header",
      );
  }
}

/**
 * For HTTP actions: the header may be meant for the app, so an invalid one makes the caller anonymous. If the action
 * then asks for the identity, it gets the reason, as on the backend.
 */
export async function callerIfValid(
  authenticator: Authenticator,
  request: IncomingMessage,
): Promise<Caller> {
  try {
    return await callerOf(authenticator, request);
  } catch (error) {
    if (error instanceof AuthError || error instanceof HttpError)
      return { kind: "anonymous", refusal: error.message };
    throw error;
  }
}

/** Answers administrators only. */
export function asAdmin(authenticator: Authenticator, handle: Handle): Handle {
  return async (request, response, url) => {
    mustBeAdmin(await callerOf(authenticator, request));
    await handle(request, response, url);
  };
}

/** @throws HttpError 403 unless the caller is an admin. */
export function mustBeAdmin(caller: Caller): void {
  if (caller.kind !== "admin")
    throw new HttpError(
      403,
      "BadDeployKey",
      "The provided deploy key was invalid for this deployment. Double check that the environment this key was generated for matches the desired deployment.",
    );
}

/** Keys may carry a `prod:` or `dev:` prefix before their `|`, so only a colon after it counts. */
function splitKey(credentials: string): {
  key: string;
  actingAs: JsonObject | null;
} {
  const bar = credentials.indexOf("|");
  const colon = credentials.indexOf(":", bar + 1);
  if (colon < 0) return { key: credentials, actingAs: null };
  const encoded = credentials.slice(colon + 1);
  return { key: credentials.slice(0, colon), actingAs: parseIdentity(encoded) };
}

function parseIdentity(encoded: string): JsonObject {
  try {
    const json = Buffer.from(encoded, "base64").toString("utf8");
    const attributes: unknown = JSON.parse(json);
    if (
      typeof attributes === "object" &&
      attributes !== null &&
      !Array.isArray(attributes)
    )
      return attributes as JsonObject;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new HttpError(
    400,
    "HeaderParseFailure",
    "Malformed Authorization header.",
  );
}
