import { expect, test } from "vitest";
import { readSourceMap } from "../../functions/deployed/source-map.ts";

const map = (mappings: string) =>
  readSourceMap(JSON.stringify({ version: 3, sources: ["a.ts"], mappings }));

test("[FN15] a position maps by the last mapping before it on its own line, or to nothing", () => {
  // Line 1: columns 4 and 8 come from lines 0 and 2 of a.ts. Line 2 has no mapping. Line 3: column 2 comes from line 3.
  const positions = map(";IAAA,IAEE;;EACA");
  const from = (line: number, column: number) => ({
    source: "a.ts",
    line,
    column,
  });
  expect(positions.find(0, 9)).toBeNull();
  expect(positions.find(1, 3)).toBeNull();
  expect(positions.find(1, 4)).toEqual(from(0, 0));
  expect(positions.find(1, 7)).toEqual(from(0, 0));
  expect(positions.find(1, 80)).toEqual(from(2, 2));
  expect(positions.find(2, 0)).toBeNull();
  expect(positions.find(3, 1)).toBeNull();
  expect(positions.find(3, 2)).toEqual(from(3, 2));
});

test("[FN15] a broken map maps nothing", () => {
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"sources":[],"mappings":4}',
  ])
    expect(readSourceMap(text).find(0, 0)).toBeNull();
});
