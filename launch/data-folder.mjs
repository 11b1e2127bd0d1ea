/** Checks and makes the data folder before anything is installed or built, so that a mistake about it shows at once. */
import { makeFolder, whyUnwritable } from "../engine/preflight/folders.mjs";
import {
  checkDataFolder,
  makePrivate,
  WrongFolder,
} from "../engine/preflight/private-folder.mjs";

/**
 * Makes the folder if it is missing, accessible to its owner alone.
 * @template Result
 * @param {string} path
 * @param {(path: string) => Result} use reads and writes in it
 * @returns {Result} what `use` returned
 * @throws Error in one line that says what to do
 */
export function inDataFolder(path, use) {
  try {
    checkDataFolder(path);
    makeFolder(path);
    makePrivate(path);
    return use(path);
  } catch (error) {
    const what =
      error instanceof WrongFolder
        ? error.message
        : `Cannot write to ${path}: ${whyUnwritable(error)}.`;
    throw new Error(`${what} Choose another folder: DATA_DIR=other npm start`, {
      cause: error,
    });
  }
}
