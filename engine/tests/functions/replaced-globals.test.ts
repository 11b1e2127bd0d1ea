/** Each run of a query or mutation sees the realm's own globals, whatever others have replaced. */
import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf(
  {
    "globals.ts": `
    const own = { process, Date };
    export const seen = query({ args: {}, handler: async () =>
      [process === own.process, Date === own.Date, typeof crypto] });
    export const loops = mutation({ args: {}, handler: async () => {
      globalThis.process = undefined; for (;;);
    } });
    export const stalls = mutation({ args: {}, handler: async () => {
      globalThis.process = undefined; await new Promise(() => undefined);
    } });
    export const getter = mutation({ args: {}, handler: async () => {
      Object.defineProperty(globalThis, "crypto", { get() { throw new Error("read"); }, configurable: true });
      return typeof Object.getOwnPropertyDescriptor(globalThis, "crypto").get;
    } });
    export const asks = mutation({ args: {}, handler: async (ctx) => {
      globalThis.process = undefined;
      const there = await ctx.runQuery("globals:seen", {});
      return [there, typeof process];
    } });
    export const waits = mutation({ args: { mark: v.string() }, handler: async (_ctx, { mark }) => {
      const { process } = globalThis;
      globalThis.process = { mark };
      const marks = [];
      for (let i = 0; i < 3; i++) {
        await crypto.subtle.digest("SHA-256", new Uint8Array(1));
        marks.push(globalThis.process.mark);
      }
      globalThis.process = process;
      return marks;
    } });`,
    "polyfill.ts": `
    globalThis.setTimeout = () => "mine";
    export const timer = query({ args: {}, handler: async () => setTimeout() });`,
  },
  { limits: { userTime: 500 } },
);

const seen = async () => await app().query("globals:seen", {});
const OWN = [true, true, "object"];

test.each(["loops", "stalls"])(
  "[FN33] a mutation that %s leaves no replaced global behind",
  async (name) => {
    await messageOf(app().mutation(`globals:${name}`));
    expect(await seen()).toEqual(OWN);
  },
);

test("[FN33] a global that became a getter is put back without being read", async () => {
  expect(await app().mutation("globals:getter")).toBe("function");
  expect(await seen()).toEqual(OWN);
});

test("[FN33] a nested call sees the realm's own, and its caller what it put there", async () => {
  expect(await app().mutation("globals:asks")).toEqual([OWN, "undefined"]);
});

test("[FN33] runs that wait at the same time keep theirs apart", async () => {
  const marks = ["a", "b", "c"];
  const runs = marks.map((mark) => app().mutation("globals:waits", { mark }));
  const between = seen();
  expect(await Promise.all(runs)).toEqual(
    marks.map((mark) => [mark, mark, mark]),
  );
  expect(await between).toEqual(OWN);
  expect(await seen()).toEqual(OWN);
});

test("[FN33] what a module replaces at its import stays", async () => {
  for (let i = 0; i < 2; i += 1)
    expect(await app().query("polyfill:timer", {})).toBe("mine");
  expect(await seen()).toEqual(OWN);
});
