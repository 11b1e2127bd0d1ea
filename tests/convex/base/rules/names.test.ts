import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, MAX_NAME } from "../../../../convex/base/rules/names.ts";

describe("cleaning of names", () => {
  test.each([
    ["  Ada   Lovelace ", "Ada Lovelace"],
    ["Ada\nLovelace", "Ada Lovelace"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["\u202Egnip\u202C", "gnip"],
    ["A\u200Bd\u200Ca\uFEFF", "Ada"],
    ["a\u0000b\u0007c", "abc"],
    ["سارة", "سارة"],
    ["\u200Dx\u200D", "x"],
    // The joiner inside a family emoji stays. Without it there are three people.
    ["👨‍👩‍👦", "👨‍👩‍👦"],
    ["👩🏽‍🚀", "👩🏽‍🚀"],
    ["e\u0301", "\u00e9"],
    // Joiners that a script writes with.
    ["ශ්\u200dරීමා", "ශ්\u200dරීමා"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["ക്\u200dഷ", "ക്\u200dഷ"],
    ["अक्\u200cष", "अक्\u200cष"],
    ["a\u200cb\u200dc", "abc"],
    ["Ana\u2800", "Ana"],
  ])("%j becomes %j", (typed, kept) => expect(cleanText(typed)).toBe(kept));

  test.each([
    ...["", "   ", "\u200B\u200B", "\n\t", "\u202E"],
    // Nothing of these can be seen.
    ...[
      "\u2800",
      "\u3164\u3164",
      "\u115F\u1160",
      "\u0301\u0302",
      "\uFE0F",
      "\u{E0061}",
      "\u034F \u2800",
    ],
  ])("%j is no name", (typed) => expect(cleanText(typed)).toBeNull());

  test("nothing given is no name", () => {
    expect(cleanText(undefined)).toBeNull();
    expect(cleanText(null)).toBeNull();
  });

  test("cuts between characters as people count them, whatever character below U+0370 follows a letter", () => {
    const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
    for (let code = 0x21; code < 0x370; code += 1) {
      const typed = `e${String.fromCharCode(code)}`.repeat(MAX_NAME);
      const kept = cleanText(typed) ?? "";
      const all = [...segments.segment(typed.normalize("NFC"))];
      const first = all.slice(0, MAX_NAME).map((one) => one.segment);
      const isShown = cleanText(String.fromCharCode(code)) !== null;
      if (isShown) expect(kept).toBe(first.join("").trim());
    }
  });

  test("keeps eighty characters as people count them", () => {
    expect(cleanText("x".repeat(200))).toHaveLength(MAX_NAME);
    const flags = cleanText("👨‍👩‍👦".repeat(100)) ?? "";
    expect([...new Intl.Segmenter().segment(flags)]).toHaveLength(MAX_NAME);
    expect(flags.endsWith("👨‍👩‍👦")).toBe(true);
  });

  test("gives one well-formed line that cleaning again does not change", () => {
    const marks =
      // eslint-disable-next-line no-control-regex -- these must be removed
      /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 2 * MAX_NAME }),
        (typed) => {
          const kept = cleanText(typed);
          if (kept === null) return;
          expect(kept).not.toMatch(marks);
          expect(kept.isWellFormed()).toBe(true);
          expect(cleanText(kept)).toBe(kept);
        },
      ),
    );
  });
});
