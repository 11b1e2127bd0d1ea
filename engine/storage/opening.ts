/** How a data folder is made ready: a new database made, one without a seal taken in, what a kill left put in order. */
import type { WallClock } from "./commit-clock.ts";
import { CommitClock } from "./commit-clock.ts";
import { Checkpointer } from "./checkpointer.ts";
import { sealCatalog } from "./checksums.ts";
import { formatOf, inspect } from "./inspection.ts";
import { createDatabase, databaseFile, SCHEMA_VERSION } from "./layout.ts";
import { migrate, type Tell } from "./migration.ts";
import { replaceFile } from "./replace-file.ts";
import { sealAsItIs, sealFile } from "./seal.ts";
import { type Connection, connect, connectToRead, isDamage } from "./sqlite.ts";
import { checkAtStart } from "./start-check.ts";
import { StorageError } from "./storage-error.ts";

export type Opened = {
  readonly clock: CommitClock;
  /** To read from. */
  readonly connection: Connection;
};

/**
 * Makes a locked folder ready for the writer thread.
 * @param tell told now and then how far the change of an older format is.
 * @throws StorageError `foreign`, `damaged` or `disk`, in one line.
 */
export function openFolder(
  folder: string,
  now: WallClock,
  logPages: number,
  tell: Tell,
): Opened {
  const content = inspect(folder);
  const file = databaseFile(folder);
  try {
    if (content === "nothing") createDatabase(folder);
    if (content !== "sealed") takeIn(folder, file);
    if (formatOf(file) < SCHEMA_VERSION) bringUp(folder, file, tell);
    return begin(file, now, logPages);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    if (isDamage(error))
      throw new StorageError(
        "damaged",
        `${file} is damaged (${why}); restore a backup.`,
        error,
      );
    throw new StorageError("disk", `${file} cannot be opened: ${why}.`, error);
  }
}

/** Vouches for a database if SQLite finds no fault in it; what its log has goes into the file. */
function takeIn(folder: string, file: string): void {
  const connection = connect(file);
  try {
    const complaint = complaintOf(connection);
    if (complaint !== null)
      throw new StorageError(
        "damaged",
        `${file} is damaged (${complaint}); restore a backup.`,
      );
    const pageSize = Number(connection.pragma("page_size", { simple: true }));
    connection.pragma("wal_checkpoint(TRUNCATE)");
    // Closed last, it removes the log.
    connection.close();
    sealAsItIs(folder, file, pageSize);
  } finally {
    connection.close();
  }
}

/** An older format, on its way killed at any moment: an empty seal lets the next start go on with it. */
function bringUp(folder: string, file: string, tell: Tell): void {
  replaceFile(sealFile(folder), "");
  migrate(file, tell);
  takeIn(folder, file);
}

/** The first thing SQLite finds wrong, in one line; null when it finds nothing. */
function complaintOf(connection: Connection): string | null {
  try {
    const [finding] = connection.pragma("integrity_check(1)") as {
      readonly integrity_check: string;
    }[];
    const text = finding?.integrity_check ?? "no answer";
    return text === "ok" ? null : text.replaceAll(/\s+/g, " ");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Starts a log of this process's own. With its first commit the time is written down before anything is answered, so that
 * it cannot go back even if nothing is ever committed, and indexes that a crash left half built are marked.
 */
function begin(file: string, now: WallClock, logPages: number): Opened {
  const writing = connect(file);
  let connection: Connection | undefined;
  try {
    connection = connectToRead(file);
    // Having read it holds the log in place: closed last, the one that writes would move it behind the seal's back.
    connection.pragma("schema_version");
    checkAtStart(connection, file);
    const checkpoints = new Checkpointer(writing, file, logPages);
    checkpoints.finish();
    checkpoints.mark("opening");
    const clock = firstCommit(writing, now);
    checkpoints.mark("open");
    writing.close();
    return { clock, connection };
  } catch (error) {
    writing.close();
    connection?.close();
    throw error;
  }
}

function firstCommit(writing: Connection, now: WallClock): CommitClock {
  const lastTs = writing
    .prepare("SELECT value FROM meta WHERE name = 'lastTs'")
    .pluck()
    .get();
  const clock = new CommitClock(Number(lastTs), now);
  writing
    .transaction(() => {
      writing
        .prepare("UPDATE meta SET value = ? WHERE name = 'lastTs'")
        .run(clock.last);
      writing.exec(
        "UPDATE indexes SET state = 'dropping' WHERE state = 'building'",
      );
      sealCatalog(writing);
    })
    .immediate();
  return clock;
}
