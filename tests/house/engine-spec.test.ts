/** engine/SPEC.md and the tests hold each other: no rule without a test, no test without a rule. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { code, root } from "./tree.ts";

const spec = readFileSync(join(root, "engine/SPEC.md"), "utf8");

/** A rule begins its line with its number: `- **[TX4]** …`. */
const rules = [...spec.matchAll(/^- \*\*\[([A-Z]{2}\d+)\]\*\* /gm)].map(
  ([, rule]) => String(rule),
);

const tests = code.filter(({ path }) =>
  /^tests\/(engine|contract)\//.test(path),
);

/** Titles stand in strings that begin with the rule's number, also where cases are listed as data. */
const cited = new Set(
  tests.flatMap(({ text }) =>
    [...text.matchAll(/["'`]((?:\[[A-Z]{2}\d+\])+)/g)].flatMap(([, marks]) =>
      [...String(marks).matchAll(/\[(\w+)\]/g)].map(([, rule]) => String(rule)),
    ),
  ),
);

test("rules have numbers of their own", () => {
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
});

test("every rule is cited by the title of a test", () => {
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});

test("every cited rule exists", () => {
  expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test("every test of the engine cites a rule", () => {
  const title =
    /(?<![\w.])(?:test|it)(?:\.(?:each|for)\b[\s\S]*?\))?\(\s*(["'`])(?!\[[A-Z]{2}\d+\]|\$|%)(.*)/g;
  const uncited = tests
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(title)].map(([, , words]) => `${path}: ${words}`),
    );
  expect(uncited).toEqual([]);
});
