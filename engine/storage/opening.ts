/** How a data folder is made ready: a new database made, one without a seal taken in, what a kill left put in order. */
import { randomInt } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { BatchWriter } from "./batch-writer.ts";
import type { WallClock } from "./commit-clock.ts";
import { CommitClock } from "./commit-clock.ts";
import { Checkpointer } from "./checkpointer.ts";
import { MetaSum, sealCatalog } from "./checksums.ts";
import { formatOf, inspect } from "./inspection.ts";
import {
  Journal,
  journalFiles,
  makeJournalFiles,
  type Position,
} from "./journal/journal.ts";
import type { Follower } from "./journal/follower.ts";
import { leftRecords, readJournal } from "./journal/recovery.ts";
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
  readonly journal: Journal;
  /** Where its history stood. */
  readonly found: Position;
};

export type OpeningOptions = {
  readonly now: WallClock;
  /** Pages in SQLite's log at which it is moved. */
  readonly logPages: number;
  /** Bytes of a file of the journal. */
  readonly journalSize: number | undefined;
  /** Hears what the journal still has, and then what is written to it. */
  readonly follow: Follower | undefined;
  /** Told now and then how far the change of an older format is. */
  readonly tell: Tell;
};

/**
 * Makes a locked folder ready for the writer thread.
 * @throws StorageError `foreign`, `damaged` or `disk`, in one line.
 */
export function openFolder(folder: string, options: OpeningOptions): Opened {
  const content = inspect(folder);
  const file = databaseFile(folder);
  const wasKilled = content === "sealed" && isInUse(`${file}-wal`);
  try {
    if (content === "nothing") createDatabase(folder);
    if (content !== "sealed") takeIn(folder, file);
    if (formatOf(file) < SCHEMA_VERSION) bringUp(folder, file, options.tell);
    return begin(folder, wasKilled, options);
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

function isInUse(log: string): boolean {
  return existsSync(log) && statSync(log).size > 0;
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
 * Starts a log of this process's own. What the journal has beyond the database goes there first. With the last commit the
 * time is written down before anything is answered, so that it cannot go back even if nothing is ever committed, and
 * indexes that a crash left half built are marked.
 */
function begin(
  folder: string,
  wasKilled: boolean,
  { now, logPages, journalSize, follow }: OpeningOptions,
): Opened {
  const file = databaseFile(folder);
  const writing = connect(file);
  let connection: Connection | undefined;
  try {
    connection = connectToRead(file);
    // Having read it holds the log in place: closed last, the one that writes would move it behind the seal's back.
    connection.pragma("schema_version");
    checkAtStart(connection, file);
    const position = positionOf(folder, writing, wasKilled);
    const batches = readJournal(folder, position);
    const checkpoints = new Checkpointer(writing, file, logPages);
    checkpoints.finish();
    checkpoints.mark("opening");
    writeDown(writing, position);
    const writer = new BatchWriter(writing);
    for (const batch of batches) writer.write(batch);
    const { sequence, chain } = batches.at(-1) ?? position;
    const reached = { ...position, sequence, chain };
    const found = reached;
    if (follow)
      for (const record of leftRecords(folder, found))
        follow({ kind: "record", ...record });
    const journal = new Journal(folder, reached, journalSize, follow);
    const clock = firstCommit(writing, now);
    checkpoints.mark("open");
    writing.close();
    return { clock, connection, journal, found };
  } catch (error) {
    writing.close();
    connection?.close();
    throw error;
  }
}

/** Where a database stands; one that never had a journal gets two empty files. */
function positionOf(
  folder: string,
  writing: Connection,
  wasKilled: boolean,
): Position {
  const rows = writing.prepare("SELECT name, value FROM meta").all() as {
    readonly name: string;
    readonly value: number;
  }[];
  const meta = new Map(rows.map(({ name, value }) => [name, value]));
  const missing = journalFiles(folder).find((file) => !existsSync(file));
  if (missing !== undefined && wasKilled && meta.has("journal"))
    throw new StorageError(
      "damaged",
      `${missing} with the newest commits is missing; restore a backup, or delete ${databaseFile(folder)}-wal and ${databaseFile(folder)}-shm if the database is a restored backup.`,
    );
  makeJournalFiles(folder);
  return {
    sequence: meta.get("journal") ?? 0,
    // Another one for each database: the journal of one fits no other.
    chain: meta.get("chain") ?? randomInt(2 ** 32),
    catalog: meta.get("catalogChanges") ?? 0,
  };
}

function writeDown(writing: Connection, position: Position): void {
  const insert = writing.prepare("INSERT OR IGNORE INTO meta VALUES (?, ?)");
  writing
    .transaction(() => {
      insert.run("journal", position.sequence);
      insert.run("chain", position.chain);
      insert.run("catalogChanges", position.catalog);
      new MetaSum(writing).write();
    })
    .immediate();
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
