/** A file for each of the linter's own rules that oxlint.config.ts names. */
import { bad, rule, type Seed } from "./seed.ts";

const CODE: readonly [name: string, code: string][] = [
  [
    "no-case-declarations",
    "export function x(a: number) { switch (a) { case 1: const b = a; return b; default: return 2; } }",
  ],
  ["no-empty", "export function x(a: number) { if (a) {} }"],
  [
    "no-fallthrough",
    "export function x(a: number) { let b = 1; switch (a) { case 1: b = 2; default: b += 3; } return b; }",
  ],
  [
    "no-prototype-builtins",
    `export const x = (a: object) => a.hasOwnProperty("b");`,
  ],
  ["no-regex-spaces", "export const x = /a  b/;"],
  [
    "no-unexpected-multiline",
    "export const x = (a: (b: number) => number) => a\n(1);",
  ],
  [
    "no-useless-assignment",
    "export function x() { let a = 1; a = 2; return a; }",
  ],
  [
    "preserve-caught-error",
    `export function x(a: () => void) { try { a(); } catch (b) { void b; throw new Error("c"); } }`,
  ],
  ["no-array-constructor", "export const x = new Array(1, 2);"],
  ["no-var", "export var x = 1;"],
  ["prefer-const", "let a = 1;\nexport const x = () => a;"],
  ["prefer-rest-params", "export function x() { return arguments; }"],
  [
    "prefer-spread",
    "export const x = (a: number[]) => Math.max.apply(Math, a);",
  ],
  ["typescript/ban-ts-comment", `// @ts-${"ignore"}\nexport const x = 1;`],
  ["typescript/no-empty-object-type", "export type X = {};"],
  ["typescript/no-explicit-any", "export const x = (a: any) => typeof a;"],
  [
    "typescript/no-misused-promises",
    "export const x = (a: Promise<number>) => { if (a) return 1; return 2; };",
  ],
  ["typescript/no-namespace", "export namespace X { export type Y = number; }"],
  [
    "typescript/no-require-imports",
    `import a = require("node:fs");\nexport const x = a;`,
  ],
  [
    "typescript/no-unnecessary-type-assertion",
    "export const x = (a: number) => a as number;",
  ],
  [
    "typescript/no-unnecessary-type-constraint",
    "export const x = <A extends unknown>(a: A) => a;",
  ],
  [
    "typescript/no-unsafe-argument",
    `export const x = () => Math.abs(JSON.parse("1"));`,
  ],
  [
    "typescript/no-unsafe-assignment",
    `const a = JSON.parse("1");\nexport const x = () => typeof a;`,
  ],
  [
    "typescript/no-unsafe-call",
    `export const x = () => void JSON.parse("1")();`,
  ],
  [
    "typescript/no-unsafe-enum-comparison",
    "declare enum A { B = 1 }\nexport const x = (a: A) => a === 1;",
  ],
  ["typescript/no-unsafe-function-type", "export type X = Function;"],
  [
    "typescript/no-unsafe-member-access",
    `export const x = () => typeof JSON.parse("1").a;`,
  ],
  ["typescript/no-unsafe-return", `export const x = () => JSON.parse("1");`],
  ["typescript/only-throw-error", "export function x() { throw 1; }"],
  [
    "typescript/prefer-promise-reject-errors",
    "export const x = () => Promise.reject(1);",
  ],
  [
    "typescript/restrict-plus-operands",
    "export const x = (a: number, b: Date) => typeof (a + b);",
  ],
];

export const RULE_SEEDS: readonly Seed[] = [
  ...CODE.map(([name, code]) =>
    bad(`standins/${name.replace("/", "-")}.ts`, `${code}\n`, rule(name)),
  ),
  bad("launch/undefined.mjs", "export const x = y;\n", rule("no-undef")),
  bad(
    "launch/twice.mjs",
    "export var x = 1;\nvar x = 2;\n",
    rule("no-redeclare"),
  ),
  bad("public/unknown.js", "somewhere();\n", rule("no-undef")),
  bad(
    "src/ui/unsupported.tsx",
    'export function Row() {\n  return <p>{eval("1")}</p>;\n}\n',
    rule("react/unsupported-syntax"),
    rule("no-eval"),
  ),
];
