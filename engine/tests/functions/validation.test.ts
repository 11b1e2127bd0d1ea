import { describe, expect, test } from "vitest";
import { ADMIN, ANYONE, functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ people: defineTable({ name: v.string() }) });`,
  "made.ts": `
    export const anything = query({ handler: async (_ctx, args) => args });
    export const givesNull = mutation({ args: {}, returns: v.null(), handler: async (ctx) => { await ctx.db.insert("people", { name: "kept?" }); return 1; } });
    export const actionGives = action({ args: {}, returns: v.string(), handler: async () => 1 });
    export const nothing = query({ args: {}, handler: async () => undefined });
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
  test("[FN7] an action's result that does not match is an error", async () => {
    expect(await messageOf(app().action("made:actionGives"))).toContain(
      "ReturnsValidationError: Value does not match validator.\n\nValue: 1.0\nValidator: v.string()",
    );
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
