import { expect, test } from "vitest";
import { parseAuthConfig } from "../../auth/providers.ts";
import { createVerifier } from "../../auth/verifier.ts";
import { makeIssuer, type Issuer } from "./issuer.ts";

const NOW = Date.UTC(2026, 10, 21);
const EXP = NOW / 1000 + 3600;

function open(issuer: Issuer, providers: unknown[]) {
  const clock = { now: NOW };
  const verifier = createVerifier({
    providers: () => parseAuthConfig({ providers }),
    fetchUrl: issuer.fetchUrl,
    now: () => clock.now,
  });
  const verify = (token: string, network: string | null = null) =>
    verifier.verify(token, network);
  return { clock, ...verifier, verify };
}

const oidc = (issuer: Issuer) => ({
  domain: issuer.url,
  applicationID: "convex",
});
const custom = (issuer: Issuer, algorithm = "RS256") => ({
  type: "customJwt",
  issuer: issuer.url,
  jwks: `${issuer.url}/jwks`,
  algorithm,
  applicationID: "app",
});

test("[AU1] a token of a configured OIDC issuer is accepted: RS256 or EdDSA, with or without a key id", async () => {
  const issuer = makeIssuer();
  const { verify } = open(issuer, [oidc(issuer)]);
  for (const alg of ["RS256", "EdDSA"] as const)
    for (const kid of ["first", null]) {
      const caller = await verify(
        issuer.token({ sub: "u1", aud: "convex", exp: EXP }, { alg, kid }),
      );
      expect(caller).toEqual({
        kind: "user",
        identity: {
          tokenIdentifier: "https://id.example.com|u1",
          subject: "u1",
          issuer: "https://id.example.com",
        },
        expiresAt: EXP * 1000,
      });
    }
});

test("[AU2] a token must match a provider's issuer and audience; the error lists the configured providers", async () => {
  const issuer = makeIssuer();
  const token = issuer.token({ sub: "u", aud: "other", exp: EXP });
  await expect(open(issuer, []).verify(token)).rejects.toMatchObject({
    code: "NoAuthProvider",
    message:
      "No auth provider found matching the given token (no providers configured). Check convex/auth.config.ts.",
  });
  await expect(open(issuer, [oidc(issuer)]).verify(token)).rejects.toThrow(
    "No auth provider found matching the given token. Check that your JWT's issuer and audience match one of your configured providers: [OIDC(domain=https://id.example.com, app_id=convex)]",
  );
  const slashed = { ...oidc(issuer), domain: "id.example.com/" };
  const { identity } = await open(issuer, [slashed]).verify(
    issuer.token({ sub: "u", aud: "convex", exp: EXP }),
  );
  expect(identity.subject).toBe("u");
});

test.each([
  ["OIDC", oidc],
  ["custom JWT", custom],
])(
  "[AU2] a token that names another issuer is refused by an %s provider, even when its own key signed it",
  async (_kind, provider) => {
    const issuer = makeIssuer();
    const { verify } = open(issuer, [provider(issuer)]);
    for (const iss of [
      "https://evil.example",
      "https://id.example.com.evil.example",
      "https://id.example.com/tenant",
      "http://id.example.com",
    ])
      for (const aud of ["app", "convex"])
        await expect(
          verify(issuer.token({ iss, sub: "u", aud, exp: EXP })),
          iss,
        ).rejects.toMatchObject({ code: "NoAuthProvider" });
  },
);

test("[AU3] forged, altered and unsigned tokens are refused", async () => {
  const issuer = makeIssuer();
  const stranger = makeIssuer();
  const { verify } = open(issuer, [oidc(issuer)]);
  const claims = { sub: "u", aud: "convex", exp: EXP };
  const good = issuer.token(claims);
  const [head, , signature] = good.split(".");
  const altered = Buffer.from(
    JSON.stringify({ iss: issuer.url, ...claims, sub: "admin" }),
  ).toString("base64url");
  const bad = {
    "another issuer's key": issuer.token(claims, { from: stranger }),
    "altered claims": `${head}.${altered}.${signature}`,
    "alg none": issuer.token(claims, { alg: "none" }),
    "HMAC with the public key": issuer.token(claims, { alg: "HS256" }),
    "ES256, not allowed for OIDC": issuer.token(claims, { alg: "ES256" }),
    "two audiences": issuer.token({ ...claims, aud: ["convex", "x"] }),
  };
  for (const [what, token] of Object.entries(bad))
    await expect(verify(token), what).rejects.toMatchObject({
      code: "Unauthenticated",
      message:
        "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
    });
  // Positive control.
  await expect(verify(good)).resolves.toMatchObject({ kind: "user" });
});

