/** A language file translates a table by its name, so each table is named like its constant. */
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  ["../../../src/strings/*.ts", "../../../src/strings/refusals/*.ts"],
  { eager: true, query: "?raw", import: "default" },
);

test("each table has the name of its constant, and no two share one", () => {
  const names = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^export const (\w+) = strings\(\s*"(\w+)"/gm)].map(
      ([, constant, name]) => {
        expect(name).toBe(constant);
        return name;
      },
    ),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});
