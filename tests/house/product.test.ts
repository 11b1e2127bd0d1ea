/** docs/product.md numbers the product's rules; they are cited as `product.md T4, D3`, or `[T4]` in a test's title. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { code, findLines, root } from "./tree.ts";

const rules = [
  ...readFileSync(join(root, "docs/product.md"), "utf8").matchAll(
    /^- \*\*([A-Z]+\d+)\*\*/gm,
  ),
].map(([, id]) => String(id));
/** A citation in a file, with the rules that follow it after commas. */
const CITATION = /(?:product\.md |["`]\[)([A-Z]+\d+(?:, [A-Z]+\d+)*)/g;

test("each rule has its own number", () => {
  expect(rules.length).toBeGreaterThan(50);
  expect(rules).toEqual([...new Set(rules)]);
});

test("every cited rule exists", () => {
  // Titles there cite the rules of their own SPEC.md.
  const ours = code.filter(({ path }) => !/^engine|^tests.launch/.test(path));
  const cited = ours.flatMap(({ path, text }) =>
    [...text.matchAll(CITATION)].flatMap(([, list]) =>
      String(list)
        .split(", ")
        .map((id) => ({ path, id })),
    ),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ id }) => !rules.includes(id))).toEqual([]);
});

test("no comment cites a document that readers do not have", () => {
  const chapters = /\b(?:public|owner|admin) part §|\bdecisions? §/i;
  const others = code.filter(({ path }) => !path.startsWith("tests/house/"));
  expect(findLines(others, chapters)).toEqual([]);
});
