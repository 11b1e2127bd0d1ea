/**
 * Proves that the rules of `eslint.config.js` fire: lints a tree of seeded files with the real configuration and
 * demands exactly the seeded reports; then demands a seed for every zone, selector and rule the configuration has.
 */
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
import { ESLint, type Linter } from "eslint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CODE_SEEDS } from "./code-seeds.ts";
import { CONVEX_SEEDS } from "./convex-seeds.ts";
import type { Report } from "./seed.ts";
import { ZONE_SEEDS } from "./zone-seeds.ts";

const root = join(import.meta.dirname, "../..");
/** Outside the repository, so that the real tree stays clean and its linter never meets a bad file. */
const tree = mkdtempSync(join(tmpdir(), "yourturn-lint-"));
const configFile = join(tree, "eslint.config.js");

const SEEDS = [...ZONE_SEEDS, ...CONVEX_SEEDS, ...CODE_SEEDS];

type Message = { rule: string; text: string };
const found = new Map<string, Message[]>();
let config: Linter.Config[] = [];

beforeAll(async () => {
  for (const file of ["eslint.config.js", "tsconfig.json", "package.json"]) {
    copyFileSync(join(root, file), join(tree, file));
  }
  cpSync(join(root, ".eslint"), join(tree, ".eslint"), {
    recursive: true,
  });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "dir");
  for (const { file, code } of SEEDS) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), code);
  }
  // Imported from the copy: zones of features are made from the folders found beside the file.
  const module: unknown = await import(/* @vite-ignore */ configFile);
  config = (module as { default: Linter.Config[] }).default;
  const eslint = new ESLint({ cwd: tree, overrideConfigFile: configFile });
  for (const result of await eslint.lintFiles(["."])) {
    found.set(
      relative(tree, result.filePath).replaceAll("\\", "/"),
      result.messages.map(({ ruleId, message }) => ({
        rule: ruleId ?? "unused-disable",
        text: message,
      })),
    );
  }
}, 120_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

const matches = (message: Message, report: Report) =>
  message.rule === report.rule && message.text.includes(report.says ?? "");

describe("seeded files", () => {
  const bad = SEEDS.filter((seed) => seed.reports.length > 0);
  test.each(bad)("$file is reported, once for each fault", (seed) => {
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

  test("well-behaved files are not reported", () => {
    const good = SEEDS.filter(
      ({ file, reports }) =>
        reports.length === 0 && !file.includes("_generated"),
    );
    expect(good.length).toBeGreaterThan(20);
    for (const { file } of good) {
      expect({ file, messages: found.get(file) }).toEqual({
        file,
        messages: [],
      });
    }
  });
});

describe("the configuration holds nothing that no seed proves", () => {
  const reported = () => [...found.values()].flat();

  /** Options of a house rule over all blocks: `["error", first, second, …]` gives first, second, … */
  const optionsOf = (rule: string) =>
    config.flatMap((block) => {
      const entry = block.rules?.[rule];
      return Array.isArray(entry) ? entry.slice(1) : [];
    });

  test("every zone", () => {
    const zones = optionsOf("import-x/no-restricted-paths").flatMap(
      (options) => (options as { zones: { message: string }[] }).zones,
    );
    expect(zones.length).toBeGreaterThan(25);
    expect(new Set(zones.map((zone) => zone.message)).size).toBe(zones.length);
    const silent = zones.filter(
      ({ message }) => !reported().some(({ text }) => text.includes(message)),
    );
    expect(silent).toEqual([]);
  });

  test("every forbidden construct, import and property", () => {
    const restricted = [
      ...optionsOf("no-restricted-syntax"),
      ...optionsOf("no-restricted-properties"),
      ...optionsOf("no-restricted-imports").flatMap(
        (options) => (options as { patterns: unknown[] }).patterns,
      ),
    ] as { message: string }[];
    const silent = restricted.filter(
      ({ message }) => !reported().some(({ text }) => text.includes(message)),
    );
    expect(restricted.length).toBeGreaterThan(20);
    expect(silent).toEqual([]);
  });

  test("every rule that the house adds to the presets", () => {
    // Blocks of presets carry names; the house's own do not.
    const own = config
      .filter((block) => block.name === undefined)
      .flatMap((block) => Object.entries(block.rules ?? {}))
      .filter(([, entry]) => entry !== "off")
      .map(([rule]) => rule);
    const fired = new Set(reported().map(({ rule }) => rule));
    expect(own).toContain("import-x/no-restricted-paths");
    expect([...new Set(own)].filter((rule) => !fired.has(rule))).toEqual([]);
  });
});
