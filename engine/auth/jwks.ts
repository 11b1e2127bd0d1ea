/**
 * Fetches a provider's keys: by discovery for OIDC, from a URL (or data: URL) for custom JWTs. The fetch function is
 * injected, so that the engine can read its own issuer directly.
 */
import { AuthError } from "./auth-error.ts";
import type { FetchedKeys } from "./key-cache.ts";
import { trimSlashes } from "./providers.ts";
import type { Jwk } from "./signature.ts";

/** GET of an absolute http(s) URL. Must follow redirects only to http(s), and must time out. */
export type FetchUrl = (url: string) => Promise<Response>;

/** Largest answer read from an issuer, characters. */
const MAX_ANSWER = 1 << 20;

export function discoveryFailed(
  issuer: string,
  why = "",
  cause?: unknown,
): AuthError {
  return new AuthError(
    "AuthProviderDiscoveryFailed",
    `Auth provider discovery of ${issuer} failed${why}`,
    { cause },
  );
}

/** @throws AuthError when the issuer cannot be read or describes another issuer. */
export async function discoverKeys(
  domain: string,
  fetchUrl: FetchUrl,
): Promise<FetchedKeys & { issuer: string }> {
  const failed = (why: string, cause?: unknown) =>
    discoveryFailed(domain, why, cause);
  const url = `${trimSlashes(domain)}/.well-known/openid-configuration`;
  const { body } = await getJson(url, fetchUrl, failed);
  const { issuer, jwks_uri: jwksUri } = body;
  if (typeof issuer !== "string" || typeof jwksUri !== "string")
    throw failed("");
  if (trimSlashes(issuer) !== trimSlashes(domain)) throw failed("");
  const answer = await getJson(jwksUri, fetchUrl, failed);
  const keys = keysOf(answer.body);
  if (keys === null) throw failed("");
  return { keys, issuer, maxAge: answer.maxAge };
}

/** @throws AuthError with the backend's texts. */
export async function namedKeys(
  jwksUri: string,
  fetchUrl: FetchUrl,
): Promise<FetchedKeys> {
  if (jwksUri.startsWith("data:")) {
    const keys = keysOf(parseObject(decodeDataUrl(jwksUri)));
    if (keys === null) throw invalidBody(jwksUri);
    return { keys, maxAge: null };
  }
  const answer = await getJson(jwksUri, fetchUrl, (why, cause) =>
    why === ""
      ? invalidBody(jwksUri)
      : new AuthError(
          "InvalidAuthHeader",
          `Could not fetch JWKS from URL '${jwksUri}'${why}. Check that the URL is correct and accessible.`,
          { cause },
        ),
  );
  const type = answer.contentType.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && type !== "application/jwk-set+json")
    throw new AuthError(
      "InvalidAuthHeader",
      `Invalid Content-Type '${answer.contentType}' when fetching JWKS from '${jwksUri}'. Expected 'application/json' or 'application/jwk-set+json'.`,
    );
  const keys = keysOf(answer.body);
  if (keys === null) throw invalidBody(jwksUri);
  return { keys, maxAge: answer.maxAge };
}

type Fail = (why: string, cause?: unknown) => AuthError;

async function getJson(url: string, fetchUrl: FetchUrl, failed: Fail) {
  let response: Response;
  let text: string;
  try {
    response = await fetchUrl(url);
    text = await response.text();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw failed(`: ${why}`, cause);
  }
  if (response.status !== 200)
    throw failed(`: HTTP ${response.status} ${response.statusText}`.trimEnd());
  const body = text.length > MAX_ANSWER ? null : parseObject(text);
  if (body === null) throw failed("");
  return {
    body,
    contentType: response.headers.get("content-type") ?? "unknown",
    maxAge: maxAgeOf(response.headers.get("cache-control")),
  };
}

/** `max-age` in ms, null when absent. */
function maxAgeOf(cacheControl: string | null): number | null {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function keysOf(body: Record<string, unknown> | null): Jwk[] | null {
  const keys = body?.["keys"];
  if (!Array.isArray(keys)) return null;
  return keys
    .filter((key): key is Jwk => typeof key === "object" && !!key)
    .map((key) => {
      // jose compares it with the token's, in which an older name of the same algorithm may stand.
      const { alg: _, ...others } = key as Jwk & { alg?: unknown };
      return others;
    });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function decodeDataUrl(url: string): string {
  const comma = url.indexOf(",");
  const meta = url.slice(0, comma);
  const data = url.slice(comma + 1);
  try {
    const text = decodeURIComponent(data);
    return meta.endsWith(";base64")
      ? Buffer.from(text, "base64").toString("utf8")
      : text;
  } catch (cause) {
    throw new AuthError(
      "InvalidAuthHeader",
      "Invalid JWKS data URL. Check that the data URL is properly formatted and contains valid base64-encoded JSON.",
      { cause },
    );
  }
}

function invalidBody(jwksUri: string): AuthError {
  return new AuthError(
    "InvalidAuthHeader",
    `Invalid JWKS response body from '${jwksUri}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
  );
}
