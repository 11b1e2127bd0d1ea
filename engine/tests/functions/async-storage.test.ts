import { expect, test } from "vitest";
import type { Caller } from "../../functions/function-types.ts";
import { functionsOf } from "./open-functions.ts";

const app = functionsOf({
  "entered.ts": `
    const storage = new AsyncLocalStorage();
    storage.enterWith("import");
    const who = async (ctx) => { console.log("asked"); return (await ctx.auth.getUserIdentity())?.subject ?? null; };
    const bound = AsyncLocalStorage.bind(who), resource = storage.run("run", () => new AsyncResource("at import")), within = storage.run("run", () => AsyncLocalStorage.snapshot());
    let first;
    export const asks = query({ args: {}, handler: async (ctx) => {
      first ??= AsyncResource.bind(() => who(ctx));
      const seen = [storage.getStore() ?? null, await bound(ctx), await resource.runInAsyncScope(who, null, ctx), await within(who, ctx), within(() => storage.getStore())];
      return [...seen, await first().catch((error) => error.message)];
    } });`,
  "storage.ts": `
    const storage = new AsyncLocalStorage(), other = new AsyncLocalStorage();
    const atImport = AsyncLocalStorage.snapshot(), made = new AsyncResource("made");
    const who = async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null;
    let kept, bound;
    export const fromImport = mutation({ args: {}, handler: async (ctx) => {
      await atImport(() => ctx.db.insert("t", {}));
      await made.runInAsyncScope(() => ctx.db.insert("t", {}));
      return (await ctx.db.query("t").collect()).length;
    } });
    export const keeps = query({ args: {}, handler: (ctx) => storage.run("first", () => { kept = AsyncLocalStorage.snapshot(); bound = AsyncResource.bind(who); return who(ctx); }) });
    export const usesKept = query({ args: {}, handler: async (ctx) => [await kept(who, ctx), await bound(ctx), kept(() => storage.getStore()), storage.getStore() ?? null] });
    export const enters = query({ args: {}, handler: async (ctx) => { const before = storage.getStore() ?? null; storage.enterWith("mine"); await ctx.db.query("t").first(); return [before, storage.getStore()]; } });
    export const inner = query({ args: {}, handler: async () => storage.getStore() ?? null });
    export const nested = query({ args: {}, handler: (ctx) => storage.run("outer", async () => [await ctx.runQuery(anyApi.storage.inner, {}), storage.getStore()]) });
    export const works = query({ args: {}, handler: async () => {
      const seen = [], see = () => seen.push([storage.getStore() ?? null, other.getStore() ?? null]);
      storage.run("a", () => other.run("b", () => {
        see(); storage.exit(see);
        const snapshot = AsyncLocalStorage.snapshot(), resource = new AsyncResource("r"), isBound = AsyncLocalStorage.bind(see);
        storage.run("c", () => { see(); snapshot(see); resource.runInAsyncScope(see); resource.bind(see)(); isBound(); see(); });
        try { storage.run("d", () => { throw 1; }); } catch { see(); }
        other.disable(); see(); other.enterWith("e"); see();
      }));
      see();
      const passed = [storage.run(1, (...args) => args, 2, 3), AsyncLocalStorage.snapshot()((...args) => args, 4), new AsyncResource("r").runInAsyncScope(function (...args) { return [this.own, ...args]; }, { own: 5 }, 6),
        AsyncResource.bind(function () { return this.own; }).call({ own: 7 }), new AsyncResource("r").type];
      return { seen, passed };
    } });`,
});

const user = (subject: string): Caller => ({
  kind: "user",
  identity: { tokenIdentifier: `i|${subject}`, subject, issuer: "i" },
  expiresAt: Infinity,
});

test("[FN11] values are those of the enclosing run, snapshot, resource or bound function", async () => {
  expect(await app().query("storage:works")).toEqual({
    seen: [
      ["a", "b"],
      [null, "b"],
      ["c", "b"],
      ...Array<string[]>(4).fill(["a", "b"]),
      ["c", "b"],
      ["a", "b"],
      ["a", null],
      ["a", "e"],
      [null, null],
    ],
    passed: [[2, 3], [4], [5, 6], 7, "r"],
  });
});

test("[FN11] a snapshot or resource carries values, not the call that made it", async () => {
  expect(await app().mutation("storage:fromImport")).toBe(2);
  expect(await app().query("storage:keeps", {}, user("ann"))).toBe("ann");
  const seen = await app().query("storage:usesKept", {}, user("bob"));
  expect(seen).toEqual(["bob", "bob", "first", null]);
});

test("[FN11] every call starts without values, nested calls too", async () => {
  for (let i = 0; i < 2; i++)
    expect(await app().query("storage:enters")).toEqual([null, "mine"]);
  expect(await app().query("storage:nested")).toEqual([null, "outer"]);
});

test("[FN11] contexts that modules keep from import leave each call with its own caller", async () => {
  for (const who of ["ann", "bob"]) {
    const { outcome } = await app().functions.runQuery(
      "entered:asks",
      {},
      user(who),
      null,
    );
    const seen: unknown = outcome.ok && JSON.parse(outcome.value);
    expect(seen).toEqual([null, who, who, who, "run", who]);
    expect(outcome.logLines).toHaveLength(4);
  }
});
