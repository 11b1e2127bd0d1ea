import { describe, expect, test } from "vitest";
import { ADMIN, ANYONE, functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ people: defineTable({ name: v.string() }), pets: defineTable({}) });`,
  "made.ts": `
    const person = v.object({ name: v.string(), age: v.optional(v.number()) });
    export const takes = query({ args: { person, id: v.optional(v.id("people")) }, handler: async (_ctx, args) => args.person.name });
    export const union = query({ args: { kind: v.union(v.literal("a"), v.literal("b")) }, handler: async (_ctx, { kind }) => kind });
    export const literal = query({ args: { kind: v.literal("a") }, handler: async (_ctx, { kind }) => kind });
    export const anything = query({ handler: async (_ctx, args) => args });
    export const gives = query({ args: { value: v.any() }, returns: person, handler: async (_ctx, { value }) => value });
    export const givesAny = query({ args: { value: v.any() }, returns: v.any(), handler: async (_ctx, { value }) => value });
    export const givesNull = mutation({ args: {}, returns: v.null(), handler: async (ctx) => { await ctx.db.insert("people", { name: "kept?" }); return 1; } });
    export const actionGives = action({ args: {}, returns: v.string(), handler: async () => 1 });
    export const nothing = query({ args: {}, handler: async () => undefined });
    export const people = query({ args: {}, handler: async (ctx) => (await ctx.db.query("people").collect()).length });
    export const newId = mutation({ args: { table: v.string() }, handler: (ctx, { table }) => ctx.db.insert(table, table === "people" ? { name: "x" } : {}) });
    export const callsBadly = query({ args: {}, handler: (ctx) => ctx.runQuery(anyApi.made.takes, { person: { name: 1 } }) });
    export const hugeResult = query({ args: {}, handler: async () => "x".repeat(17 * 1024 * 1024) });
    export const deepResult = query({ args: {}, handler: async () => { let value = 1; for (let i = 0; i < 65; i++) value = [value]; return value; } });
    export const longResult = query({ args: {}, handler: async () => Array(8193).fill(0) });
    export const secret = internalQuery({ args: {}, handler: async () => "secret" });
    export default query({ args: {}, handler: async () => "the default" });`,
  "folder/inside.ts": `export const deep = query({ args: {}, handler: async () => "deep" });`,
});

const message = (path: string, args: Record<string, unknown> = {}) =>
  messageOf(app().query(path, args as never));

describe("arguments", () => {
  test("[FN6] arguments that do not match are refused before the function runs", async () => {
    expect(await message("made:takes", { person: { name: 1 } })).toBe(
      "ArgumentValidationError: Value does not match validator.\nPath: .person.name\nValue: 1.0\nValidator: v.string()",
    );
    expect(await message("made:takes", {})).toBe(
      'ArgumentValidationError: Object is missing the required field `person`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {}\nValidator: v.object({id: v.optional(v.id("people")), person: v.object({age: v.optional(v.float64()), name: v.string()})})',
    );
    expect(
      await message("made:takes", { person: { name: "a", extra: true } }),
    ).toBe(
      'ArgumentValidationError: Object contains extra field `extra` that is not in the validator.\nPath: .person\nObject: {extra: true, name: "a"}\nValidator: v.object({age: v.optional(v.float64()), name: v.string()})',
    );
    expect(await message("made:literal", { kind: "b" })).toContain(
      'ArgumentValidationError: `"b"` does not match literal validator `v.literal("a")`.',
    );
    expect(await message("made:union", { kind: "c" })).toContain(
      'Path: .kind\nValue: "c"\nValidator: v.union(v.literal("a"), v.literal("b"))',
    );
  });

  test("[FN6] an id of another table does not match; whether it exists is not checked", async () => {
    const person = { name: "a" };
    const pet = await app().mutation("made:newId", { table: "pets" });
    const own = await app().mutation("made:newId", { table: "people" });
    expect(await message("made:takes", { person, id: pet })).toContain(
      `ArgumentValidationError: Found ID "${String(pet)}" from table \`pets\`, which does not match the table name in validator \`v.id("people")\`.`,
    );
    const { newId } = await import("../../values/ids.ts");
    const table = app().store.catalog.table("people")?.number ?? 0;
    for (const id of [own, newId(table)])
      expect(await app().query("made:takes", { person, id })).toBe("a");
    expect(await message("made:takes", { person, id: "x" })).toContain(
      'Value: "x"\nValidator: v.id("people")',
    );
  });

  test("[FN6] a function takes one object", async () => {
    const run = async (args: unknown) => {
      const { functions } = app();
      const { outcome } = await functions.runQuery(
        "made:anything",
        args as never,
        ANYONE,
        null,
      );
      return outcome.ok ? outcome.value : outcome.message.split("\n")[1];
    };
    expect(await run([{ a: 1 }])).toBe('{"a":1}');
    expect(await run({ a: 1 })).toBe('{"a":1}');
    expect(await run([{}, 2])).toBe(
      "ArgumentValidationError: Expected to receive a single object as the function's argument. Instead received 2 arguments: [{}, 2.0]",
    );
    expect(await run(["text"])).toBe(
      'ArgumentValidationError: Expected to receive an object as the function\'s argument. Instead received: "text"',
    );
    expect(await run([])).toContain("Instead received 0 arguments: []");
  });

  test("[FN6] calls inside the deployment are checked like those from outside", async () => {
    expect(await message("made:callsBadly")).toBe(
      "Uncaught Error: ArgumentValidationError: Value does not match validator.\nPath: .person.name\nValue: 1.0\nValidator: v.string()",
    );
  });

  test("[FN6] arguments that break the limits of values are refused", async () => {
    expect(await message("made:anything", { $x: 1 })).toBe(
      "Invalid arguments for made.js:anything: Field name $x starts with '$', which is reserved.",
    );
    expect(await message("made:anything", { x: Array(8193).fill(0) })).toBe(
      "Invalid arguments for made.js:anything: Array length is too long (8193 > maximum length 8192)",
    );
    expect(
      await message("made:anything", { x: "x".repeat(17 * 1024 * 1024) }),
    ).toMatch(
      /^Arguments for made\.js:anything are too large \(actual: 17\.00 MiB, limit: 16 MiB\)$/,
    );
  });
});

