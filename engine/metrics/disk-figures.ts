/** What the data folder takes up, what room there is, and when it was last backed up. */
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { journalFiles } from "../storage/journal/journal-files.ts";
import { databaseFile } from "../storage/layout.ts";

/** Bytes. */
export type DiskFigures = {
  readonly database: number;
  /** Of the journal and of SQLite's log (WAL). */
  readonly log: number;
  /** What this user may still write, and the size of the file system. */
  readonly free: number;
  readonly size: number;
  /** Seconds since the epoch; null when nobody has said that there is a backup. */
  readonly backupAt: number | null;
};

/** In the data folder; whoever has made a backup touches it, and its time is that of the backup. */
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

/** Null when there is no such file. */
async function statOf(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
