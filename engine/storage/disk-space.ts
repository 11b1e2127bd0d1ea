/** What the disk refuses, and whether it is full, which only an error can say: another fault is no full disk, however little room there is. */
import { StorageError } from "./storage-error.ts";

/** The last one is SQLite's when the index of its log cannot be made longer. */
const FULL = ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"];

/** Whether an error of the system or of SQLite says that there is no room, or no more for this user. */
export function isFull(error: unknown): boolean {
  const isCoded = error instanceof Error && "code" in error;
  return isCoded && isFullCode(String(error.code));
}

/** As `isFull`, of the code of an error. */
export function isFullCode(code: string): boolean {
  return FULL.includes(code);
}

/** Why something failed, for the operator. */
export function reasonOf(error: unknown): string {
  if (isFull(error)) return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}

/** An error as it is said to those whose commits are refused for it. */
export function refusalOf(
  error: unknown,
  fault: "disk" | "unsynced" = "disk",
): StorageError {
  const code =
    error instanceof Error && "code" in error ? String(error.code) : "";
  return new StorageError(
    fault,
    `Writing failed: ${reasonOf(error)}${code && ` (${code})`}.`,
    error,
  );
}
