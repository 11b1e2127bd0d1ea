/** A token issuer for tests: a key pair of each kind, its documents and signed tokens. No network. */
import {
  createHmac,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";

export type Algorithm = "RS256" | "ES256" | "EdDSA" | "HS256" | "none";

export type Issuer = {
  readonly url: string;
  /** How often each URL was fetched. */
  readonly asked: Map<string, number>;
  readonly fetchUrl: (url: string) => Promise<Response>;
  token(
    claims: Record<string, unknown>,
    options?: { alg?: Algorithm; kid?: string | null; from?: Issuer },
  ): string;
  /** Replaces the keys, as a rotation does. The new keys have this id. */
  rotate(kid: string): void;
  jwks(): { keys: Record<string, unknown>[] };
  cacheControl: string | null;
  contentType: string;
};

const makeKeys = (modulusLength: number) => ({
  RS256: generateKeyPairSync("rsa", { modulusLength }),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: generateKeyPairSync("ed25519"),
});

/** @param modulusLength bits of its RSA keys */
export function makeIssuer(
  url = "https://id.example.com",
  modulusLength = 2048,
): Issuer {
  let keys = makeKeys(modulusLength);
  let keyId = "first";
  const asked = new Map<string, number>();
  const issuer: Issuer = {
    url,
    asked,
    cacheControl: null,
    contentType: "application/json",
    jwks: () => ({
      keys: Object.entries(keys).map(([alg, pair]) => ({
        ...pair.publicKey.export({ format: "jwk" }),
        use: "sig",
        alg,
        kid: keyId,
      })),
    }),
    rotate(kid) {
      keys = makeKeys(modulusLength);
      keyId = kid;
    },
    async fetchUrl(asking) {
      asked.set(asking, (asked.get(asking) ?? 0) + 1);
      const headers = new Headers({ "content-type": issuer.contentType });
      if (issuer.cacheControl !== null)
        headers.set("cache-control", issuer.cacheControl);
      if (asking === `${url}/.well-known/openid-configuration`)
        return Response.json({ issuer: url, jwks_uri: `${url}/jwks` });
      if (asking === `${url}/jwks`)
        return new Response(JSON.stringify(issuer.jwks()), { headers });
      return new Response("nothing here", { status: 404 });
    },
    token(claims, { alg = "RS256", kid = keyId, from = issuer } = {}) {
      const head = { alg, typ: "JWT", ...(kid === null ? {} : { kid }) };
      const signed = [head, { iss: url, ...claims }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      return `${signed}.${from === issuer ? signWith(keys, alg, signed) : from.token({}, { alg }).split(".")[2]}`;
    },
  };
  return issuer;
}

function signWith(
  keys: ReturnType<typeof makeKeys>,
  alg: Algorithm,
  signed: string,
): string {
  const data = Buffer.from(signed);
  const make = (hash: string | null, key: KeyObject) =>
    sign(hash, data, { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  switch (alg) {
    case "RS256":
      return make("sha256", keys.RS256.privateKey);
    case "ES256":
      return make("sha256", keys.ES256.privateKey);
    case "EdDSA":
      return make(null, keys.EdDSA.privateKey);
    case "HS256":
      // The classic attack: the public key used as an HMAC secret.
      return createHmac(
        "sha256",
        keys.RS256.publicKey.export({ type: "spki", format: "pem" }),
      )
        .update(data)
        .digest("base64url");
    case "none":
      return "";
    default:
      alg satisfies never;
      return "";
  }
}
