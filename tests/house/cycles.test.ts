/** No circles of imports, those of types included: the linter's rule looks at values only. */
import { join, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { product } from "./tree.ts";

const IMPORT = /^(?:import|export)\b[^;]*?from "(\.[^"]+)";/gm;

/** Whom each file of the product imports. */
const imports = new Map(product.map(({ path }) => [path, new Set<string>()]));
for (const { path, text } of product)
  for (const [, specifier] of text.matchAll(IMPORT)) {
    const file = normalize(join(path, "..", String(specifier)));
    const found = ["", ".ts", ".tsx"].find((end) => imports.has(file + end));
    if (found !== undefined) imports.get(path)?.add(file + found);
  }

/** Takes away what imports nothing that is left, or what nothing that is left imports, until only circles stay. */
function circles(part: string): string[] {
  const left = new Set(
    [...imports.keys()].filter((path) => path.startsWith(`${part}/`)),
  );
  for (let before = -1; before !== left.size;) {
    before = left.size;
    const imported = new Set([...left].flatMap((path) => [...of(path)]));
    for (const path of left)
      if (!imported.has(path) || ![...of(path)].some((one) => left.has(one)))
        left.delete(path);
  }
  return [...left];
}

function of(path: string): ReadonlySet<string> {
  return imports.get(path) ?? new Set();
}

test("imports were found", () => {
  expect(imports.get("engine/main.ts")).toContain("engine/config.ts");
});

test.each(["convex", "engine", "launch", "standins"])(
  "no file of %s/ imports itself by way of others",
  (part) => expect(circles(part)).toEqual([]),
);
