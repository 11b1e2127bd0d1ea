/**
 * A copy of the project whose schema also accepts older documents, to deploy before migrations run
 * (docs/schema-changes.md). The launcher makes one when needed; `node launch/widen.mjs FOLDER` makes one for the
 * official CLI.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { project } from "./config.mjs";

/** The files that the official CLI reads besides the packages. */
const NEEDED = ["convex", "convex.json", "package.json", "tsconfig.json"];

/**
 * @param {string} root
 * @param {string} folder made if it is missing, must be empty
 * @param {Record<string, string>} widened contents of files that differ in the copy
 */
function widen(root, folder, widened) {
  mkdirSync(folder, { recursive: true });
  for (const path of NEEDED)
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  for (const [path, text] of Object.entries(widened))
    writeFileSync(join(folder, path), text);
}

/**
 * @template Result
 * @param {string} root
 * @param {Record<string, string>} widened
 * @param {(folder: string) => Promise<Result>} use
 * @returns {Promise<Result>} what `use` returned; the copy is removed by then
 */
export async function withWidened(root, widened, use) {
  const folder = mkdtempSync(join(tmpdir(), "widened-"));
  try {
    widen(root, folder, widened);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const file = fileURLToPath(import.meta.url);
if (process.argv[1] === file) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("usage: widen.mjs FOLDER");
  widen(dirname(dirname(file)), resolve(folder), project.migrations.widened);
}
