/**
 * One word for one thing (docs/guide.md): words that the glossary replaces do not come back in names or comments. And
 * documents have short sentences.
 */
import { expect, test } from "vitest";
import { files, findLines, product } from "./tree.ts";

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

const MAX_WORDS = 25;
/** Tables are lists, not sentences. */
const sentencesOf = (text: string) =>
  text
    .replace(/```[^]*?```|^ *\|.*$|<[^>]*>|^- \*\*\S+\*\*/gm, "")
    .split(/\n\s*\n|\n(?=\s*[-#])|(?<=[.!?]["')*]*)\s+(?=[^a-z])/);

test("no sentence of a document has more than 25 words", () => {
  const documents = files.filter(({ path }) =>
    /^(README|(docs|engine|launch)\/\w+)\.md$/.test(path),
  );
  expect(documents.length).toBeGreaterThan(8);
  const long = documents.flatMap(({ path, text }) =>
    sentencesOf(text)
      .filter((one) => (one.match(/\S*\w\S*/g) ?? []).length > MAX_WORDS)
      .map((one) => `${path}: ${one}`),
  );
  expect(long).toEqual([]);
});
