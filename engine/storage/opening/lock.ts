/**
 * One process per data folder: an operating system lock on a separate file, taken through SQLite because Node has no such call.
 * It ends with the process in any case, and trying it does not disturb the holder.
 */
import path from "node:path";
import { makePrivateFile } from "../database/replace-file.ts";
import { type Connection, openPlain, sqliteCode } from "../database/sqlite.ts";
import { StorageError } from "../storage-error.ts";

export type FolderLock = { release(): void };

/** How often to check for the end of a copy, in ms. */
const PAUSE = 100;

/**
 * Takes the lock of a data folder or throws. Waits only for a copy of the folder.
 * @param tell receives a line about the wait
 * @throws StorageError `locked` when another process, or another store of this one, has it; `disk` when it cannot be taken.
 */
export function lockFolder(
  folder: string,
  tell: (line: string) => void,
): FolderLock {
  return lockWith(folder, (connection) => {
    for (let isTold = false; !isTaken(connection); isTold = true) {
      if (!isTold)
        tell(
          `A backup of ${folder} began before this start; the engine starts once it is complete or has been stopped.`,
        );
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  });
}

/**
 * Keeps engines out of a data folder during a copy; other copies may run.
 * @throws StorageError `locked` when an engine has it.
 */
export function lockForCopy(folder: string): FolderLock {
  return lockWith(folder, (connection) => {
    connection.exec("BEGIN; SELECT 1 FROM sqlite_schema");
  });
}

/** @returns false during a copy: readers of the lock keep out writers only. */
function isTaken(connection: Connection): boolean {
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    connection.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  }
}

function lockWith(
  folder: string,
  take: (connection: Connection) => void,
): FolderLock {
  let connection: Connection | undefined;
  try {
    const file = path.join(folder, "engine.lock");
    makePrivateFile(file);
    connection = openPlain(file);
    take(connection);
  } catch (error) {
    connection?.close();
    if (error instanceof StorageError) throw error;
    throw isBusy(error)
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

function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith("SQLITE_BUSY") ?? false;
}
