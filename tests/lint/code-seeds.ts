/** Files that each break one habit of the browser code, the engine or the tests. */
import { bad, good, imports, rule, syntax, type Seed } from "./seed.ts";

export const CODE_SEEDS: readonly Seed[] = [
  bad(
    "src/ui/colours.ts",
    [
      `export const a = "#0f0";`,
      `export const b = "bg-[#00643b] p-2";`,
      "export const c = (alpha: number) => `rgba(0, 0, 0, ${alpha})`;",
      `export const d = "hsl(120 50% 50%)";`,
    ].join("\n"),
    ...Array.from({ length: 4 }, () => syntax("colours live in")),
  ),
  good(
    "src/ui/fragments.ts",
    `export const a = ["#ticket", "#add-one", "/join#faded", "&#8203;", "bg-brand"];\n`,
  ),
  bad(
    "src/features/desk/words.tsx",
    [
      `export const a = <p>Call</p>;`,
      `export const b = (on: boolean) => <p title={on ? "Call" : undefined} />;`,
      "export const c = (n: number) => <p aria-label={`Call ${n}`} />;",
      `export const d = (on: boolean) => <p>{on && "call"}</p>;`,
      "export const e = (n: number) => <p>{`call ${n}`}</p>;",
      `export const f = { said: "Nobody is waiting" };`,
      "export const g = (n: number) => `Called customer ${n}`;",
    ].join("\n"),
    ...Array.from({ length: 7 }, (_, place) =>
      syntax(`stands in src/strings (${place + 1})`),
    ),
  ),
  good(
    "src/features/desk/wordless.tsx",
    [
      `export const a = (is: string) => <p title={is === "serving" ? "#1" : "·"}>#1 · {is}</p>;`,
      `export const b = <p className="text-lg font-bold" dir="auto" id="called-title" />;`,
      `export const c = () => {`,
      `  throw new Error("No place for this ticket");`,
      `};`,
    ].join("\n"),
  ),
  good("src/strings/sentences.ts", `export const a = "Nobody is waiting";\n`),
  bad(
    "src/lib/builders.ts",
    `import { query } from "../../convex/_generated/server";\nexport const y = query;\n`,
    imports("no place in a browser"),
  ),
  bad(
    "src/lib/noise.ts",
    `export const x = () => console.log("hello");\n`,
    rule("no-console"),
  ),
  bad(
    "convex/desk/rules/patterns.ts",
    [
      String.raw`export const a = (text: string) => text.replace(/[^\s"<>,;]+@[^\s"<>,;]+/g, "…");`,
      String.raw`export const b = (text: string) => /^\s*bytes\s*=\s*(.*)$/i.exec(text);`,
    ].join("\n"),
    rule("regexp/no-super-linear-move"),
    rule("regexp/no-super-linear-backtracking"),
  ),
  bad(
    "engine/values/fetching.ts",
    `import { createServer } from "node:http";\nexport const y = createServer;\n`,
    imports("It loads undici"),
  ),
  good(
    "engine/values/types.ts",
    `import type { IncomingMessage } from "node:http";\nexport type Y = IncomingMessage;\n`,
  ),
  bad(
    "engine/packages.ts",
    `import { build } from "vite";\nexport const y = build;\n`,
    imports("the engine needs node"),
  ),
  bad(
    "tests/alone.ts",
    `import { test } from "vitest";\ntest.only("x", () => undefined);\n`,
    syntax("every test runs"),
  ),
  bad(
    "e2e/sleepy.ts",
    `export const x = (page: { waitForTimeout(ms: number): void }) => page.waitForTimeout(9);\n`,
    syntax("wait for a state"),
  ),
  bad(
    "tests/drawn.ts",
    [
      `import { randomInt } from "node:crypto";`,
      `export const x = [randomInt(9), Math.random()];`,
    ].join("\n"),
    syntax("draw from"),
    syntax("draw from"),
  ),
  bad(
    "tests/timed.ts",
    `import { expect } from "vitest";\nconst began = performance.now();\nexpect(performance.now() - began).toBeLessThan(1000);\n`,
    syntax("no test judges"),
  ),
  bad(
    "tests/hurried.ts",
    `import { beforeAll, test } from "vitest";\nbeforeAll(() => {}, 20_000);\ntest.each([1])("%i", () => {}, 300);\ntest("one", { timeout: 5 }, () => {});\n`,
    syntax("no test has a limit of its own"),
    syntax("no test has a limit of its own"),
    syntax("no test has a limit of its own"),
  ),
  good(
    "tests/patientOne.ts",
    `import { test } from "vitest";\ntest("one", () => {});\n`,
  ),
  bad(
    "tests/src/hasty.test.tsx",
    `import { act } from "react";\nexport const go = act;\n`,
    imports("it waits for files that load on demand"),
  ),
  good("tests/bench/drawn.ts", `export const x = Math.random();\n`),
  bad(
    "src/lib/endless.ts",
    "export const x = [\n" + "  1,\n".repeat(400) + "];\n",
    rule("max-lines"),
  ),
  bad(
    "src/lib/floating.ts",
    "export const go = (p: Promise<void>) => {\n  p.then(() => undefined);\n};\n",
    rule("typescript/no-floating-promises"),
  ),
  bad(
    "tests/run/unused.mjs",
    "export const x = (a) => 1;\n",
    rule("no-unused-vars"),
  ),
  bad(
    "src/lib/disabled.ts",
    "// eslint-disable-next-line eqeqeq -- nothing to excuse here\nexport const x = 1;\n",
    { rule: "unused-disable" },
  ),
  bad(
    "src/features/desk/hook.tsx",
    [
      `import { useState } from "react";`,
      `export function Row({ open }: { open: boolean }) {`,
      `  if (open) return null;`,
      `  const [n] = useState(0);`,
      `  return <p>{n}</p>;`,
      `}`,
    ].join("\n"),
    rule("react-hooks/rules-of-hooks"),
  ),
];
