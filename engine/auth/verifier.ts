/**
 * Turns a bearer token into a caller: picks the provider, gets its keys, checks signature, audience and expiry. Order
 * and texts are the backend's (crates/authentication).
 */
import { NetworkTurns } from "../memory/network-turns.ts";
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
  type Jwk,
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
  /**
   * @param network of the sender (values/network.ts); null for this machine, which never waits
   * @throws AuthError when the token is not acceptable now, TooManyWaiting
   */
  verify: (token: string, network: string | null) => Promise<UserCaller>;
  /** Drops fetched keys; called when the deployment or its environment changes. */
  forgetKeys: () => void;
}

/** Leeway of custom JWTs, seconds (the backend's). */
const CUSTOM_JWT_LEEWAY = 5;

/** Signatures of one network that are checked at once, by as many threads as there are, and those that may wait. */
const AT_ONCE = 4;
const MAX_WAITING = 1000;

/** Whether one of the keys made the token's signature. Waits for its network's turn. */
type IsSigned = (
  algorithm: SignatureAlgorithm,
  keys: readonly Jwk[],
) => Promise<boolean>;

export function createVerifier(options: VerifierOptions): Verifier {
  const cache = new KeyCache(options.now);
  const turns = new NetworkTurns({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
  });
  return {
    forgetKeys: () => cache.clear(),
    async verify(text, network) {
      const token = parseToken(text);
      const isSigned: IsSigned = (algorithm, keys) => {
        const candidates = candidateKeys(token, algorithm, keys);
        return turns.run({ network }, () =>
          isSignedByOneOf(token, algorithm, candidates),
        );
      };
      const provider = matchProvider(
        options.providers(),
        token.issuer,
        token.audiences,
      );
      return provider.type === "oidc"
        ? await verifyOidc(provider, token, cache, isSigned, options)
        : await verifyCustomJwt(provider, token, cache, isSigned, options);
    },
  };
}

/** @param provider that matchProvider found for the token */
async function verifyOidc(
  provider: OidcProvider,
  token: ParsedToken,
  cache: KeyCache,
  isSigned: IsSigned,
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
  const checked = await cache.check(
    `oidc ${provider.domain}`,
    () => discoverKeys(provider.domain, fetchUrl),
    (keys) => isSigned(algorithm, keys),
  );
  if (checked.issuer !== token.issuer) throw discoveryFailed(token.issuer);
  const exp = token.claims["exp"];
  if (
    !checked.isSigned ||
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
  isSigned: IsSigned,
  { fetchUrl, now }: VerifierOptions,
): Promise<UserCaller> {
  const checked = await cache.check(
    `jwks ${provider.jwks}`,
    () => namedKeys(provider.jwks, fetchUrl),
    // Custom JWTs must name their key, and use the configured algorithm.
    (keys) =>
      isSigned(
        provider.algorithm,
        keys.filter((key) => key.kid === token.keyId),
      ),
  );
  if (!checked.isSigned)
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