test("[AU3] a signature by an RSA key of less than 2048 bits is refused", async () => {
  const issuer = makeIssuer("https://id.example.com", 1024);
  const { verify } = open(issuer, [oidc(issuer)]);
  const claims = { sub: "u", aud: "convex", exp: EXP };
  await expect(verify(issuer.token(claims))).rejects.toThrow(
    "Could not verify OIDC token claim.",
  );
  expect(await verify(issuer.token(claims, { alg: "EdDSA" }))).toBeDefined();
});

test("[AU4] a token that is no JWT is refused with the backend's text before any key is fetched", async () => {
  const issuer = makeIssuer();
  const { verify } = open(issuer, [oidc(issuer)]);
  for (const token of ["", "a.b", "a.b.c.d", "e30.W10.x", "x".repeat(20_000)])
    await expect(verify(token)).rejects.toThrow(
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
    );
  await expect(
    verify(`e30.${Buffer.from("{}").toString("base64url")}.x`),
  ).rejects.toThrow("Missing issuer claim ('iss') in JWT payload.");
  // Valid except for its length.
  const pad = "x".repeat(16_384);
  await expect(
    verify(issuer.token({ sub: "u", aud: "convex", exp: EXP, pad })),
  ).rejects.toThrow("Could not parse JWT payload.");
  expect(issuer.asked.size).toBe(0);
});

test("[AU5] OIDC tokens end at exp; custom ones have five seconds of leeway for exp, nbf and iat", async () => {
  const issuer = makeIssuer();
  const first = open(issuer, [oidc(issuer)]);
  const token = issuer.token({ sub: "u", aud: "convex", exp: EXP });
  first.clock.now = EXP * 1000 - 1000;
  await expect(first.verify(token)).resolves.toBeDefined();
  first.clock.now = EXP * 1000;
  await expect(first.verify(token)).rejects.toThrow("hasn't expired");
  first.clock.now = NOW;
  for (const exp of [undefined, String(EXP)])
    await expect(
      first.verify(issuer.token({ sub: "u", aud: "convex", exp })),
    ).rejects.toThrow("hasn't expired");

  const second = open(issuer, [custom(issuer)]);
  const own = issuer.token({ sub: "u", aud: "app", exp: EXP });
  second.clock.now = EXP * 1000 + 4000;
  await expect(second.verify(own)).resolves.toBeDefined();
  second.clock.now = EXP * 1000 + 6000;
  await expect(second.verify(own)).rejects.toThrow(
    "Could not validate token: Token expired 6 seconds ago",
  );
  second.clock.now = NOW;
  for (const claim of ["nbf", "iat"]) {
    const from = (seconds: number) =>
      issuer.token({
        ...{ sub: "u", aud: "app", exp: EXP },
        [claim]: NOW / 1000 + seconds,
      });
    await expect(second.verify(from(5))).resolves.toBeDefined();
    await expect(second.verify(from(60))).rejects.toThrow(
      "Could not validate token: Token will be valid in 60 seconds",
    );
  }
  await expect(
    second.verify(issuer.token({ sub: "u", aud: "app" })),
  ).rejects.toThrow("Missing expiry");
});

test("[AU6] a custom JWT needs the configured algorithm and a key id from the key set", async () => {
  const issuer = makeIssuer();
  const { verify } = open(issuer, [custom(issuer, "ES256")]);
  const claims = { sub: "u", aud: "app", exp: EXP };
  const caller = await verify(issuer.token(claims, { alg: "ES256" }));
  expect(caller.identity.tokenIdentifier).toBe("https://id.example.com|u");
  await expect(
    verify(issuer.token(claims, { alg: "ES256", kid: "no" })),
  ).rejects.toThrow(
    "Could not decode token. The JWT's 'kid' (key ID) header is 'no', does this key match any key in the provider's JWKS?",
  );
  await expect(
    verify(issuer.token(claims, { alg: "ES256", kid: null })),
  ).rejects.toThrow(
    "Could not decode token. JWT may be missing a 'kid' (key ID) header.",
  );
  await expect(
    verify(issuer.token(claims, { alg: "RS256" })),
  ).rejects.toMatchObject({ code: "InvalidAuthHeader" });
});

