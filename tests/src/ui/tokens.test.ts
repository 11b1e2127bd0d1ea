/** The contrast table of the design, computed from ui/tokens.css, and that no other file of the client sets a colour. */
import { expect, test } from "vitest";
import { filesBelow, readText } from "../read.ts";

const css = readText("src/ui/tokens.css");

/** The tokens of one theme: name to "#rrggbb". */
function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  const found = block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})\s*;/g);
  return new Map(
    [...found].map(([, name = "", value = ""]) => [name, value] as const),
  );
}

const light = tokensOf("@theme");
const dark = new Map([...light, ...tokensOf('[data-theme="dark"]')]);

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045
      ? channel / 12.92
      : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Map<string, string>, a: string, b: string): number {
  const one = luminance(theme.get(a) ?? "none");
  const other = luminance(theme.get(b) ?? "none");
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Text or shape, its background, and the ratio it needs. */
const pairs: readonly (readonly [string, string, number])[] = [
  ["ink", "canvas", 7],
  ["ink", "surface", 7],
  ["ink-2", "surface", 7],
  ["ink-2", "sunken", 7],
  ["ink-3", "surface", 4.5],
  ["ink-3", "canvas", 4.5],
  ["ink-3", "sunken", 4.5],
  ["ink-2", "pressed", 4.5],
  ["on-brand", "brand", 4.5],
  ["on-brand", "brand-hover", 4.5],
  ["on-brand", "brand-active", 4.5],
  ["brand-text", "surface", 4.5],
  ["brand-text", "canvas", 4.5],
  ["brand-text", "brand-soft", 4.5],
  ["ink", "brand-soft", 7],
  ["on-go", "go", 7],
  ["on-danger", "danger", 4.5],
  ["danger-text", "surface", 4.5],
  ["danger-text", "danger-soft", 4.5],
  ["warn-text", "warn-soft", 4.5],
  ["info-text", "info-soft", 4.5],
  ["waiting-fg", "waiting-bg", 4.5],
  ["serving-fg", "serving-bg", 4.5],
  ["completed-fg", "completed-bg", 4.5],
  ["skipped-fg", "skipped-bg", 4.5],
  ["noshow-fg", "noshow-bg", 4.5],
  ["ended-fg", "ended-bg", 4.5],
  ["starter-fg", "starter-bg", 4.5],
  ["pro-fg", "pro-bg", 4.5],
  ["enterprise-fg", "enterprise-bg", 4.5],
  ["canvas", "ink", 7],
  ["inverse-ok", "ink", 3],
  ["inverse-bad", "ink", 3],
  ["line-strong", "surface", 3],
  ["line-strong", "canvas", 3],
  ["brand", "surface", 3],
  ["focus", "surface", 3],
  ["focus", "canvas", 3],
  ["danger", "surface", 3],
  ["code", "code-paper", 7],
];

test.each(pairs)("contrast in both themes: %s on %s, %d:1", (a, b, needed) => {
  expect(contrast(light, a, b)).toBeGreaterThanOrEqual(needed);
  expect(contrast(dark, a, b)).toBeGreaterThanOrEqual(needed);
});

test("contrast: no text is below 5.25 : 1", () => {
  const texts = pairs.filter(([, , needed]) => needed >= 4.5);
  const lowest = Math.min(
    ...texts.flatMap(([a, b]) => [contrast(light, a, b), contrast(dark, a, b)]),
  );
  expect(lowest).toBeGreaterThanOrEqual(5.25);
});

test("the green of a call: is the same in light and dark", () => {
  expect(dark.get("go")).toBe(light.get("go"));
  expect(dark.get("on-go")).toBe(light.get("on-go"));
});

test("the green of a call: is used by calls and their pictures only", () => {
  const users = filesBelow("src").filter(
    (path) =>
      /\.tsx$/.test(path) &&
      /\b(bg|text|border|fill)-go\b/.test(readText(path)),
  );
  // The called screen and badge, their content, the link to a called ticket, and its picture on the landing page.
  expect(users.sort()).toEqual([
    "src/features/landing/hero.tsx",
    "src/features/ticket/chip.tsx",
    "src/features/ticket/line/called-screen.tsx",
    "src/ui/avatar.tsx",
    "src/ui/badge.tsx",
    "src/ui/button.tsx",
  ]);
});

test("colours: are not taken from Tailwind's own palette", () => {
  expect(css).toContain("--color-*: initial");
});
