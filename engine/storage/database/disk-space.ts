/** Whether an error means a full disk, and texts for errors. Only the error itself can say that the disk is full. */
import { StorageError } from "../storage-error.ts";

/** The last one is SQLite's when it cannot extend the index of its log. */
const FULL = ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"];

/** Whether an error of the system or of SQLite means a full disk or quota. */
export function isFull(error: unknown): boolean {
  const isCoded = error instanceof Error && "code" in error;
  return isCoded && isFullCode(String(error.code));
}

/** As `isFull`, for an error code. */
export function isFullCode(code: string): boolean {
  return FULL.includes(code);
}

/** Why something failed, for the operator. */
export function reasonOf(error: unknown): string {
  if (isFull(error)) return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}

/** The error for callers whose commits are refused. */
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
