/** `npm run guards` on known guards: which it finds, and a guard with a test against one without. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { copyWithSwitches } from "../guards/copy.ts";
import { guardsOf, withSwitches } from "../guards/find.ts";
import { judge } from "../guards/judge.ts";
import { root } from "./tree.ts";

const found = (text: string) =>
  guardsOf("convex/a.ts", text).map((one) => `${one.broken}: ${one.text}`);

test.each([
  ["if (a || !b) throw refused();", ["false: a", "false: !b"]],
  ["if (a && b) { log(); return refuse('no'); }", ["false: a && b"]],
  ["if (a) return { ok: false, code: 'no' };", ["false: a"]],
  ["if (a) return this.terminate();", ["false: a"]],
  ["if (a) ok(); else throw refused();", ["true: a"]],
  ["{ if (a) return b; throw refused(); }", ["true: a"]],
  ["const c = a ? b : refuse('no');", ["true: a"]],
  ["await ensureOwner(ctx);", ["left out: await ensureOwner(ctx);"]],
  ["mustBeAdmin(caller);", ["left out: mustBeAdmin(caller);"]],
  ["if (size > MAX_BYTES) size = 0;", ["false: size > MAX_BYTES"]],
  ["const fits = size <= limit;", ["true: size <= limit"]],
  ["const good = isWhole && isSigned(body);", ["true: isSigned(body)"]],
  ["function isKey(a) { if (a === '') return false; }", ["false: a === ''"]],
  ["if (secret === '') return null;", ["false: secret === ''"]],
  // Not guards: an error passed on, an answer, a loop.
  ["if (!(error instanceof HttpError)) throw error;", []],
  ["if (a) return b;", []],
  ["const name = a && b;", []],
  ["const own = a && { secret: a.secret };", []],
  ["for (let i = 0; i < MAX_PARTS; i++) send(i);", []],
])("the search finds the guards of %s", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test("the reason is in a comment above or after the guard", () => {
  const [one, two, three] = guardsOf(
    "engine/a.ts",
    `// Guard untested: the caller has looked.
     if (a) throw refused();
     ensureOwner(ctx); // Guard untested: a type says so.
     if (b) throw refused();`,
  );
  expect(one?.reason).toBe("the caller has looked.");
  expect(two?.reason).toBe("a type says so.");
  expect(three).toMatchObject({ line: 4, reason: null });
});

test("a switch breaks only its own guard and keeps the number of lines", () => {
  const source = `
    function enter(key: string, age: number, isAdmin: boolean) {
      if (key === "k0" || (age < 18 && key !== "kid") || age > 99) throw "refused";
      ensureShort(key);
      if (isAdmin && key.startsWith("k")) return age <= MAX_AGE;
      throw "refused";
    }`;
  const guards = guardsOf("engine/a.ts", source);
  const switched = withSwitches(source, guards, 7);
  expect(switched.split("\n")).toHaveLength(source.split("\n").length);
  const enter = (broken: number | null, call: string): unknown =>
    runInNewContext(
      `const MAX_AGE = 40, ensureShort = (key) => { if (key.length > 9) throw "refused"; };
       ${stripTypeScriptTypes(switched)}
       globalThis.guard = ${broken === null ? "undefined" : `(number) => number === ${broken}`};
       (() => { try { return ${call}; } catch (refused) { return refused; } })()`,
    );
  const calls = {
    'key === "k0"': 'enter("k0", 20, true)',
    '(age < 18 && key !== "kid")': 'enter("k", 17, true)',
    "age > 99": 'enter("k", 100, true)',
    "ensureShort(key);": 'enter("k123456789", 20, true)',
    isAdmin: 'enter("k", 20, false)',
    'key.startsWith("k")': 'enter("x", 20, true)',
    "age <= MAX_AGE": 'enter("k", 41, true)',
  };
  expect(guards.map(({ text }) => text)).toEqual(Object.keys(calls));
  const whole = Object.values(calls).map((call) => enter(null, call));
  expect(whole).toEqual([...Array<string>(6).fill("refused"), false]);
  for (const broken of guards.keys()) {
    const answers = Object.values(calls).map((call) => enter(7 + broken, call));
    expect(answers.map((answer, at) => answer !== whole[at])).toEqual(
      guards.map((_, at) => at === broken),
    );
  }
});

test("the verdicts distinguish guards that a test checks, that tests run without checking, and that no test runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "seeded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(root, "tests/guards"), join(folder, "tests/guards"), {
    recursive: true,
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  write(".gitignore", "node_modules");
  write("package.json", '{ "type": "module" }');
  write(
    "vite.config.ts",
    `export default { test: { projects: [{ test: { name: "convex", include: ["tests/a.test.ts"] } }] } };`,
  );
  write(
    "convex/a.ts",
    `export function take(count: number) {
       if (count < 1 || count > 5) throw new Error("refused");
     }
     export function other(count: number) {
       if (count < 1) throw new Error("refused");
     }`,
  );
  write(
    "tests/a.test.ts",
    `import { expect, test } from "vitest";
     import { take } from "../convex/a.ts";
     test("takes some", () => { take(2); });
     test("looks at no answer", () => { try { take(6); } catch { return; } });
     test("takes one at least", () => { expect(() => take(0)).toThrow("refused"); });
     test("fails here", () => { take(6); });
     test("the product of two", () => { expect(2 * 3).toBe(6); });`,
  );
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const copy = copyWithSwitches(folder);
  onTestFinished(() => rmSync(copy.folder, { recursive: true, force: true }));
  const tests = { projects: "convex", files: ["tests/a.test.ts"] };
  const log = join(folder, "log.jsonl");
  const said = vi.spyOn(console, "log").mockReturnValue();
  const verdicts = judge(copy.folder, copy.guards, tests, log);
  expect(said.mock.calls).toEqual([
    [
      "fails with no guard broken, and notices none: tests/a.test.ts fails here",
    ],
  ]);
  said.mockRestore();
  expect(
    verdicts.map(({ text, noticedBy, missedBy }) => [
      ...[text, noticedBy, missedBy],
    ]),
  ).toEqual([
    ["count < 1", "tests/a.test.ts takes one at least", 0],
    ["count > 5", null, 1],
    ["count < 1", null, 0],
  ]);
});
