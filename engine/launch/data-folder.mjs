/** The data folder, made before anything is installed or built, so that a mistake about it shows at once. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Reasons as the operator of a machine knows them. */
const REASONS = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file is in the way",
  ENOENT: "no folder can be made there",
};

/**
 * Makes the folder where it is missing.
 * @template Result
 * @param {string} path
 * @param {(path: string) => Result} use reads and writes in it
 * @returns {Result} what `use` returned
 * @throws Error in one line that says what to do
 */
export function inDataFolder(path, use) {
  try {
    makeFolder(path);
    return use(path);
  } catch (error) {
    throw new Error(
      `Cannot write to ${path}: ${REASONS[error.code] ?? error.message}. Choose another folder: DATA_DIR=other npm start`,
      { cause: error },
    );
  }
}

/** Folder by folder: `recursive` never returns where the file system makes none, as below /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
