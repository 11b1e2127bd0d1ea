/** The project's own files, read once for the tests beside this file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
/** Made by tools or by running the product. Never committed (see .gitignore). */
const NOT_OURS = [
  ".git",
  "node_modules",
  "dist",
  "dist-without-prices",
  "engine/dist",
  "engine/node_modules",
  "data",
  "test-results",
  "playwright-report",
  "bench-results",
  "fault-results",
  "guard-results",
];
/** Files without lines of text. */
const BINARY = /\.(png|jpg|ico|webp|woff2|zip|sqlite3?)$/;
export type SourceFile = {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
};

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.includes(path)) return [];
    return entry.isDirectory() ? walk(path) : [path];
  });

export const files: readonly SourceFile[] = walk("")
  .filter((path) => !BINARY.test(path) && !path.startsWith(".env"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const CODE =
  /^(convex|src|engine|launch|standins|tests|e2e)\/.*\.(ts|tsx|mjs)$/;
/** Code written by people. Generated code is left out. */
export const code = files.filter(
  ({ path }) => CODE.test(path) && !path.includes("_generated/"),
);
/** Code of the product itself, without its tests. */
export const product = code.filter(
  ({ path }) => !/^(tests|e2e|engine\/(tests|bench|faults))\//.test(path),
);

/** Lines matching `pattern`, as `path:line: text`. */
export const findLines = (where: readonly SourceFile[], pattern: RegExp) =>
  where.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line)
          ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)}`]
          : [],
      ),
  );
