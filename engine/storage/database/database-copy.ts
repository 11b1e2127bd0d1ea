/**
 * Copies a data folder's database so that the copy can be opened separately. A folder in use is copied as one committed state,
 * over a separate connection, while commits continue. Otherwise the files are copied, log and seal included.
 */
import { copyFileSync, constants, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { databaseFile } from "../opening/layout.ts";
import { copyJournal } from "../journal/copy.ts";
import { lockForCopy } from "../opening/lock.ts";
import { makePrivateFile } from "./replace-file.ts";
import { sealFile } from "../opening/seal.ts";
import { connectToRead } from "./sqlite.ts";
import { StorageError } from "../storage-error.ts";

/** Pages copied per step; a copy can be stopped between two. */
const PAGES = 4096;
/** How long to wait for an engine that starts or stops, and how often to check, in ms. */
const PATIENCE = 60_000;
const PAUSE = 100;

/**
 * Copies the database of a folder into another one that has none. Opening the copy verifies it.
 * @param pagesOf pages to copy in the next step, from a folder in use; tests wait with 0.
 * @throws StorageError `foreign` when there is none, `locked` when an engine is still starting or stopping after `patience` ms;
 * errors of SQLite and the system as they are
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
    // An engine creates the journal first and removes it last.
    if (tryCopyJournal(from, to)) return copyOpenDatabase(from, to, pagesOf);
    if (waited >= patience)
      throw new StorageError(
        "locked",
        `The engine that uses ${from} has no journal there yet, as during a start; make the backup once it serves.`,
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

/** Whether a file in a data folder belongs to the database. The lock does not. */
export function isPartOfDatabase(name: string): boolean {
  return name.startsWith("engine.") && name !== "engine.lock";
}

/** @returns false when there is no journal */
function tryCopyJournal(from: string, to: string): boolean {
  try {
    copyJournal(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Copies the database after the journal: what it lacks can only be in the journal. */
async function copyOpenDatabase(
  from: string,
  to: string,
  pagesOf: () => number,
): Promise<void> {
  makePrivateFile(databaseFile(to));
  const connection = connectToRead(databaseFile(from));
  try {
    // A held read transaction. Without it, each commit between two steps restarts the copy. It also keeps engines that stop and
    // start from removing the log, and from checkpointing later commits into the file.
    connection.exec("BEGIN");
    connection.pragma("schema_version");
    await connection.backup(databaseFile(to), { progress: pagesOf });
    // An empty seal says that database and journal belong together.
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
