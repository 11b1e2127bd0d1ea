import { expect, test } from "vitest";
import { isAdminKey } from "../../auth/admin-key.ts";
import { customJwtIdentity, oidcIdentity } from "../../auth/identity.ts";
import { parseAuthConfig } from "../../auth/providers.ts";

const subject = { iss: "https://a.example", sub: "7" };
const identified = {
  tokenIdentifier: "https://a.example|7",
  subject: "7",
  issuer: "https://a.example",
};

test("[AU11] OIDC claims get Convex's names, custom claims keep theirs, and housekeeping claims are left out", () =>
  expect(
    oidcIdentity({
      ...subject,
      aud: "x",
      exp: 1,
      iat: 1,
      jti: "j",
      nbf: 1,
      fva: [1],
      name: "Ada",
      given_name: "A",
      email: "a@b.c",
      email_verified: true,
      birthdate: "1815-12-10",
      zoneinfo: "Europe/London",
      locale: "en",
      picture: "https://p.example/1",
      phone_number: 5,
      address: { formatted: "1 Street" },
      updated_at: 1_700_000_000,
      org: { id: 3 },
      ["__proto__x"]: 1,
    }),
  ).toEqual({
    ...identified,
    name: "Ada",
    givenName: "A",
    email: "a@b.c",
    emailVerified: true,
    birthday: "1815-12-10",
    timezone: "Europe/London",
    language: "en",
    pictureUrl: "https://p.example/1",
    address: "1 Street",
    updatedAt: "2023-11-14T22:13:20+00:00",
    org: { id: 3 },
    ["__proto__x"]: 1,
  }));

test("[AU12] custom JWT claims keep their raw names and nested ones are flattened", () => {
  const claims = JSON.parse(
    '{"iss":"https://a.example","sub":"7","exp":1,"email_verified":true,"org":{"id":3,"tags":["x"],"deep":{"n":null}},"__proto__":{"polluted":1},"fva":2}',
  ) as Record<string, unknown>;
  expect(Object.entries(customJwtIdentity(claims)).sort()).toEqual(
    Object.entries({
      ...identified,
      email_verified: true,
      "org.id": 3,
      "org.tags": ["x"],
      "org.deep.n": null,
      "__proto__.polluted": 1,
    }).sort(),
  );
  expect(() => customJwtIdentity({ iss: "x" })).toThrow("Missing subject");
  expect(() => customJwtIdentity({ sub: "x" })).toThrow("Missing issuer");
});

test("[AU13] a wrong auth.config is refused with the backend's texts", () => {
  const provider = (p: unknown) => () => parseAuthConfig({ providers: [p] });
  expect(() => parseAuthConfig({})).toThrow(
    "auth config file must include a list of provider credentials",
  );
  expect(provider({ domain: '"https://a"', applicationID: "c" })).toThrow(
    'Invalid provider domain URL ""https://a"": starts with a double quote (")',
  );
  expect(provider({ domain: "secret123", applicationID: "c" })).toThrow(
    'Invalid provider domain URL "secret123": Does not look like a URL (must have a scheme or end with a top-level domain)',
  );
  expect(provider({ domain: "ftp://a.example", applicationID: "c" })).toThrow(
    "scheme should be http or https",
  );
  expect(
    provider({
      type: "customJwt",
      issuer: "a.example",
      jwks: "x",
      algorithm: "HS256",
    }),
  ).toThrow(
    "Invalid signature algorithm (only RS256 and ES256 are supported): HS256",
  );
  const own = {
    ...{ type: "customJwt", issuer: "https://a.example" },
    ...{ jwks: "https://a.example/jwks", algorithm: "RS256" },
  };
  expect(provider(own)).not.toThrow();
  for (const wrong of [
    { domain: "a.example" },
    { applicationID: "c" },
    null,
    { ...own, issuer: undefined },
    { ...own, jwks: 5 },
    { ...own, applicationID: 5 },
  ])
    expect(provider(wrong)).toThrow("is not valid");
  expect(provider({ domain: "https://", applicationID: "c" })).toThrow(
    'Invalid provider domain URL "https://": invalid URL',
  );
});

test("[AU14] only the exact admin key is accepted", () => {
  expect(isAdminKey("name|secret", "name|secret")).toBe(true);
  for (const wrong of ["", "name|secre", "name|secret ", "NAME|SECRET"])
    expect(isAdminKey(wrong, "name|secret")).toBe(false);
});
