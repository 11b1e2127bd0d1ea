/** The one error of storage. Holds no handling: who catches it decides what to answer. */

/**
 * Why storage could not do its work.
 * - `unsupported`: this Node cannot run it.
 * - `locked`: another process holds the data folder.
 * - `foreign`: the file is not the engine's.
 * - `newer`: it is a newer engine's.
 * - `damaged`: the file or its log is not as the engine left it.
 * - `disk`: the disk refused a write; the effects of the commit are withdrawn.
 * - `unsynced`: a sync failed, and nobody knows what is on disk; the process has to end.
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

/** The message is one line for the operator; `cause` keeps the error below. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
