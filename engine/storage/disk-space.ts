/** Whether the disk is full: asked of an error, and of the disk itself. */
import { statfsSync } from "node:fs";

/** With less than this free, in bytes, whatever fails to be written may fail for that: journal, log and file grow at once. */
const LITTLE = 32 << 20;
const FULL = ["ENOSPC", "EDQUOT", "SQLITE_FULL"];

/** Whether an error of the system or of SQLite says that there is no room, or no more for this user. */
export function isFull(error: unknown): boolean {
  const isCoded = error instanceof Error && "code" in error;
  return isCoded && FULL.includes(String(error.code));
}

/** Whether there is hardly any room on the disk of a folder. */
export function isNearlyFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LITTLE;
}
