/** The texts of the specification. Canary: a text that nothing shows, or two that read the same, fail here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { texts } from "../../../convex/model/texts.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const HERE = join("convex", "model", "texts.ts");

/** Everything that may show a text, as one. */
function code(): string {
  return ["convex", "src"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .map((file) => join(folder, file))
        .filter((file) => /\.tsx?$/.test(file) && file !== HERE),
    )
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

test("every text has a situation: something shows it", () => {
  const all = code();
  const unused = Object.keys(texts).filter(
    (name) => !new RegExp(`\\btexts\\.${name}\\b`).test(all),
  );
  expect(unused).toEqual([]);
});

test("no text is there twice", () => {
  const plain = Object.values(texts).filter((text) => typeof text === "string");
  expect(new Set(plain).size).toBe(plain.length);
});
