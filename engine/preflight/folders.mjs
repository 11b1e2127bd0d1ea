/** Creates folders for data, and says why that fails. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder that only its owner may enter, and its missing parents. On disk when it returns.
 * @param {string} path
 */
export function makeFolder(path) {
  if (existsSync(path)) return;
  const above = dirname(resolve(path));
  // Folder by folder: `recursive` never returns where the file system creates none, as below /proc.
  makeFolder(above);
  mkdirSync(path, { mode: 0o700 });
  syncFolder(above);
}

/**
 * Makes new and removed names in a folder survive a power failure. Windows has no such call and needs none.
 * @param {string} path
 */
export function syncFolder(path) {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!hasNoSync(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a file system has said that it cannot sync folders, like some network and user-space ones.
 * @param {unknown} error of the sync
 * @returns {boolean}
 */
export function hasNoSync(error) {
  const isCoded = error instanceof Error && "code" in error;
  return isCoded && ["EINVAL", "ENOTSUP", "EBADF"].includes(String(error.code));
}

/** Reasons in an operator's words. */
const REASONS = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["ENOTDIR", "a file is in the way"],
  ["ENOENT", "no folder can be made there"],
]);

/**
 * Why a file or folder could not be written, in words that end a sentence.
 * @param {unknown} error
 * @returns {string}
 */
export function whyUnwritable(error) {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return REASONS.get(code) ?? error.message;
}
