/**
 * What functions/ needs from file storage and the scheduler. Types only. Effects inside a given transaction commit or
 * vanish with the function's own writes.
 */
import type { JsonObject } from "../values/json.ts";
import type { Transaction } from "../transactions/transaction-types.ts";

/** A stored file as `storage.getMetadata` shows it. */
export type FileMetadata = {
  readonly storageId: string;
  /** lower-case hexadecimal */
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly contentType: string | null;
};

/** A file's bytes with its type, as `ctx.storage.get` and `store` move them. */
export type FileContent = {
  readonly content: Uint8Array;
  readonly contentType: string | null;
};

/** The files of one component, or of the app. functions/ has checked that each storage id is an id of `_storage`. */
export interface FilesPort {
  /** The file's public URL; null when there is no such file. */
  getUrl(transaction: Transaction, storageId: string): string | null;
  getMetadata(transaction: Transaction, storageId: string): FileMetadata | null;
  /** @throws UserError when there is no such file. */
  delete(transaction: Transaction, storageId: string): void;
  /** A URL that takes one upload within an hour. */
  generateUploadUrl(): string;
  /**
   * Stores a file in a separate transaction and returns its id once that is durable. For actions.
   * @param sha256 base64 of the digest the caller expects, or null.
   * @throws UserError when the bytes do not have that digest.
   */
  store(file: FileContent, sha256: string | null): Promise<string>;
  /** The file's bytes, null when there is none. For actions. */
  load(storageId: string, limit: number): Promise<FileContent | null>;
}

export type ScheduleRequest = {
  /** Path of the component that schedules; "" is the app. */
  readonly component: string;
  /** Of an existing function: `module.js:name` of that component, or the text of an address (paths.ts) elsewhere. */
  readonly path: string;
  readonly args: JsonObject;
  /** When it is due, ms since the epoch; checked to be within five years. */
  readonly at: number;
  /** Id of the scheduled function that schedules this one, null if there is none. */
  readonly parent: string | null;
};

export interface SchedulerPort {
  /** @returns the id in `_scheduled_functions`. */
  schedule(transaction: Transaction, request: ScheduleRequest): string;
  /** Cancels a pending or running job; leaves finished ones as they are. */
  cancel(transaction: Transaction, id: string): void;
}
