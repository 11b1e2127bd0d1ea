/** The check of what an app's oldest browsers lack (tests/run/browsers.mjs), and the style that they can read. */
import { expect, test } from "vitest";
import { plainStyle } from "../../build/styles.ts";
import { lackingIn } from "../run/lacking.mjs";

const OLD = ["safari15", "ios15"];

test.each([
  ["list.toSorted()", ".toSorted()"],
  ["Array.prototype.findLast.call(list)", ".findLast()"],
  ["list?.x.at(-1)", ".at()"],
  ["Object.hasOwn(a, b)", "Object.hasOwn"],
  ["fetch(a, { signal: AbortSignal.timeout(9) })", "AbortSignal.timeout"],
  ["const copy = structuredClone(a)", "structuredClone"],
  ["window.structuredClone(a)", "structuredClone"],
  ["crypto.randomUUID()", "Crypto.randomUUID"],
  ["navigator.userActivation.isActive", "Navigator.userActivation"],
  ["map.values().map(f)", "iterator.map()"],
  ["new RegExp('(?<!a)b')", "lookbehind"],
  ["class A { static { start(); } }", "syntax"],
  ["new Intl.DurationFormat()", "Intl.DurationFormat"],
])("an old browser lacks something in %s", (code, name) => {
  expect(lackingIn(code, OLD)).toEqual([name]);
  expect(lackingIn(code, ["chrome150"])).toEqual([]);
});

test.each([
  "list.toSorted?.()",
  "navigator.userActivation?.isActive",
  "typeof structuredClone === `function` && structuredClone(a)",
  "`wakeLock` in navigator && navigator.wakeLock.request()",
  "call.at > then.at",
  "({ structuredClone: 1 })",
  "Object.values(all).map(f)",
  "text.replaceAll(a, b)",
])("an old browser runs %s", (code) => {
  expect(lackingIn(code, OLD)).toEqual([]);
});

test("a style without layers keeps their order and has lengths for every browser", () => {
  expect(
    plainStyle(
      '@layer theme,base,utilities;.free{content:"}"}@layer utilities{.b{min-height:94dvh}@media print{.b{color:red}}}@layer base{.a{--u:1dvh;margin-inline:calc(2*var(--u))}}',
    ),
  ).toBe(
    '.a{--u:1dvh;margin-inline-start:calc(2*var(--u));margin-inline-end:calc(2*var(--u))}.b{min-height:94vh;min-height:94dvh}@media print{.b{color:red}}.free{content:"}"}',
  );
});

test("a style with a layer that has no place is not built", () => {
  expect(() => plainStyle("@layer other{.a{color:red}}")).toThrow(/order/);
  expect(() => plainStyle("@media print{@layer base{.a{top:0}}}")).toThrow();
});
