import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const MIB = 1 << 20;
const LIMIT = 64 * MIB;
const TEXT =
  "JavaScript execution ran out of memory (maximum memory usage: 64 MB)";

const app = functionsOf(
  {
    "acts.ts": `
    const chunk = new Uint8Array(1 << 20);
    export const blob = action({ args: { mib: v.number() }, handler: async (_ctx, { mib }) =>
      new Blob(Array(mib).fill(chunk)).size });
    export const many = action({ args: { count: v.number() }, handler: async (_ctx, { count }) => {
      let size = 0;
      for (let i = 0; i < count; i++) {
        size += new Blob(Array(20).fill(chunk)).size;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return size;
    } });
    export const buffers = action({ args: {}, handler: async () => {
      // What only a promise that nobody settles holds is garbage.
      globalThis.kept = Array.from({ length: 10 }, () => new ArrayBuffer(8 << 20));
      await new Promise(() => {});
    } });
    export const responses = action({ args: {}, handler: async () => {
      const kept = [];
      for (;;) {
        kept.push(await new Response(chunk).blob());
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } });
    export const busy = action({ args: {}, handler: async () => {
      const kept = [];
      const until = Date.now() + 20_000;
      while (Date.now() < until) if (kept.length < 64) kept.push(new ArrayBuffer(8 << 20));
      return kept.length;
    } });
    export const waits = action({ args: { ms: v.number() }, handler: async (_ctx, { ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return "done";
    } });`,
  },
  { limits: { actionMemory: LIMIT } },
);

test("[FN38] a Blob for which there is no room fails only its action and takes no memory", async () => {
  const before = process.memoryUsage.rss();
  const neighbour = app().action("acts:waits", { ms: 300 });
  const message = await messageOf(app().action("acts:blob", { mib: 2000 }));
  expect(message).toContain(`Uncaught Error: ${TEXT}`);
  expect(await neighbour).toBe("done");
  expect(await app().action("acts:blob", { mib: 32 })).toBe(32 * MIB);
  expect(process.memoryUsage.rss() - before).toBeLessThan(1000 * MIB);
});

test("[FN38] Blobs that are no longer referenced do not count", async () => {
  expect(await app().action("acts:many", { count: 40 })).toBe(800 * MIB);
});

test("[FN38] other memory over the limit ends the thread, busy or not, and a new one serves", async () => {
  for (const path of ["acts:buffers", "acts:responses", "acts:busy"]) {
    expect(await messageOf(app().action(path))).toContain(TEXT);
    expect(await app().action("acts:waits", { ms: 1 })).toBe("done");
  }
});