describe("results", () => {
  test("[FN7] a result that does not match is an error", async () => {
    expect(await message("made:gives", { value: { name: 1 } })).toBe(
      "ReturnsValidationError: Value does not match validator.\nPath: .name\nValue: 1.0\nValidator: v.string()",
    );
    const seen = await app().query("made:gives", { value: { name: "a" } });
    expect(seen).toEqual({ name: "a" });
    expect(await messageOf(app().action("made:actionGives"))).toContain(
      "ReturnsValidationError: Value does not match validator.\n\nValue: 1.0\nValidator: v.string()",
    );
  });

  test("[FN7] a mutation whose result does not match leaves nothing behind", async () => {
    const before = await app().query("made:people");
    expect(await messageOf(app().mutation("made:givesNull"))).toContain(
      "ReturnsValidationError: Value does not match validator.\n\nValue: 1.0\nValidator: v.null()",
    );
    expect(await app().query("made:people")).toBe(before);
  });

  test("[FN7] results that break the limits of values are refused", async () => {
    expect(await message("made:hugeResult")).toBe(
      "Function made.js:hugeResult return value is too large (actual: 17.00 MiB, limit: 16 MiB)",
    );
    expect(await message("made:deepResult")).toBe(
      "Function made.js:deepResult return value invalid: Value is too nested (nested 65 levels deep > maximum nesting 64)",
    );
    expect(await message("made:longResult")).toContain(
      "Array length is too long (8193 > maximum length 8192)",
    );
  });
});

describe("finding a function", () => {
  test("[FN8] functions are found by module and name, with or without .js, a default export by its module alone", async () => {
    expect(await app().query("folder/inside:deep")).toBe("deep");
    expect(await app().query("folder/inside.js:deep")).toBe("deep");
    expect(await app().query("made")).toBe("the default");
    expect(await app().query("made:default")).toBe("the default");
  });

  test("[FN8] missing and internal functions look the same to callers outside", async () => {
    const text = (path: string) =>
      `Could not find public function for '${path}'.`;
    expect(await message("made:missing")).toBe(text("made:missing"));
    expect(await message("missing.js:default")).toBe(text("missing"));
    expect(await message("made:secret")).toBe(text("made:secret"));
    expect(await message("made:constructor")).toBe(text("made:constructor"));
    expect(await app().query("made:secret", {}, ADMIN)).toBe("secret");
  });

  test("[FN8] a function runs only as its own kind", async () => {
    expect(await messageOf(app().mutation("made:nothing"))).toBe(
      "Trying to execute made.js:nothing as Mutation, but it is defined as Query.",
    );
    expect(await messageOf(app().action("made:givesNull"))).toBe(
      "Trying to execute made.js:givesNull as Action, but it is defined as Mutation.",
    );
    expect(await messageOf(app().query("made:actionGives"))).toBe(
      "Trying to execute made.js:actionGives as Query, but it is defined as Action.",
    );
  });
});
