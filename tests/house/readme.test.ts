/** The README is correct where a machine can check it: commands, links and pictures exist, and all documents' paths. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files, root } from "./tree.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as { scripts: Record<string, string> };
const all = (pattern: RegExp) => [
  ...new Set([...readme.matchAll(pattern)].map(([, word]) => String(word))),
];

test("its npm commands are scripts of package.json", () => {
  const commands = [
    ...all(/npm run ([\w:-]+)/g),
    ...all(/npm (start|test)\b/g),
  ];
  expect(commands).toEqual(expect.arrayContaining(["start", "test"]));
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test("its links and pictures lead to files of the project", () => {
  const targets = [
    ...all(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g),
    ...all(/(?:src|href)="(?!https?:|#)([^"#]+)"/g),
  ];
  expect(targets.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the paths in code marks exist, in every document", () => {
  const documents = files.filter(({ path }) => path.endsWith(".md"));
  const paths = documents.flatMap(({ text }) => [
    ...text.matchAll(
      /`((?:convex|src|engine|launch|standins|tests|e2e|public|\.ci)\/[\w./-]*)`/g,
    ),
  ]);
  expect(paths.length).toBeGreaterThan(30);
  expect(
    paths.filter(([, path]) => !existsSync(join(root, String(path)))),
  ).toEqual([]);
});
