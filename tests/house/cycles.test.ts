/** No import cycles. Types count too, except in the browser's part. The linter's rule was slow and saw only values. */
import { join, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { product } from "./tree.ts";

const STATIC = /^(?:import|export)\b[^;]*?from "(\.[^"]+)";/gm;
const STATIC_VALUES =
  /^(?:import|export)\b(?! type\b)[^;]*?from "(\.[^"]+)";/gm;
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g;
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports of each file of the product. */
function importsBy(...forms: RegExp[]): Imports {
  const imports = new Map(product.map(({ path }) => [path, new Set<string>()]));
  for (const { path, text } of product)
    for (const [, specifier] of forms.flatMap((one) => [
      ...text.matchAll(one),
    ])) {
      const file = normalize(join(path, "..", String(specifier)));
      const found = ["", ".ts", ".tsx"].find((end) => imports.has(file + end));
      if (found !== undefined) imports.get(path)?.add(file + found);
    }
  return imports;
}

/** Removes files that import no remaining file, or that no remaining file imports, until only cycles are left. */
function circles(part: string, imports: Imports): string[] {
  const of = (path: string) => [...(imports.get(path) ?? [])];
  const left = new Set(
    [...imports.keys()].filter((path) => path.startsWith(`${part}/`)),
  );
  for (let before = -1; before !== left.size;) {
    before = left.size;
    const imported = new Set([...left].flatMap(of));
    for (const path of left)
      if (!imported.has(path) || !of(path).some((one) => left.has(one)))
        left.delete(path);
  }
  return [...left];
}

const withTypes = importsBy(STATIC);
const ofValues = importsBy(STATIC_VALUES, DYNAMIC);

test("the search finds imports", () => {
  expect(withTypes.get("engine/main.ts")).toContain("engine/config.ts");
  expect(ofValues.get("src/main.ts")).toContain("src/app/display.ts");
});

test.each(["convex", "engine", "launch", "standins", "build"])(
  "no file of %s/ is part of an import cycle",
  (part) => expect(circles(part, withTypes)).toEqual([]),
);

test("no file of src/ is part of an import cycle of values", () => {
  expect(circles("src", ofValues)).toEqual([]);
});
