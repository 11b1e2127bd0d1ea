/** Size, names and style of files that the linter does not check. */
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { COLOUR } from "../../.lint/habits.js";
import { code, files, findLines, product } from "./tree.ts";

/** Builds the words that these tests look for, so that this file does not contain them. */
const joined = (...parts: string[]) => parts.join("");
const lines = (text: string) => text.trimEnd().split("\n").length;

test.each(["convex", "src", "engine", "standins"])(
  "size: half of the files of %s/ have fewer than 100 lines, 95 of 100 fewer than 250",
  (folder) => {
    const sizes = product
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ text }) => lines(text))
      .sort((a, b) => a - b);
    const at = (share: number) => sizes[Math.floor(sizes.length * share)] ?? 0;
    expect(at(0.5)).toBeLessThan(100);
    expect(at(0.95)).toBeLessThan(250);
  },
);

test("size: no folder of convex/, src/ and their tests holds more than 40 files", () => {
  const own = code
    .map(({ path }) => dirname(path))
    .filter((folder) => /^(tests\/)?(convex|src)\b/.test(folder));
  const folders = [...Map.groupBy(own, (folder) => folder)];
  expect(folders.length).toBeGreaterThan(120);
  expect(folders.filter(([, list]) => list.length > 40)).toEqual([]);
});

/** The top level that a reader meets first. Profiles, databases and scratch files of tools do not belong here. */
const TOP_LEVEL = [
  ".ci",
  ".gitignore",
  ".lint",
  ".npmrc",
  ".oxfmtrc.json",
  "LICENSE",
  "README.md",
  "build",
  "convex",
  "docs",
  "e2e",
  "engine",
  "index.html",
  "knip.json",
  "launch",
  "oxlint.config.ts",
  "package-lock.json",
  "package.json",
  "public",
  "src",
  "standins",
  "tests",
  "tsconfig.json",
  "vite.config.ts",
];

test("the top level holds only the known entries", () => {
  const found = files.map(({ path }) => String(path.split("/")[0]));
  expect(
    [...new Set(found)].filter((name) => !TOP_LEVEL.includes(name)),
  ).toEqual([]);
});

const stem = (path: string) =>
  basename(path).replace(/(\.(test|spec|config|d))?\.\w+$/, "");
const wrong = (paths: string[], pattern: RegExp) =>
  paths.filter((path) => !pattern.test(stem(path)));
const paths = code.map(({ path }) => path);

test("names: convex/ uses camelCase, because its paths are the API", () => {
  const own = paths.filter((path) => path.startsWith("convex/"));
  expect(wrong(own, /^[a-z][a-zA-Z0-9]*$/)).toEqual([]);
});

test("names: all other files use kebab-case", () => {
  // Tests mirror the names of the files they test. Apps under test have Convex's names.
  const own = product
    .map(({ path }) => path)
    .filter((path) => !path.startsWith("convex/"));
  expect(wrong(own, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)).toEqual([]);
});

test.each(["engine", "launch"])(
  "names: no two files of %s/ have the same name, so a search by name finds one",
  (folder) => {
    const known = new Map<string, string[]>();
    const own = product.filter(({ path }) => path.startsWith(`${folder}/`));
    for (const { path } of own)
      known.set(stem(path), [...(known.get(stem(path)) ?? []), path]);
    expect([...known].filter(([, list]) => list.length > 1)).toEqual([]);
  },
);

test("names: no file is a barrel or a catch-all such as utils or helpers", () => {
  const drawer = /(^|\/)(index|utils?|helpers?|common|misc|shared)(\.|\/)/;
  expect(paths.filter((path) => drawer.test(path))).toEqual([]);
});

test("style: every file except tests starts with a comment that says what it holds", () => {
  // A test file says it in its titles.
  const silent = code.filter(
    ({ path, text }) =>
      !/\.(test|spec)\.tsx?$/.test(path) &&
      !/^(#!.*\n)?("use node";\s*)?\s*(\/\*|\/\/)/.test(text),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test("style: no file holds a mark for later work", () => {
  const marks = new RegExp(
    `\\b(${joined("TO", "DO")}|${joined("FIX", "ME")}|${joined("XX", "X")})\\b`,
  );
  expect(findLines(files, marks)).toEqual([]);
});

test("style: every suppression of the linter or the compiler gives its reason", () => {
  const excuse = new RegExp(
    `${joined("eslint-", "disable")}(?!.* -- \\S)|${joined("@ts-", "ignore")}|${joined("@ts-", "nocheck")}|${joined("@ts-expect", "-error")}(?! \\S)`,
  );
  expect(findLines(code, excuse)).toEqual([]);
  expect(findLines(code, new RegExp(joined("\\bas ", "any\\b")))).toEqual([]);
});

test("style: no file names the machine or the place where it was written", () => {
  const home = ["work", "home", "root", "Users"].join("|");
  const place = new RegExp(
    `(?<![\\w.@*}-])/(${home})/|${joined("registry", "\\.npmjs")}|\\b${joined("iss", "ue")} \\d`,
  );
  expect(findLines(files, place)).toEqual([]);
});

test("style: stylesheets take their colours from tokens", () => {
  const styles = files.filter(
    ({ path }) =>
      path.startsWith("src/") &&
      path.endsWith(".css") &&
      path !== "src/ui/tokens.css",
  );
  expect(findLines(styles, new RegExp(COLOUR))).toEqual([]);
});

test("style: pages write times with src/lib/time, which knows the clock of the business", () => {
  const others = code.filter(
    ({ path }) => path.startsWith("src/") && !path.startsWith("src/lib/time/"),
  );
  const own = /DateTimeFormat\(|toLocale(Date|Time)String\(/;
  // The zone's name, the month's, the device's zone, and a date in a file's name.
  expect(
    findLines(others, own).map((line) => String(line.split(":")[0])),
  ).toEqual([
    "src/features/account/signup-form.tsx",
    "src/features/booking/day-words.ts",
    "src/features/profile/places.ts",
    "src/features/visitors/use-csv.ts",
  ]);
});
