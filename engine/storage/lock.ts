/**
 * One process per data folder. Holds nothing but the lock.
 * It is a lock of the operating system on a file of its own, taken through SQLite because Node has no such call: it dies
 * with the process however that ends, and trying for it touches nothing that the holder uses.
 */
import path from "node:path";
import { makePrivateFile } from "./replace-file.ts";
import { type Connection, openPlain, sqliteCode } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";

export type FolderLock = { release(): void };

/**
 * Takes the lock of a data folder at once or not at all.
 * @throws StorageError `locked` when another process, or another store of this one, has it.
 */
export function lockFolder(folder: string): FolderLock {
  let connection: Connection | undefined;
  try {
    const file = path.join(folder, "engine.lock");
    makePrivateFile(file);
    connection = openPlain(file);
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection?.close();
    if (error instanceof StorageError) throw error;
    throw sqliteCode(error)?.startsWith("SQLITE_BUSY")
      ? new StorageError(
          "locked",
          `The data folder ${folder} is in use by another process; only one engine may open it at a time.`,
        )
      : new StorageError(
          "disk",
          `The data folder ${folder} cannot be locked: ${error instanceof Error ? error.message : String(error)}.`,
          error,
        );
  }
  const held = connection;
  return { release: () => held.close() };
}
