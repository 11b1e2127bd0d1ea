/**
 * Turns a bearer token into a caller: picks the provider, gets its keys, checks signature, audience and expiry. Order
 * and texts are the backend's (crates/authentication).
 */
import { AuthError } from "./auth-error.ts";
import { customJwtIdentity, oidcIdentity, type Identity } from "./identity.ts";
import {
  discoverKeys,
  discoveryFailed,
  namedKeys,
  type FetchUrl,
} from "./jwks.ts";
import { KeyCache } from "./key-cache.ts";
import {
  matchProvider,
  type AuthProvider,
  type CustomJwtProvider,
  type OidcProvider,
} from "./providers.ts";
import {
  candidateKeys,
  isSignedByOneOf,
  type SignatureAlgorithm,
} from "./signature.ts";
import { parseToken, type ParsedToken } from "./token.ts";

/** A signed-in caller; assignable to the Caller of functions/function-types.ts. `expiresAt` in ms since the epoch. */
export type UserCaller = {
  readonly kind: "user";
  readonly identity: Identity;
  readonly expiresAt: number;
};

export type VerifierOptions = {
  /** The deployment's current providers. */
  readonly providers: () => readonly AuthProvider[];
  readonly fetchUrl: FetchUrl;
  /** ms since the epoch. */
  readonly now: () => number;
};

export interface Verifier {
  /** @throws AuthError when the token is not acceptable now. */
  verify: (token: string) => Promise<UserCaller>;
  /** Drops fetched keys; called when the deployment or its environment changes. */
  forgetKeys: () => void;
}

/** Leeway of custom JWTs, seconds (the backend's). */
const CUSTOM_JWT_LEEWAY = 5;

export function createVerifier(options: VerifierOptions): Verifier {
  const cache = new KeyCache(options.now);
  return {
    forgetKeys: () => cache.clear(),
    async verify(text) {
      const token = parseToken(text);
      const provider = matchProvider(
        options.providers(),
        token.issuer,
        token.audiences,
      );
      return provider.type === "oidc"
        ? await verifyOidc(provider, token, cache, options)
        : await verifyCustomJwt(provider, token, cache, options);
    },
  };
}

/** @param provider that matchProvider found for the token */
async function verifyOidc(
  provider: OidcProvider,
  token: ParsedToken,
  cache: KeyCache,
  { fetchUrl, now }: VerifierOptions,
): Promise<UserCaller> {
  const refused = () =>
    new AuthError(
      "Unauthenticated",
      "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
    );
  const { algorithm } = token;
  if (algorithm !== "RS256" && algorithm !== "EdDSA") throw refused();
  // By the provider: a stranger's tokens can write its issuer in any number of ways.
  const { keys, issuer } = await cache.get(
    `oidc ${provider.domain}`,
    () => discoverKeys(provider.domain, fetchUrl),
    (known) => isSigned(token, algorithm, known),
  );
  if (issuer !== token.issuer) throw discoveryFailed(token.issuer);
  const exp = token.claims["exp"];
  if (
    !(await isSigned(token, algorithm, keys)) ||
    // As in the backend, a token with several audiences is refused. matchProvider has checked that the app is one of
    // them.
    token.audiences.length !== 1 ||
    typeof exp !== "number" ||
    exp <= now() / 1000
  )
    throw refused();
  return {
    kind: "user",
    identity: oidcIdentity(token.claims),
    expiresAt: exp * 1000,
  };
}

async function verifyCustomJwt(
  provider: CustomJwtProvider,
  token: ParsedToken,
  cache: KeyCache,
  { fetchUrl, now }: VerifierOptions,
): Promise<UserCaller> {
  const { keys } = await cache.get(
    `jwks ${provider.jwks}`,
    () => namedKeys(provider.jwks, fetchUrl),
    (known) => isSignedByNamedKey(provider, token, known),
  );
  if (!(await isSignedByNamedKey(provider, token, keys)))
    throw new AuthError(
      "InvalidAuthHeader",
      token.keyId === null
        ? "Could not decode token. JWT may be missing a 'kid' (key ID) header."
        : `Could not decode token. The JWT's 'kid' (key ID) header is '${token.keyId}', does this key match any key in the provider's JWKS?`,
    );
  return {
    kind: "user",
    identity: customJwtIdentity(token.claims),
    expiresAt: validPeriod(token, now()) * 1000,
  };
}

/** Checks `exp`, `nbf` and `iat` and returns `exp`, in seconds. */
function validPeriod({ claims }: ParsedToken, now: number): number {
  const refused = (why: string) => new AuthError("InvalidAuthHeader", why);
  /** Seconds from now; null if the claim is missing. */
  const until = (claim: string) => {
    const time = claims[claim];
    return typeof time === "number" ? time - now / 1000 : null;
  };
  const expiry = until("exp") ?? 0;
  if (-expiry > CUSTOM_JWT_LEEWAY)
    throw refused(
      `Could not validate token: Token expired ${Math.trunc(-expiry)} seconds ago`,
    );
  for (const claim of ["nbf", "iat"]) {
    const wait = until(claim) ?? 0;
    if (wait > CUSTOM_JWT_LEEWAY)
      throw refused(
        `Could not validate token: Token will be valid in ${Math.trunc(wait)} seconds`,
      );
  }
  const { exp } = claims;
  if (typeof exp !== "number") throw refused("Missing expiry");
  return exp;
}

type Keys = Parameters<typeof candidateKeys>[2];

function isSigned(
  token: ParsedToken,
  algorithm: SignatureAlgorithm,
  keys: Keys,
): Promise<boolean> {
  return isSignedByOneOf(
    token,
    algorithm,
    candidateKeys(token, algorithm, keys),
  );
}

/** Custom JWTs must name their key, and use the configured algorithm. */
async function isSignedByNamedKey(
  provider: CustomJwtProvider,
  token: ParsedToken,
  keys: Keys,
): Promise<boolean> {
  const named = keys.filter((key) => key.kid === token.keyId);
  return await isSigned(token, provider.algorithm, named);
}