test("[AU7] keys are fetched once and kept as the issuer allows, between 15 s and 10 min", async () => {
  const issuer = makeIssuer();
  const { verify, clock } = open(issuer, [oidc(issuer)]);
  const token = issuer.token({ sub: "u", aud: "convex", exp: EXP });
  const fetches = () => issuer.asked.get(`${issuer.url}/jwks`) ?? 0;
  issuer.cacheControl = "public, max-age=0";
  await Promise.all([verify(token), verify(token), verify(token)]);
  expect(fetches()).toBe(1);
  clock.now += 14_999;
  await verify(token);
  expect(fetches()).toBe(1);
  issuer.cacheControl = "max-age=86400";
  clock.now += 1;
  await verify(token);
  expect(fetches()).toBe(2);
  clock.now += 599_999;
  await verify(token);
  expect(fetches()).toBe(2);
  clock.now += 1;
  await verify(token);
  expect(fetches()).toBe(3);
});

test("[AU3] a key that is not meant for signatures verifies no token", async () => {
  const issuer = makeIssuer();
  const claims = { sub: "u", aud: "convex", exp: EXP };
  const { keys } = issuer.jwks();
  const verifyWith = async (use: string | undefined) => {
    issuer.jwks = () => ({ keys: keys.map((key) => ({ ...key, use })) });
    return await open(issuer, [oidc(issuer)]).verify(issuer.token(claims));
  };
  await expect(verifyWith("enc")).rejects.toThrow("Could not verify");
  for (const use of ["sig", undefined])
    await expect(verifyWith(use)).resolves.toMatchObject({ kind: "user" });
});

test("[AU8] an unknown key id fetches the keys again, at most every 15 s; forgetKeys does so at once", async () => {
  const issuer = makeIssuer();
  const { verify, clock, forgetKeys } = open(issuer, [oidc(issuer)]);
  const claims = { sub: "u", aud: "convex", exp: EXP };
  await verify(issuer.token(claims));
  issuer.rotate("second");
  const token = issuer.token(claims);
  await expect(verify(token)).rejects.toThrow("Could not verify");
  expect(issuer.asked.get(`${issuer.url}/jwks`)).toBe(1);
  clock.now += 15_000;
  await expect(verify(token)).resolves.toBeDefined();
  issuer.rotate("third");
  await expect(verify(issuer.token(claims))).rejects.toThrow();
  forgetKeys();
  await expect(verify(issuer.token(claims))).resolves.toBeDefined();
});

test("[AU9] an issuer that cannot be read gives an error that says so, and is asked again a second later", async () => {
  const issuer = makeIssuer();
  let broken = true;
  let fetches = 0;
  const fetchUrl = async (url: string) => {
    fetches++;
    return broken
      ? new Response("", { status: 503 })
      : await issuer.fetchUrl(url);
  };
  const { verify, clock } = open({ ...issuer, fetchUrl }, [oidc(issuer)]);
  const token = issuer.token({ sub: "u", aud: "convex", exp: EXP });
  const failure =
    "Auth provider discovery of https://id.example.com failed: HTTP 503";
  await expect(verify(token)).rejects.toThrow(failure);
  broken = false;
  clock.now += 999;
  await expect(verify(token)).rejects.toThrow(failure);
  expect(fetches).toBe(1);
  clock.now += 1;
  await expect(verify(token)).resolves.toBeDefined();
  expect(fetches).toBe(3);
  clock.now -= 60_000;
  await expect(verify(token)).resolves.toBeDefined();
  expect(fetches).toBe(5);
});

test("[AU9] however tokens write the issuer, it is fetched once; only its own spelling is accepted", async () => {
  const issuer = makeIssuer();
  const { verify } = open(issuer, [oidc(issuer)]);
  const claims = { sub: "u", aud: "convex", exp: EXP };
  const spellings = [
    ...Array.from({ length: 50 }, (_, n) => issuer.url + "/".repeat(n + 1)),
    issuer.url.replace("https://", ""),
  ];
  for (const iss of spellings) {
    const unsigned = issuer.token({ ...claims, iss }).replace(/[^.]+$/, "AAAA");
    await expect(verify(unsigned)).rejects.toThrow();
  }
  const fetches = [...issuer.asked.values()].reduce((a, b) => a + b, 0);
  expect(fetches).toBe(2);
  for (const iss of spellings)
    await expect(verify(issuer.token({ ...claims, iss }))).rejects.toThrow(
      `Auth provider discovery of ${iss} failed`,
    );
  await expect(verify(issuer.token(claims))).resolves.toBeDefined();
});

