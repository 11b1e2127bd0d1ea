import { expect, test } from "vitest";
import type { Caller, UserIdentity } from "../../functions/function-types.ts";
import {
  ADMIN,
  ANYONE,
  functionsOf,
  type TestFunctions,
} from "./open-functions.ts";

const SOURCES = {
  "count.ts": `
    export const add = mutation({ args: { by: v.number() }, handler: async (ctx, { by }) => { console.log("ran"); const row = await ctx.db.query("counts").first(); if (row) await ctx.db.patch(row._id, { n: row.n + by }); else await ctx.db.insert("counts", { n: by }); return (row?.n ?? 0) + by; } });
    export const look = mutation({ args: {}, handler: async (ctx) => (await ctx.db.query("counts").first())?.n ?? 0 });
    export const slow = mutation({ args: {}, handler: async (ctx) => { await crypto.subtle.digest("SHA-512", new Uint8Array(1 << 20)); await ctx.db.insert("slow", {}); return "once"; } });
    export const fails = mutation({ args: { fail: v.boolean() }, handler: async (ctx, { fail }) => { await ctx.db.insert("failed", {}); if (fail) throw new Error("not yet"); return "now"; } });
    export const sizes = query({ args: {}, handler: async (ctx) => Promise.all(["counts", "slow", "failed"].map(async (t) => (await ctx.db.query(t).collect()).length)) });
    export const who = query({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });
    export const nobody = query({ args: {}, handler: async () => 1 });
    export const meta = mutation({ args: {}, handler: async () => JSON.parse(await Convex.asyncSyscall("1.0/getRequestMetadata", "{}")) });`,
};
const app = functionsOf(SOURCES);
const session = (
  requestId: number,
  sessionId = "5f0f5a52-0000-4000-8000-000000000001",
) => ({ sessionId, requestId });

/** Adds to the counter under a session and request id. */
const add = (
  { functions }: TestFunctions,
  by: number,
  of: ReturnType<typeof session>,
) => functions.runMutation("count:add", { by }, ANYONE, of);

const IDENTITY: UserIdentity = {
  subject: "ann",
  issuer: "https://i.test",
  tokenIdentifier: "https://i.test|ann",
  email: "ann@i.test",
};
const USER: Caller = {
  kind: "user",
  expiresAt: Infinity,
  identity: IDENTITY,
};

test("[FN29] a mutation sent again under its session and request id runs once and gets the first answer", async () => {
  const send = (requestId: number) => add(app(), 5, session(requestId));
  const first = await send(1);
  expect(first).toMatchObject({ ok: true, value: "5" });
  expect(await send(1)).toEqual(first);
  expect(await send(2)).toMatchObject({ value: "10" });
  const other = session(1, "5f0f5a52-0000-4000-8000-000000000002");
  expect(await add(app(), 5, other)).toMatchObject({ value: "15" });
});

test("[FN29] a mutation that is sent again while it runs does not run twice", async () => {
  const { functions } = app();
  const send = () =>
    functions.runMutation("count:slow", {}, ANYONE, session(10));
  const [a, b] = await Promise.all([send(), send()]);
  expect(a).toEqual(b);
  expect(((await app().query("count:sizes")) as number[])[1]).toBe(1);
});

test("[FN29] a mutation that failed is not remembered and runs again", async () => {
  const { functions } = app();
  const send = (fail: boolean) =>
    functions.runMutation("count:fails", { fail }, ANYONE, session(20));
  expect((await send(true)).ok).toBe(false);
  expect(await send(false)).toMatchObject({ ok: true, value: '"now"' });
  expect(((await app().query("count:sizes")) as number[])[2]).toBe(1);
});

test("[FN29] a mutation that wrote nothing is not remembered; sent again, it gives the current answer", async () => {
  const { functions, store } = app();
  const look = session(30);
  const send = () => functions.runMutation("count:look", {}, ANYONE, look);
  const { lastTs } = store;
  const first = await send();
  expect(first).toMatchObject({ ok: true, ts: lastTs });
  expect(store.answered(look.sessionId, look.requestId)).toBeNull();
  expect(store.lastTs).toBe(lastTs);
  await add(app(), 1, session(31));
  expect(await send()).not.toMatchObject({ value: first.ok && first.value });
});

test("[FN30] getUserIdentity returns the claims of the caller or of the user an administrator acts as, else null", async () => {
  const acting: Caller = { kind: "admin", actingAs: IDENTITY };
  expect(await app().query("count:who", {}, USER)).toEqual(IDENTITY);
  expect(await app().query("count:who", {}, acting)).toEqual(IDENTITY);
  expect(await app().query("count:who", {}, ANYONE)).toBeNull();
  expect(await app().query("count:who", {}, ADMIN)).toBeNull();
});

test("[FN30] a result says whether it depends on the caller", async () => {
  const { functions } = app();
  const run = async (name: string) =>
    (await functions.runQuery(name, {}, USER, null)).identityRead;
  expect(await run("count:who")).toBe(true);
  expect(await run("count:nobody")).toBe(false);
});

test("[FN30] code can read its request's metadata, but never the token", async () => {
  const { functions } = app();
  const info = { ip: "192.0.2.1", userAgent: "test" };
  const result = await functions.runMutation(
    "count:meta",
    {},
    USER,
    undefined,
    info,
  );
  expect(result.ok && JSON.parse(result.value)).toEqual({
    ...info,
    requestId: expect.stringMatching(/^[\da-f]{16}$/) as string,
    scheduledFunctionId: null,
    authToken: null,
  });
});
