/** Commits in the journal that the database has no room for, because the disk is full. */
import type { Timestamp } from "../../values/json.ts";
import { isFull, refusalOf } from "../database/disk-space.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { StorageError } from "../storage-error.ts";
import type { Batch } from "../writer/writer-messages.ts";

/** Identifies a record of the journal. */
export type Mark = { readonly sequence: number; readonly chain: number };

/** Commits that an earlier process left in the journal, and that the database had no room for at the start. */
export type HeldCommits = {
  readonly commits: PendingWrites;
  readonly mark: Mark;
  /** Newest commit in the database. */
  readonly writtenTs: Timestamp;
  readonly fault: StorageError;
};

/**
 * The commits to serve from memory on a full disk. An engine that ended instead would meet the same error again.
 * @param lacking commits that the journal has and the database lacks, up to `mark`
 * @param lastTs newest commit in the database
 * @returns null for any other error
 */
export function heldBy(
  error: unknown,
  lacking: Batch | null,
  mark: HeldCommits["mark"],
  lastTs: Timestamp,
): HeldCommits | null {
  if (!isFull(error)) return null;
  const commits = lacking ? PendingWrites.of(lacking) : new PendingWrites();
  if (!lacking) commits.lastTs = lastTs;
  return {
    commits,
    mark,
    writtenTs: lastTs,
    fault: refusalOf(error),
  };
}
