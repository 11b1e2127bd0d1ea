/**
 * A copy of a data folder's database that can be opened by itself. Of a folder in use it is one committed state, read over
 * a connection of its own while commits go on; of one that nobody has open it is what lies there, log and seal included.
 */
import { copyFileSync, constants, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { databaseFile } from "./layout.ts";
import { copyJournal } from "./journal/copy.ts";
import { lockForCopy } from "./lock.ts";
import { makePrivateFile } from "./replace-file.ts";
import { sealFile } from "./seal.ts";
import { connectToRead } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";

/** Pages copied in one step; between two of them whoever copies can be told to stop. */
const PAGES = 4096;
/** How long an engine is waited for that begins or ends, and how often it is looked for, in ms. */
const PATIENCE = 60_000;
const PAUSE = 100;

/**
 * Copies the database of a folder into another one that has none. Opening the copy is what proves it.
 * @param pagesOf how many pages the next step copies of a folder in use; tests wait with 0.
 * @throws StorageError `foreign` when there is none, `locked` when an engine that begins or ends there comes to no end in
 * `patience` ms; SQLite's and the system's errors as they are
 */
export async function copyDatabase(
  from: string,
  to: string,
  pagesOf: () => number = () => PAGES,
  patience = PATIENCE,
): Promise<void> {
  if (!existsSync(databaseFile(from)))
    throw new StorageError("foreign", `There is no database in ${from}.`);
  for (let waited = 0; ; waited += PAUSE) {
    if (copyClosedDatabase(from, to)) return;
    // The first thing that an engine makes of the folder, and the last that it removes.
    if (tryCopyJournal(from, to)) return copyOpenDatabase(from, to, pagesOf);
    if (waited >= patience)
      throw new StorageError(
        "locked",
        `An engine that has ${from} has no journal there, as one that is being started; make the backup when it serves.`,
      );
    await setTimeout(PAUSE);
  }
}

/** @returns false when an engine has the folder */
function copyClosedDatabase(from: string, to: string): boolean {
  const lock = lockOf(from);
  if (lock === null) return false;
  try {
    for (const name of readdirSync(from).filter(isPartOfDatabase))
      copyFileSync(
        path.join(from, name),
        path.join(to, name),
        constants.COPYFILE_FICLONE,
      );
  } finally {
    lock.release();
  }
  return true;
}

/** Names of a database's own files in a data folder, apart from the lock. */
export function isPartOfDatabase(name: string): boolean {
  return name.startsWith("engine.") && name !== "engine.lock";
}

/** @returns false when there is none */
function tryCopyJournal(from: string, to: string): boolean {
  try {
    copyJournal(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The journal came first: what the database lacks when it is read can only be in there. */
async function copyOpenDatabase(
  from: string,
  to: string,
  pagesOf: () => number,
): Promise<void> {
  makePrivateFile(databaseFile(to));
  const connection = connectToRead(databaseFile(from));
  try {
    // Held, or each commit between two steps would begin the copy anew. It also keeps engines that end and start meanwhile
    // from removing the log, and from writing to the file what the copy is not to have.
    connection.exec("BEGIN");
    connection.pragma("schema_version");
    await connection.backup(databaseFile(to), { progress: pagesOf });
    // Empty, it says that database and journal belong together.
    makePrivateFile(sealFile(to));
  } finally {
    connection.close();
  }
}

function lockOf(folder: string) {
  try {
    return lockForCopy(folder);
  } catch (error) {
    if (error instanceof StorageError && error.fault === "locked") return null;
    throw error;
  }
}
