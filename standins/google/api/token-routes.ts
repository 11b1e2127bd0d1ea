/** `/token`, `/revoke` and the address behind a token: https://developers.google.com/identity/protocols/oauth2/web-server */
import { createHash, timingSafeEqual } from "node:crypto";
import { json } from "../../http/answers.ts";
import { parseForm, textOf, type FormGroup } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { nextId } from "../../state/ids.ts";
import { own } from "../../state/own.ts";
import type { Change } from "../../state/state.ts";
import type { Store } from "../../state/store.ts";
import { ACCOUNTS, endGrant, type GoogleClient } from "../google-state.ts";
import { withAccess } from "./access.ts";
import { oauthError } from "./google-error.ts";

const CODE_SECONDS = 600;
const ACCESS_SECONDS = 3_599;
const audience = "anyone" as const;

export function tokenRoutes(store: Store, client: GoogleClient): Route[] {
  return [
    {
      method: "POST",
      path: "/token",
      audience,
      handle: (request) => token(store, client, request),
    },
    {
      method: "POST",
      path: "/revoke",
      audience,
      handle: (request) => revoke(store, request),
    },
    {
      method: "GET",
      path: "/oauth2/v2/userinfo",
      audience,
      handle: (request) =>
        withAccess(store, request, /userinfo\.email$/, ({ email }) => {
          const { id } = ACCOUNTS.find((one) => one.email === email) ?? {};
          return json(200, { id, email, verified_email: true });
        }),
    },
  ];
}

function token(store: Store, client: GoogleClient, request: Incoming): Answer {
  const form = parseForm(request.body);
  const isClient =
    textOf(form, "client_id") === client.id &&
    isSame(textOf(form, "client_secret"), client.secret);
  if (!isClient) return oauthError(401, "invalid_client", "Unauthorized");
  switch (textOf(form, "grant_type")) {
    case "authorization_code":
      return store.change((change) => exchanged(change, form));
    case "refresh_token":
      return store.change((change) => refreshed(change, form));
    default:
      return oauthError(400, "unsupported_grant_type", "Invalid grant_type");
  }
}

function exchanged(change: Change, form: FormGroup): Answer {
  const { google } = change.state;
  const code = textOf(form, "code");
  const pending = own(google.codes, code);
  delete google.codes[code];
  if (pending === undefined || pending.at + CODE_SECONDS <= change.now)
    return oauthError(400, "invalid_grant", "Malformed auth code.");
  if (pending.redirectUri !== textOf(form, "redirect_uri"))
    return oauthError(400, "redirect_uri_mismatch", "Bad Request");
  const verifier = textOf(form, "code_verifier");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (!isSame(challenge, pending.challenge))
    return oauthError(400, "invalid_grant", "Invalid code verifier.");
  const { email, scopes } = pending;
  const refreshToken = nextId(change.state, "1//standin");
  google.refreshTokens[refreshToken] = { email, scopes };
  return json(200, {
    ...access(change, { email, scopes }),
    refresh_token: refreshToken,
  });
}

function refreshed(change: Change, form: FormGroup): Answer {
  const known = own(
    change.state.google.refreshTokens,
    textOf(form, "refresh_token"),
  );
  return known === undefined
    ? oauthError(400, "invalid_grant", "Token has been expired or revoked.")
    : json(200, access(change, known));
}

function access(
  { state, now }: Change,
  grant: { email: string; scopes: readonly string[] },
) {
  const accessToken = nextId(state, "ya29.standin");
  const { accessTokens } = state.google;
  for (const [old, { expiresAt }] of Object.entries(accessTokens))
    if (expiresAt <= now) delete accessTokens[old];
  accessTokens[accessToken] = { ...grant, expiresAt: now + ACCESS_SECONDS };
  return {
    access_token: accessToken,
    expires_in: ACCESS_SECONDS,
    scope: grant.scopes.join(" "),
    token_type: "Bearer",
  };
}

/** Revoking one token ends everything that its account has allowed. */
function revoke(store: Store, request: Incoming): Answer {
  const query = new URLSearchParams(request.query).get("token");
  const given = query ?? textOf(parseForm(request.body), "token");
  return store.change(({ state: { google } }) => {
    const grant =
      own(google.refreshTokens, given) ?? own(google.accessTokens, given);
    if (grant === undefined)
      return oauthError(400, "invalid_token", "Token expired or revoked");
    endGrant(google, grant.email);
    return json(200, {});
  });
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return x !== undefined && y !== undefined && timingSafeEqual(x, y);
}
