/** Disk space used and free, and the time of the last backup. */
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { journalFiles } from "../storage/journal/journal-files.ts";
import { databaseFile } from "../storage/opening/layout.ts";

/** Bytes. */
export type DiskFigures = {
  readonly database: number;
  /** Size of the journal and of SQLite's write-ahead log. */
  readonly log: number;
  /** Bytes this user may still write, and size of the file system. */
  readonly free: number;
  readonly size: number;
  /** Seconds since the epoch; null when no backup is known. */
  readonly backupAt: number | null;
};

/** A file in the data folder that every backup touches; its modification time is that of the backup. */
const BACKUP_MARK = "last-backup";

export async function diskFigures(folder: string): Promise<DiskFigures> {
  const file = databaseFile(folder);
  const logs = [`${file}-wal`, ...journalFiles(folder)];
  const [database, mark, space, ...found] = await Promise.all([
    statOf(file),
    statOf(path.join(folder, BACKUP_MARK)),
    statfs(folder),
    ...logs.map(statOf),
  ]);
  return {
    database: database?.size ?? 0,
    log: found.reduce((sum, log) => sum + (log?.size ?? 0), 0),
    free: space.bavail * space.bsize,
    size: space.blocks * space.bsize,
    backupAt: mark === null ? null : mark.mtimeMs / 1000,
  };
}

async function statOf(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
