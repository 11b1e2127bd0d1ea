import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionKeys } from "../../../launch/secrets.mjs";
import { openTestEngine, type TestEngine } from "../open-engine.ts";

const SOURCES = {
  "auth.config.ts": `export default { providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }] };`,
  "auth.ts": `
    import { Password } from "@convex-dev/auth/providers/Password";
    import { convexAuth } from "@convex-dev/auth/server";
    export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({ providers: [Password] });`,
  "http.ts": `
    import { httpRouter } from "convex/server";
    import { auth } from "./auth";
    const http = httpRouter();
    auth.addHttpRoutes(http);
    export default http;`,
  "schema.ts": `
    import { authTables } from "@convex-dev/auth/server";
    import { defineSchema } from "convex/server";
    export default defineSchema({ ...authTables });`,
  "users.ts": `
    import { getAuthUserId } from "@convex-dev/auth/server";
    import { queryGeneric } from "convex/server";
    export const me = queryGeneric({ args: {}, handler: async (ctx) => {
      const id = await getAuthUserId(ctx);
      if (id === null) return null;
      return (await ctx.db.get(id)).email;
    }});
    export const identity = queryGeneric({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });`,
};

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTestEngine({
    mode: "child",
    sources: SOURCES,
    env: {
      ...(sessionKeys() as Record<string, string>),
      SITE_URL: "http://localhost:3000",
    },
  });
});

afterAll(() => engine.close());
const signIn = makeFunctionReference<"action">("auth:signIn");
type Tokens = { tokens: { token: string; refreshToken: string } | null };
const client = (token?: string) => {
  const made = new ConvexHttpClient(engine.url);
  if (token !== undefined) made.setAuth(token);
  return made;
};
const password = (flow: string, secret: string) =>
  client().action(signIn, {
    provider: "password",
    params: { email: "ada@example.com", password: secret, flow },
  }) as Promise<Tokens>;
const me = (token?: string) =>
  client(token).query(makeFunctionReference<"query">("users:me"), {});

test("[AU15] @convex-dev/auth signs up, signs in, refreshes and signs out", async () => {
  const { tokens } = await password("signUp", "correct horse battery");
  if (tokens === null) throw new Error("no tokens");
  expect(await me(tokens.token)).toBe("ada@example.com");
  expect(await me()).toBeNull();
  const identity: unknown = await client(tokens.token).query(
    makeFunctionReference<"query">("users:identity"),
    {},
  );
  expect(identity).toMatchObject({
    issuer: engine.siteUrl,
    subject: expect.stringMatching(/^\w{32}\|\w{32}$/) as string,
  });
  await expect(password("signIn", "wrong")).rejects.toThrow("InvalidSecret");
  const again = await password("signIn", "correct horse battery");
  expect(again.tokens?.token).not.toBe(tokens.token);
  const refreshed = (await client().action(signIn, {
    refreshToken: tokens.refreshToken,
  })) as Tokens;
  expect(await me(refreshed.tokens?.token)).toBe("ada@example.com");
  await client(tokens.token).action(
    makeFunctionReference<"action">("auth:signOut"),
    {},
  );
  const after = (await client().action(signIn, {
    refreshToken: refreshed.tokens?.refreshToken,
  })) as Tokens;
  expect(after.tokens).toBeNull();
});

test("[AU16] tokens survive kill -9 and a restart; a forged one is refused", async () => {
  const { tokens } = await password("signIn", "correct horse battery");
  const token = tokens?.token ?? "";
  await engine.kill();
  engine = await engine.restart();
  expect(await me(token)).toBe("ada@example.com");
  const forged = `${token.slice(0, -8)}AAAAAAAA`;
  await expect(me(forged)).rejects.toThrow(
    "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
  );
});
