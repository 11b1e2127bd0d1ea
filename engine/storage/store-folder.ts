/** The folder of a store, made where it is missing. */
import { makeFolder, whyUnwritable } from "../preflight/folders.mjs";
import { StorageError } from "./storage-error.ts";

/** @throws StorageError `disk`, in one line, when it can be neither made nor used */
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
