/** One word for one thing (docs/guide.md): words that the glossary replaces do not come back in names or comments. */
import { expect, test } from "vitest";
import { findLines, product } from "./tree.ts";

/** Put together, so that this file does not contain the words. */
const word = (...parts: string[]) => parts.join("");
/** Why each is gone: the word to use instead. */
const REPLACED: readonly [pattern: string, instead: string][] = [
  [word("\\b\\w*[lL]ad", "der"), "escalation"],
  [word("\\bnext[rR]", "ungs?\\b|\\b[rR]", "ungs\\b"), "escalation step"],
  [word("\\bclim", "b"), "run the escalation"],
  [word("\\b\\w*[lL]edg", "er"), "work on a queue"],
  [word("\\b[cC]anar", "(y|ies):"), "mutation test"],
  [word("\\b[wW]ho", "ever\\b"), "the field's word for the person"],
  [word("\\bof its ", "own\\b"), "its own"],
  [word("\\b[oO]f ", "nobody\\b"), "say whose it is"],
];
/** What people read on screens has its own owner. */
const written = product.filter(({ path }) => !path.startsWith("src/strings/"));

test.each(REPLACED)("%s: say %s", (pattern) => {
  expect(findLines(written, new RegExp(pattern))).toEqual([]);
});
