/** Proves that the lint rules work: seeded files give exactly the seeded reports, and every rule of a plugin has a seed. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { OxlintConfig } from "oxlint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_SEEDS } from "./code-seeds.ts";
import { CONVEX_SEEDS } from "./convex-seeds.ts";
import type { Report } from "./seed.ts";
import { ZONE_SEEDS } from "./zone-seeds.ts";

const root = join(import.meta.dirname, "../..");
/** Outside the repository, so that the real tree's linter never sees a bad file. */
const tree = mkdtempSync(join(tmpdir(), "yourturn-lint-"));
const SEEDS = [...ZONE_SEEDS, ...CONVEX_SEEDS, ...CODE_SEEDS];
type Diagnostic = {
  code?: string;
  message: string;
  help?: string;
  filename: string;
};
type Message = { rule: string; text: string };
const found = new Map<string, Message[]>(SEEDS.map(({ file }) => [file, []]));
let oxlint: OxlintConfig = {};
let zones: { message: string }[] = [];
/** Imported from the copy: zones of features are made from the folders beside the file. */
const fromTree = async (file: string) =>
  (await import(/* @vite-ignore */ join(tree, file))) as Record<
    string,
    unknown
  >;
function note(file: string, message: Message): void {
  const path = relative(tree, join(tree, file)).replaceAll("\\", "/");
  found.set(path, [...(found.get(path) ?? []), message]);
}
/** oxlint writes `plugin(rule)`. In a configuration its own rules have no plugin name. */
const nameOf = (code = "unused-disable") =>
  code.replace(/^eslint\((.*)\)$/, "$1").replace(/^(.*)\((.*)\)$/, "$1/$2");

beforeAll(async () => {
  for (const file of ["oxlint.config.ts", "tsconfig.json", "package.json"]) {
    copyFileSync(join(root, file), join(tree, file));
  }
  cpSync(join(root, ".lint"), join(tree, ".lint"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "dir");
  for (const { file, code } of SEEDS) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), code);
  }
  oxlint = (await fromTree("oxlint.config.ts"))["default"] as OxlintConfig;
  zones = (await fromTree(".lint/zones.js"))["zones"] as typeof zones;
  const { stdout, stderr } = spawnSync("oxlint", ["--format=json"], {
    cwd: tree,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  for (const { code, message, help, filename } of diagnostics)
    note(filename, { rule: nameOf(code), text: `${message} ${help ?? ""}` });
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));
const matches = (message: Message, report: Report) =>
  message.rule === report.rule && message.text.includes(report.says ?? "");
const bad = SEEDS.filter((seed) => seed.reports.length > 0);
test.each(bad)("$file is reported once for each fault", (seed) => {
  const messages = found.get(seed.file) ?? [];
  const missing = seed.reports.filter(
    (report) => !messages.some((message) => matches(message, report)),
  );
  const surplus = messages.filter(
    (message) => !seed.reports.some((report) => matches(message, report)),
  );
  expect({ missing, surplus }).toEqual({ missing: [], surplus: [] });
  expect(messages).toHaveLength(seed.reports.length);
});

test("files without faults are not reported", () => {
  const good = SEEDS.filter(({ reports }) => reports.length === 0);
  expect(good.length).toBeGreaterThan(20);
  for (const { file } of good) {
    expect({ file, messages: found.get(file) }).toEqual({ file, messages: [] });
  }
});

const reported = () => [...found.values()].flat();
const silent = (wanted: { message: string }[]) =>
  wanted.filter(
    ({ message }) => !reported().some(({ text }) => text.includes(message)),
  );
/** Every named rule that is not off, with its options. */
const named = () =>
  [oxlint, ...(oxlint.overrides ?? [])]
    .flatMap(({ rules }) => Object.entries(rules ?? {}))
    .filter(([, entry]) => entry !== "off");
/** Options over all blocks: `["error", first, second, …]` gives first, second, … */
const optionsOf = (rule: string) =>
  named().flatMap(([name, entry]) =>
    name === rule && Array.isArray(entry) ? entry.slice(1) : [],
  );

test("the seeds trigger: every zone of the configuration", () => {
  expect(zones.length).toBeGreaterThan(25);
  expect(new Set(zones.map((zone) => zone.message)).size).toBe(zones.length);
  expect(silent(zones)).toEqual([]);
});

test("the seeds trigger: every forbidden construct, import and property", () => {
  const restricted = [
    ...optionsOf("house/no-restricted-syntax"),
    ...optionsOf("no-restricted-properties"),
    ...optionsOf("house/no-restricted-imports").flatMap(
      (options) => (options as { patterns: unknown[] }).patterns,
    ),
  ] as { message: string }[];
  expect(restricted.length).toBeGreaterThan(20);
  expect(silent(restricted)).toEqual([]);
});

test("the seeds trigger: every rule of the plugins", () => {
  // The linter has tests of its own rules, and refuses a name that it does not know.
  const own = named()
    .map(([rule]) => rule)
    .filter((rule) => /^(house|convex|regexp)\//.test(rule));
  const fired = new Set(reported().map(({ rule }) => rule));
  expect(own).toContain("house/zones");
  expect([...new Set(own)].filter((rule) => !fired.has(rule))).toEqual([]);
});