test("[AU17] networks take turns: a flood of tokens from one delays only its own", async () => {
  const issuer = makeIssuer();
  const { verify, clock } = open(issuer, [oidc(issuer)]);
  const token = issuer.token({ sub: "u", aud: "convex", exp: EXP });
  await verify(token);
  const forged = token.replace(/[^.]+$/, "A".repeat(342));
  const checked: string[] = [];
  const check = (one: string, network: string) =>
    verify(one, network).then(
      () => checked.push(network),
      () => checked.push(network),
    );
  const flood = Array.from({ length: 200 }, () => check(forged, "192.0.2.1"));
  await check(token, "198.51.100.1");
  expect(checked.length).toBeLessThan(20);
  await Promise.all(flood);
  clock.now += 1000;
  const waiting = Array.from({ length: 1005 }, () =>
    verify(token, "192.0.2.1"),
  );
  const ends = await Promise.allSettled(waiting);
  expect(ends.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { code: "TooManyConcurrentRequests" } },
  ]);
});

const large = { "x-more": "x".repeat(1 << 20) };

test.each([
  ["a description of another issuer", { issuer: "https://evil.example" }],
  ["a description without keys", { jwks_uri: undefined }],
  ["a description that is too long", large],
  ["a description that is not JSON", "issuer"],
  ["a description that is no object", "5"],
  ["keys that are no list", null],
])("[AU9] discovery fails on %s", async (_what, described) => {
  const issuer = makeIssuer();
  if (described === null) issuer.jwks = () => ({ keys: "none" as never });
  const document = { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` };
  const fetchUrl = async (url: string) =>
    !url.endsWith("/openid-configuration")
      ? await issuer.fetchUrl(url)
      : typeof described === "string"
        ? new Response(described)
        : Response.json({ ...document, ...described });
  const { verify } = open({ ...issuer, fetchUrl }, [oidc(issuer)]);
  const token = issuer.token({ sub: "u", aud: "convex", exp: EXP });
  await expect(verify(token)).rejects.toMatchObject({
    code: "AuthProviderDiscoveryFailed",
    message: "Auth provider discovery of https://id.example.com failed",
  });
});

test.each([
  ["https://id.example.com/jwks", "{}"],
  ["https://id.example.com/jwks", "no JSON"],
  ["https://id.example.com/jwks", JSON.stringify({ keys: [], ...large })],
  ["data:application/json,{}", ""],
])(
  "[AU10] the JWK set at %s is refused when its body is %.9s",
  async (jwks, body) => {
    const issuer = makeIssuer();
    const headers = { "content-type": "application/json" };
    const fetchUrl = async () => new Response(body, { headers });
    const { verify } = open({ ...issuer, fetchUrl }, [
      { ...custom(issuer), jwks },
    ]);
    const token = issuer.token({ sub: "u", aud: "app", exp: EXP });
    await expect(verify(token)).rejects.toMatchObject({
      code: "InvalidAuthHeader",
      message: `Invalid JWKS response body from '${jwks}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
    });
  },
);

test("[AU10] a JWK set may be a data: URL; a fetched one needs a JSON content type", async () => {
  const issuer = makeIssuer();
  const data = Buffer.from(JSON.stringify(issuer.jwks())).toString("base64");
  const inline = {
    ...custom(issuer),
    jwks: `data:application/json;base64,${data}`,
  };
  const token = issuer.token({ sub: "u", aud: "app", exp: EXP });
  await expect(open(issuer, [inline]).verify(token)).resolves.toBeDefined();
  expect(issuer.asked.size).toBe(0);
  issuer.contentType = "text/html";
  await expect(open(issuer, [custom(issuer)]).verify(token)).rejects.toThrow(
    "Invalid Content-Type 'text/html' when fetching JWKS from 'https://id.example.com/jwks'. Expected 'application/json' or 'application/jwk-set+json'.",
  );
});
