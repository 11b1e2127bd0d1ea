/** The issuers a deployment accepts, as listed in `auth.config.ts`, and the match of a token's issuer. */
import { AuthError } from "./auth-error.ts";

/** An OpenID Connect issuer; its keys are found through discovery. */
export type OidcProvider = {
  readonly type: "oidc";
  /** Issuer URL with scheme, as written in the configuration. */
  readonly domain: string;
  readonly applicationID: string;
};

/** An issuer with a configured key URL. */
export type CustomJwtProvider = {
  readonly type: "customJwt";
  /** Issuer URL with scheme. */
  readonly issuer: string;
  readonly applicationID: string | null;
  /** URL of a JWK set: http, https or data. */
  readonly jwks: string;
  readonly algorithm: "RS256" | "ES256";
};

export type AuthProvider = OidcProvider | CustomJwtProvider;

/**
 * Reads the default export of `auth.config`.
 * @throws AuthError with the backend's texts when it has another shape or a domain is no URL.
 */
export function parseAuthConfig(config: unknown): AuthProvider[] {
  const providers = isRecord(config) ? config["providers"] : undefined;
  if (!Array.isArray(providers))
    throw new AuthError(
      "InvalidAuthConfig",
      "auth config file must include a list of provider credentials",
    );
  return providers.map(parseProvider);
}

function parseProvider(provider: unknown): AuthProvider {
  if (!isRecord(provider)) throw invalidProvider(provider);
  const { type, domain, applicationID, issuer, jwks, algorithm } = provider;
  if (type === "customJwt") {
    if (typeof issuer !== "string" || typeof jwks !== "string")
      throw invalidProvider(provider);
    if (algorithm !== "RS256" && algorithm !== "ES256")
      throw new AuthError(
        "InvalidSignatureAlgorithm",
        `Invalid signature algorithm (only RS256 and ES256 are supported): ${String(algorithm)}`,
      );
    // Null means any audience, as in the backend; a provider without one is stored this way, too.
    const application = applicationID ?? null;
    if (application !== null && typeof application !== "string")
      throw invalidProvider(provider);
    return {
      type: "customJwt",
      issuer: parseIssuer(issuer),
      applicationID: application,
      jwks,
      algorithm,
    };
  }
  if (typeof domain !== "string" || typeof applicationID !== "string")
    throw invalidProvider(provider);
  return { type: "oidc", domain: parseIssuer(domain), applicationID };
}

/** The form in which the CLI and the backend exchange a provider. */
export function serializeProvider(
  provider: AuthProvider,
): Record<string, string | null> {
  if (provider.type === "oidc")
    return { applicationID: provider.applicationID, domain: provider.domain };
  return { ...provider };
}

/** The first provider that accepts tokens of this issuer for one of these audiences. */
export function matchProvider(
  providers: readonly AuthProvider[],
  issuer: string,
  audiences: readonly string[],
): AuthProvider {
  const found = providers.find(
    (provider) =>
      sameIssuer(issuerOf(provider), issuer) &&
      (provider.applicationID === null ||
        audiences.includes(provider.applicationID)),
  );
  if (found !== undefined) return found;
  throw new AuthError("NoAuthProvider", noProviderText(providers));
}

function issuerOf(provider: AuthProvider): string {
  return provider.type === "oidc" ? provider.domain : provider.issuer;
}

/** Compares with `https://` added to the token's issuer if missing, and without trailing slashes. */
function sameIssuer(configured: string, inToken: string): boolean {
  const withScheme = /^https?:\/\//.test(inToken)
    ? inToken
    : `https://${inToken}`;
  return trimSlashes(configured) === trimSlashes(withScheme);
}

export function trimSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}

function parseIssuer(original: string): string {
  const refuse = (why: string): never => {
    throw new AuthError(
      "InvalidProviderDomainUrl",
      `Invalid provider domain URL "${original}": ${why}`,
    );
  };
  if (original.startsWith('"')) refuse('starts with a double quote (")');
  const hadScheme = /^\w+:\/\//.test(original);
  const text = hadScheme ? original : `https://${original}`;
  if (!URL.canParse(text)) refuse("invalid URL");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    refuse("scheme should be http or https");
  const looksLikeHost = /\.[a-z]{2,}$/i.test(url.hostname);
  if (!hadScheme && url.hostname !== "localhost" && !looksLikeHost)
    refuse(
      "Does not look like a URL (must have a scheme or end with a top-level domain)",
    );
  return text;
}

function noProviderText(providers: readonly AuthProvider[]): string {
  if (providers.length === 0)
    return "No auth provider found matching the given token (no providers configured). Check convex/auth.config.ts.";
  const list = providers.map((provider) =>
    provider.type === "oidc"
      ? `OIDC(domain=${provider.domain}, app_id=${provider.applicationID})`
      : `CustomJWT(issuer=${provider.issuer}, app_id=${provider.applicationID ?? "none"})`,
  );
  return `No auth provider found matching the given token. Check that your JWT's issuer and audience match one of your configured providers: [${list.join(", ")}]`;
}

function invalidProvider(provider: unknown): AuthError {
  return new AuthError(
    "InvalidAuthConfig",
    `auth config provider is not valid: ${JSON.stringify(provider)}`,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
