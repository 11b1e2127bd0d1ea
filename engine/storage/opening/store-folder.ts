/** Creates the folder of a store. */
import { makeFolder, whyUnwritable } from "../../preflight/folders.mjs";
import { StorageError } from "../storage-error.ts";

/** @throws StorageError `disk`, in one line, when it cannot be created or used */
export function ensureFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    const why = whyUnwritable(error);
    throw new StorageError(
      "disk",
      `The data folder ${folder} cannot be made: ${why}.`,
      error,
    );
  }
}
