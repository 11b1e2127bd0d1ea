/** The one error of storage. */

/**
 * Why storage failed.
 * - `unsupported`: this Node cannot run it.
 * - `locked`: another process holds the data folder.
 * - `foreign`: the file is not the engine's.
 * - `newer`: a newer engine wrote the file.
 * - `damaged`: the file or its log is not as the engine left it.
 * - `disk`: the disk refused a write; the effects of the commit are withdrawn.
 * - `unsynced`: an fsync failed, and the content of the disk is unknown; the process must end.
 * - `closed`: the store was closed.
 */
export type StorageFault =
  | "unsupported"
  | "locked"
  | "foreign"
  | "newer"
  | "damaged"
  | "disk"
  | "unsynced"
  | "closed";

/** The message is one line for the operator; `cause` is the underlying error. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
