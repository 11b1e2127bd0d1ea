import path from "node:path";
import { expect, test } from "vitest";
import type { Caller } from "../../functions/function-types.ts";
import { bundleSources } from "../bundle.ts";
import { openTestFunctions, PRELUDE } from "./open-functions.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const ANN: Caller = {
  kind: "user",
  identity: { tokenIdentifier: "i|ann", subject: "ann", issuer: "i" },
  expiresAt: Infinity,
};
const COMMON = `${PRELUDE}
  import { componentsGeneric, createFunctionHandle } from "convex/server";
  const who = async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null;
`;

/** Sources by path in the functions folder: the app's, and its component's. */
const APP = {
  "who.ts": `${COMMON}
    export const am = query({ args: {}, handler: who });
    export const ask = query({ args: {}, handler: async (ctx) => {
      const handle = await createFunctionHandle(anyApi.who.am);
      return [await who(ctx), await ctx.runQuery(anyApi.who.am, {}),
        ...await ctx.runQuery(componentsGeneric().child.who.ask, { handle })];
    } });
    export const callsFailing = query({
      args: {},
      handler: async (ctx) => {
        await ctx.runQuery(componentsGeneric().child.who.fails, {});
      },
    });
    export const mutates = mutation({
      args: {},
      handler: async (ctx) => {
        await ctx.runMutation(componentsGeneric().child.who.alsoFails, {});
      },
    });`,
};
const CHILD = {
  "who.ts": `${COMMON}
    export const ask = query({ args: { handle: v.string() }, handler: async (ctx, { handle }) =>
      [await who(ctx), await ctx.runQuery(handle, {})] });
    export const fails = query({ args: {}, handler: async () => { throw new Error("deep"); } });
    export const alsoFails = mutation({ args: {}, handler: async () => { throw new ConvexError("deep"); } });`,
};

async function openWithChild() {
  const app = await openTestFunctions({});
  const child = await bundleSources(CHILD, ROOT);
  const place = { path: "child", env: {} };
  const own = await bundleSources(APP, ROOT);
  await app.functions.load({ ...own, components: [{ ...child, ...place }] });
  return app;
}

test("[CO4] neither a component nor the app that it calls learns who calls", async () => {
  const app = await openWithChild();
  const { outcome } = await app.functions.runQuery("who:ask", {}, ANN, null);
  expect(outcome).toMatchObject({ value: '["ann","ann",null,null]' });
  await app.close();
});

test.for(["callsFailing", "mutates"])(
  "[FN15] a component's frames come before the caller's own: %s",
  async (name) => {
    const app = await openWithChild();
    const path = `who:${name}`;
    const ended = name === "mutates" ? app.mutation(path) : app.query(path);
    const { message } = await ended.then(
      () => new Error("nothing"),
      (error: Error) => error,
    );
    const seen = message.match(/at (?:async )?\w+ \(/g);
    expect(seen).toEqual(["at handler (", "at async handler ("]);
    await app.close();
  },
);
