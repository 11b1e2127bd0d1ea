/** What a start finds in the journal and cannot hand to the database, because the disk is full. Decides when that is so. */
import type { Timestamp } from "../values/json.ts";
import { isFull, refusalOf } from "./disk-space.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { StorageError } from "./storage-error.ts";
import type { Batch } from "./writer-messages.ts";

/** A record of the journal. */
export type Mark = { readonly sequence: number; readonly chain: number };

/** Commits that are in the journal since before this process, and for which the database had no room when it began. */
export type HeldCommits = {
  readonly commits: PendingWrites;
  readonly mark: Mark;
  /** Newest commit in the database. */
  readonly writtenTs: Timestamp;
  readonly fault: StorageError;
};

/**
 * What is to be served from memory because the disk is full: an engine that ended for it would only meet it again.
 * @param lacking what the journal has and the database lacks, up to `mark`
 * @param lastTs newest commit in the database
 * @returns null when the error says anything else
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
