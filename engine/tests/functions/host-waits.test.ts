import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const SOURCES = {
  "waits.ts": `
    const long = new Uint8Array(2000), digest = () => crypto.subtle.digest("SHA-256", long);
    let rounds = 0;
    const never = async () => { for (;;) { await digest(); rounds++; } };
    export const leaves = query({ args: {}, handler: async () => { void never(); return 1; } });
    export const awaits = mutation({ args: {}, handler: () => never() });
    export const stream = query({ args: {}, handler: async () => { for await (const _ of new ReadableStream({ pull: async (c) => { await digest(); c.enqueue(1); } })); } });
    export const rounds_ = query({ args: {}, handler: async () => rounds });
    export const throws = query({ args: {}, handler: async () => {
      const key = await crypto.subtle.importKey("raw", long, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return crypto.subtle.sign({ name: "HMAC", get public() { throw 1; } }, key, long).catch((thrown) => thrown);
    } });
    export const stalls = query({ args: {}, handler: () => new Promise(() => {}) });
    export const wrong = query({ args: {}, handler: async () => {
      let asked = 0;
      const evil = (object) => Object.assign(object, { constructor: undefined, [Symbol.for("nodejs.util.inspect.custom")]() { asked++; return "evil"; } });
      const shifted = Object.defineProperty(new Uint8Array(8), "byteOffset", { value: 999 });
      const tries = [
        () => crypto.subtle.digest("SHA-256", shifted),
        () => new TextEncoder().encodeInto("a", evil({})), () => new TextEncoder().encodeInto("a", evil(new Uint16Array(1))), () => new TextEncoder().encodeInto("a", evil(Object.create(Uint8Array.prototype))),
        () => new TextDecoder().decode(evil({}), { stream: true }), () => new TextDecoder().decode(evil({})), () => new TextDecoder().decode(evil(Object.create(ArrayBuffer.prototype))),
        () => crypto.scrypt(evil({}), new Uint8Array(1), { N: 2, r: 1, p: 1, dkLen: 8 }), () => crypto.scrypt(new Uint8Array(1), evil({}), { N: 2, r: 1, p: 1, dkLen: 8 }),
      ];
      const seen = [];
      for (const act of tries) seen.push(await (async () => act())().then(() => "nothing", (e) => e instanceof TypeError || e instanceof RangeError));
      const buffer = new TextEncoder().encode("ab").buffer;
      return [seen, asked, new TextDecoder().decode(buffer) + new TextDecoder().decode(new DataView(buffer, 1)) + new TextDecoder().decode()];
    } });`,
};
const app = functionsOf(SOURCES);
const impatient = functionsOf(SOURCES, { limits: { waitTime: 500 } });
const LATE = "Function execution timed out (maximum duration: 0.5s)";

test("[FN34] a call that waits again and again is ended after its time, and so is a stream", async () => {
  expect(await messageOf(impatient().mutation("waits:awaits"))).toBe(LATE);
  expect(await messageOf(impatient().query("waits:stream"))).toBe(LATE);
});

test("[FN16] code that a call leaves behind stops at its first wait for the host", async () => {
  const rounds = () => app().query("waits:rounds_");
  const before = await rounds();
  expect(await app().query("waits:leaves")).toBe(1);
  await after(50);
  expect(await rounds()).toBe(before);
});

test("[FN34] a wait that cannot begin does not count, and a promise that nothing settles is detected", async () => {
  expect(await app().query("waits:throws")).toBe(1);
  expect(await messageOf(app().query("waits:stalls"))).toBe(
    "Returned promise will never resolve",
  );
});

test("[FN33] the host does not inspect wrong arguments, and its errors are objects of the realm", async () => {
  const seen = await app().query("waits:wrong");
  expect(seen).toEqual([Array(9).fill(true), 0, "abb"]);
});
