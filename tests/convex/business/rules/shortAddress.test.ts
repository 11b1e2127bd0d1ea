/** Short addresses: what names and typed texts become. product.md F8. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isReserved,
  slugOf,
  slugsFor,
  typedSlug,
} from "../../../../convex/business/rules/shortAddress.ts";

const SLUG = /^(?=.{3,30}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const ID = "p973rd23y0eaxgd2rvtdkeb1t86cyape";

test.each([
  ["Fade", "fade"],
  ["  Fade & Fortune! ", "fade-fortune"],
  ["Bob's / Bob’s", "bobs-bobs"],
  ["Zoë Müller", "zoe-muller"],
  ["İstanbul Işık", "istanbul-isik"],
  ["Łódź Straße Ærø", "lodz-strasse-aero"],
  ["Ｆａｄｅ №1™", "fade-no1tm"],
  ["Fade 美容", "fade"],
  ["---a---b---c---", "a-b-c"],
  ["The old town barber shop and spa", "the-old-town-barber-shop-and"],
  ["The old town barber shop and spas", "the-old-town-barber-shop-and"],
  ["Abcdefghij klmnopqrst uvwxyz 123", "abcdefghij-klmnopqrst-uvwxyz"],
  ["Abcdefghij klmnopqrst uvwxyz12 3", "abcdefghij-klmnopqrst-uvwxyz12"],
  ["a ".repeat(20) + "b", "a-a-a-a-a-a-a-a-a-a-a-a-a-a-a"],
  [`ab ${"x".repeat(40)}`, `ab-${"x".repeat(27)}`],
])("'%s' gives %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  "",
  "ab",
  "美容室",
  "Парикмахерская",
  "💈💈💈",
  "../",
  "\0\0\0",
  "é",
])("'%s' gives none", (name) => {
  expect(slugOf(name)).toBeNull();
});

test("every slug has the form, and is its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (name) => {
      const slug = slugOf(name);
      if (slug === null) return;
      expect(slug).toMatch(SLUG);
      expect(slugOf(slug)).toBe(slug);
      expect(typedSlug(slug)).toBe(slug);
    }),
  );
});

test.each(["admin", "login", "join", "api", "support", "your-turn-help"])(
  "%s is for no shop",
  (slug) => {
    expect(isReserved(slug)).toBe(true);
    expect(slugsFor(slug, ID)[0]).toBe("shop-73rd");
  },
);

describe("the slugs to try for a new shop", () => {
  test("are its name, with a number, with a piece of the id", () => {
    const slugs = slugsFor("Fade", ID);
    expect(slugs.slice(0, 11)).toEqual([
      ...["fade", "fade-2", "fade-3", "fade-4", "fade-5", "fade-6"],
      ...["fade-7", "fade-8", "fade-9", "fade-73rd", "fade-3rd2"],
    ]);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test("are neutral for a name in another script", () => {
    expect(slugsFor("美容室", ID)[0]).toBe("shop-73rd");
  });

  test("have the form, however long the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (name) => {
        for (const slug of slugsFor(name, ID)) {
          expect(slug).toMatch(SLUG);
          expect(isReserved(slug)).toBe(false);
        }
      }),
    );
  });
});

test.each([
  ["fade", "fade"],
  ["FADE-2", "fade-2"],
  ["Fade/", "fade"],
])("who types '%s' means %s", (typed, slug) => {
  expect(typedSlug(typed)).toBe(slug);
});

test.each([
  ...[
    "",
    "/",
    "fade//",
    "ab",
    "fa de",
    "fade/x",
    "../x",
    "fade%00",
    "%F0%9F%92%88",
  ],
  ...["💈💈💈", "-fade", "fade-", "a--b", "x".repeat(31), "fade\n"],
])("'%s' is no address", (typed) => {
  expect(typedSlug(typed)).toBeNull();
});

test.each(["x", "/", "-", "é", "💈", "a-"])(
  "a megabyte of '%s' is read in part and is no typed address",
  (part) => {
    const long = part.repeat(1_000_000 / part.length);
    expect(slugOf(long)?.length ?? 0).toBeLessThanOrEqual(30);
    expect(typedSlug(long)).toBeNull();
  },
);
