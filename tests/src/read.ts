/** The client's files as text, for tests of their content. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
/** One file of the repository. @param path from its root */
export const readText = (path: string): string =>
  readFileSync(join(root, path), "utf8");

/** Paths of all files below a folder, from the repository's root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
