import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf(
  {
    "schema.ts": `export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
    "odd.ts": `
    const one = new Uint8Array(1), PLAIN = { N: 2, r: 1, p: 1, dkLen: 8 };
    const derive = (parameters, password = one) => crypto.scrypt(password, one, parameters).then((key) => key.length, (e) => e instanceof Error ? e.message : e);
    const reading = (parameters, read) => new Proxy(parameters, { get: (target, name) => read(name, target[name]) });
    const asked = () => { const reads = {}; return { reads, read: (name, value) => { reads[name] = (reads[name] ?? 0) + 1; return value; } }; };
    const hostile = new Proxy({}, { getPrototypeOf() { throw 1; }, get() { throw 2; }, has() { throw 3; } });
    const shares = [
      Object.assign([], { slice: () => ({ map: () => null }) }),
      Object.assign([], { slice: () => ({ map: () => ({ *[Symbol.iterator]() { yield "a"; throw 4; } }) }) }),
      new Proxy([], { get() { throw 5; } }), [{ toString: 5, valueOf: 5 }], [Symbol("s")], [hostile], ["a", "b"], "no list", [],
    ];
    export const once = query({ args: {}, handler: async () => { const { reads, read } = asked(); return [await derive(reading({ ...PLAIN, share: ["a"] }, read)), reads]; } });
    export const throws = query({ args: {}, handler: async () => [
      await derive({ ...PLAIN, get N() { throw "mine"; } }), await derive(null) , await derive(hostile),
      await derive(PLAIN, Object.defineProperty(new Uint8Array(1), "length", { value: 2 ** 31 })),
      await crypto.scrypt(one, one, { ...PLAIN, get N() { throw hostile; } }).catch((e) => e === hostile || "another"),
      await crypto.subtle.importKey("raw", one, { get name() { throw hostile; } }, false, ["sign"]).catch((e) => e === hostile || "another"),
    ] });
    export const recurses = mutation({ args: {}, handler: async (ctx) => {
      const inner = [];
      const length = await derive({ ...PLAIN, get N() { inner.push(ctx.db.insert("notes", { text: "from a getter" }), derive(PLAIN)); return 2; } });
      return [length, (await Promise.all(inner)).map((x) => typeof x), (await ctx.db.query("notes").collect()).length];
    } });
    export const loops = query({ args: {}, handler: () => derive({ ...PLAIN, get p() { for (;;); } }) });
    export const loopsInShare = query({ args: {}, handler: () => derive({ ...PLAIN, share: new Proxy([], { get() { for (;;); } }) }) });
    export const inSubtle = query({ args: {}, handler: () => crypto.subtle.importKey("raw", one, { get name() { for (;;); } }, false, ["sign"]) });
    /** Two run, so that these have to wait for their turn. */
    const crowd = async () => {
      const first = [derive({ ...PLAIN, N: 4096, r: 8 }), derive({ ...PLAIN, N: 4096, r: 8 })];
      const others = [...shares.map((share) => derive({ ...PLAIN, share })), derive(PLAIN)];
      await Promise.all(first);
      return Promise.all(others);
    };
    export const crowded = query({ args: {}, handler: crowd });
    const sent = (parameters, password = one) => crypto.scrypt(password, one, parameters).then((key) => key.length, (e) => e.message);
    export const fromAction = action({ args: {}, handler: () => Promise.all([sent({ ...PLAIN, share: [{ toString: 5, valueOf: 5 }] }), sent(PLAIN, 5), sent(null), sent({ ...PLAIN, get N() { throw new Error("mine"); } }), sent(PLAIN)]) });`,
  },
  { limits: { userTime: 500 } },
);

const NAMES = "crypto.scrypt: `share` must be a list of names.";
const NO_OBJECT = "crypto.scrypt: the parameters are no object.";

test("[FN46] crypto reads each parameter once and passes on what reading throws", async () => {
  const seen = await app().query("odd:once");
  expect(seen).toEqual([8, { N: 1, r: 1, p: 1, dkLen: 1, share: 1 }]);
  const found = await app().query("odd:throws");
  expect(found).toEqual(["mine", NO_OBJECT, 2, 8, true, true]);
});

test("[FN46] code that runs while parameters are read may call the engine", async () => {
  const seen = await app().mutation("odd:recurses");
  expect(seen).toEqual([8, ["string", "number"], 1]);
});

test("[FN46] code that loops while parameters are read times out", async () => {
  for (const name of ["loops", "loopsInShare", "inSubtle"])
    expect(await messageOf(app().query(`odd:${name}`))).toContain(
      "Function execution timed out",
    );
});

test("[FN46] a hostile list of names does not hold up the work of others", async () => {
  const seen = await app().query("odd:crowded");
  expect(seen).toEqual([8, 8, 5, NAMES, NAMES, NAMES, 8, 8, 8, 8]);
  expect(await app().query("odd:once")).toMatchObject([8, {}]);
});

test("[FN46] parameters that actions send are checked too", async () => {
  expect(await app().action("odd:fromAction")).toEqual([
    NAMES,
    "crypto.scrypt: password and salt must be bytes.",
    NO_OBJECT,
    "mine",
    8,
  ]);
  expect(app().faults).toEqual([]);
});
