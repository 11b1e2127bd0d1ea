/** The data folder, made before anything is installed or built, so that a mistake about it shows at once. */
import { makeFolder, whyUnwritable } from "../engine/preflight/folders.mjs";

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
      `Cannot write to ${path}: ${whyUnwritable(error)}. Choose another folder: DATA_DIR=other npm start`,
      { cause: error },
    );
  }
}
