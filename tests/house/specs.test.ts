/** The rules and tests of engine/ and launch/ match: no rule without a test, no test without a rule. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { code, root } from "./tree.ts";

const SPECS = [
  { file: "engine/SPEC.md", folders: ["engine/tests"] },
  { file: "launch/SPEC.md", folders: ["tests/launch"] },
];

describe.each(SPECS)("$file", ({ file, folders }) => {
  const spec = readFileSync(join(root, file), "utf8");

  /** A rule's line starts with its number: `- **[TX4]** …`. */
  const rules = [...spec.matchAll(/^- \*\*\[([A-Z]{2}\d+)\]\*\* /gm)].map(
    ([, rule]) => String(rule),
  );

  const tests = code.filter(({ path }) =>
    folders.some((folder) => path.startsWith(`${folder}/`)),
  );

  /** Titles are strings that start with the rule's number, also where cases are listed as data. */
  const cited = new Set(
    tests.flatMap(({ text }) =>
      [...text.matchAll(/["'`]((?:\[[A-Z]{2}\d+\])+)/g)].flatMap(([, marks]) =>
        [...String(marks).matchAll(/\[(\w+)\]/g)].map(([, rule]) =>
          String(rule),
        ),
      ),
    ),
  );

  test("every rule has its own number", () => {
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  });

  test("every rule is cited by the title of a test", () => {
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  });

  test("every cited rule exists", () => {
    expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  test("every test cites a rule", () => {
    const title =
      /(?<![\w.])(?:test|it)(?:\.(?:each|for)\b[\s\S]*?\))?\(\s*(["'`])(?!\[[A-Z]{2}\d+\]|\$|%)(.*)/g;
    const uncited = tests
      .filter(({ path }) => path.endsWith(".test.ts"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(title)].map(([, , words]) => `${path}: ${words}`),
      );
    expect(uncited).toEqual([]);
  });
});
