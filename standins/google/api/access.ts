/** Identifies the caller of a Google API by its access token. */
import type { Answer, Incoming } from "../../http/route.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import type { AccessToken } from "../google-state.ts";
import { apiError } from "./google-error.ts";

/** Answers with the result of `handle` for a valid token that allows `scope`. */
export function withAccess(
  store: Store,
  { headers }: Incoming,
  scope: RegExp,
  handle: (grant: AccessToken) => Answer,
): Answer {
  const { state, now } = store.look();
  const token = (headers["authorization"] ?? "").replace(/^Bearer /, "");
  const grant = own(state.google.accessTokens, token);
  if (grant === undefined || grant.expiresAt <= now)
    return apiError(401, "authError", "Invalid Credentials");
  if (!grant.scopes.some((one) => scope.test(one)))
    return apiError(403, "insufficientPermissions", "Insufficient Permission");
  return handle(grant);
}
