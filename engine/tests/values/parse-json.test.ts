import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../values/parse-json.ts";
import { functionsOf, messageOf } from "../functions/open-functions.ts";

/** Any strings, including half pairs, backslashes and text that looks like an escape. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\\", "\\u", "\\ud83d", "\ud83d", "\ude00", "ud83d"),
    ),
  )
  .map((parts) => parts.join(""));

test("[VA16] JSON text is read when each of its strings is whole, and refused otherwise", () =>
  fc.assert(
    fc.property(text, fc.boolean(), (value, upper) => {
      const json = JSON.stringify({ a: [value] });
      const sent = upper
        ? json.replaceAll(/(?<!\\)((?:\\\\)*\\u)([\da-f]{4})/g, (_, u, hex) =>
            [u, String(hex).toUpperCase()].join(""),
          )
        : json;
      if (value.isWellFormed()) expect(parseJson(sent)).toEqual({ a: [value] });
      else expect(() => parseJson(sent)).toThrow("lone leading surrogate");
    }),
  ));

const app = functionsOf({
  "halves.ts": `
    export const write = mutation({ args: {}, handler: (ctx) => ctx.db.insert("names", { name: "\\ud83d\\ude00".slice(0, 1) }) });
    export const answer = query({ args: {}, handler: () => "\\ud83d" });
    export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.query("names").collect()).length });`,
});

test("[VA16] half a surrogate pair in functions: cannot be written, but can be in an answer", async () => {
  const refused = "lone leading surrogate in hex escape";
  expect(await messageOf(app().mutation("halves:write", {}))).toBe(
    `Uncaught Error: Received invalid json: ${refused}`,
  );
  expect(await app().query("halves:count", {})).toBe(0);
  expect(await app().query("halves:answer", {})).toBe("\ud83d");
});
