/** How a data folder is made ready: a new database made, one without a seal taken in, what a kill left put in order. */
import { existsSync } from "node:fs";
import type { Timestamp } from "../values/json.ts";
import { must } from "../values/user-error.ts";
import { BatchWriter } from "./batch-writer.ts";
import type { WallClock } from "./commit-clock.ts";
import { CommitClock } from "./commit-clock.ts";
import { Checkpointer } from "./checkpointer.ts";
import { sealCatalog } from "./checksums.ts";
import { reasonOf } from "./disk-space.ts";
import { heldBy, type HeldCommits } from "./held-commits.ts";
import { formatOf, inspect } from "./inspection.ts";
import { Journal, type Position } from "./journal/journal.ts";
import { journalFiles, makeJournalFiles } from "./journal/journal-files.ts";
import type { Follower } from "./journal/follower.ts";
import { leftRecords, lostRecord, readJournal } from "./journal/recovery.ts";
import {
  createDatabase,
  databaseFile,
  newChain,
  SCHEMA_VERSION,
} from "./layout.ts";
import { migrate, type Tell } from "./migration.ts";
import { Reader, type StoredCatalog } from "./reader.ts";
import { replaceFile } from "./replace-file.ts";
import { readSeal, sealAsItIs, sealFile } from "./seal.ts";
import { type Connection, connect, connectToRead, isDamage } from "./sqlite.ts";
import { checkAtStart } from "./start-check.ts";
import { StorageError } from "./storage-error.ts";
import type { Batch } from "./writer-messages.ts";

export type Opened = {
  readonly clock: CommitClock;
  /** To read from. */
  readonly connection: Connection;
  readonly reader: Reader;
  readonly stored: StoredCatalog;
  readonly journal: Journal;
  /** Where its history stood. */
  readonly found: Position;
  /** What the journal has of a record that is not whole, in a sentence; null without one. */
  readonly lost: string | null;
  /** What the database has no room for. */
  readonly held: HeldCommits | null;
};

export type OpeningOptions = {
  readonly now: WallClock;
  /** Pages in SQLite's log at which it is moved. */
  readonly logPages: number;
  /** Bytes of a file of the journal. */
  readonly journalSize: number | undefined;
  /** Hears what the journal still has, and then what is written to it. */
  readonly follow: Follower | undefined;
  /** Whether the folder is a copy of another one. */
  readonly isCopy: boolean;
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
  try {
    if (content === "nothing") createDatabase(folder);
    if (content !== "sealed") takeIn(folder, file);
    if (formatOf(file) < SCHEMA_VERSION) bringUp(folder, file, options.tell);
    // Of a database that was put here there is another one, which goes on differently.
    const isCopy = options.isCopy || content === "unsealed";
    return begin(folder, { ...options, isCopy });
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const why = reasonOf(error);
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

/** Takes over what is there. On a disk that is full, what the journal has beyond the database stays there for now. */
function begin(
  folder: string,
  { now, logPages, journalSize, isCopy, follow }: OpeningOptions,
): Opened {
  const file = databaseFile(folder);
  const writing = connect(file);
  let connection: Connection | undefined;
  try {
    connection = connectToRead(file);
    // Having read it holds the log in place: closed last, the one that writes would move it behind the seal's back.
    connection.pragma("schema_version");
    checkAtStart(connection, file);
    const reader = new Reader(connection);
    const catalog = reader.catalog();
    const position = positionOf(folder, writing);
    const lacking = together(readJournal(folder, position));
    const { sequence, chain } = lacking ?? position;
    const found = { ...position, sequence, chain };
    const lost = lostRecord(folder, found);
    if (follow && !isCopy)
      for (const record of leftRecords(folder, found))
        follow({ kind: "record", ...record });
    const reached = { ...found, chain: isCopy ? newChain() : chain };
    const lastTs = lastTsOf(writing);
    const clock = new CommitClock(Math.max(lastTs, lacking?.ts ?? 0), now);
    let held: HeldCommits | null = null;
    try {
      const checkpoints = new Checkpointer(writing, file, logPages);
      // A copy of the folder that is under way is not waited for: this log goes on then.
      checkpoints.finish("opening", 0);
      checkpoints.beforeCommit();
      if (lacking) new BatchWriter(writing).write(lacking);
      firstCommit(writing, clock.last, reached.chain);
      checkpoints.mark("open");
    } catch (error) {
      held = isCopy ? null : heldBy(error, lacking, found, lastTs);
      if (held === null) throw error;
    }
    const needed = held === null ? 0 : held.commits.lastTs;
    // Their end is noted with the first commit, or later when the disk had no room for that.
    const stored = held === null ? { ...catalog, unfinished: [] } : catalog;
    const journal = new Journal(folder, reached, journalSize, follow, needed);
    writing.close();
    return { clock, connection, reader, stored, journal, found, lost, held };
  } catch (error) {
    writing.close();
    connection?.close();
    throw error;
  }
}

/** Batches as one: a sync for each would make a start take long. Null when there are none. */
function together(batches: readonly Batch[]): Batch | null {
  const newest = batches.at(-1);
  return newest === undefined
    ? null
    : {
        ...newest,
        documents: batches.flatMap(({ documents }) => documents),
        entries: batches.flatMap(({ entries }) => entries),
        answers: batches.flatMap(({ answers }) => answers),
      };
}

/**
 * Where a database stands. One that was closed in order has no journal, and gets two empty files.
 * @throws StorageError `damaged` when one was not and has none either.
 */
function positionOf(folder: string, writing: Connection): Position {
  const rows = writing.prepare("SELECT name, value FROM meta").all() as {
    readonly name: string;
    readonly value: number;
  }[];
  const meta = new Map(rows.map(({ name, value }) => [name, value]));
  const missing = journalFiles(folder).find((file) => !existsSync(file));
  if (missing !== undefined && readSeal(folder)?.state !== "closed")
    throw new StorageError(
      "damaged",
      `${missing} with the newest commits is missing; restore a backup, or empty ${sealFile(folder)} to open what is left.`,
    );
  makeJournalFiles(folder);
  return {
    sequence: must(meta.get("journal"), "a database knows its journal"),
    chain: must(meta.get("chain"), "a database knows its history"),
    catalog: must(meta.get("catalogChanges"), "a database counts changes"),
  };
}

function lastTsOf(connection: Connection): Timestamp {
  const lastTs = connection
    .prepare("SELECT value FROM meta WHERE name = 'lastTs'")
    .pluck()
    .get();
  return Number(lastTs);
}

/**
 * Starts a log of this process's own, or goes on in the one that is there. The time is written down before anything is
 * answered, so that it cannot go back even if nothing is ever committed, and indexes that a crash left half built are marked.
 */
function firstCommit(writing: Connection, ts: Timestamp, chain: number): void {
  writing
    .transaction(() => {
      writing
        .prepare("UPDATE meta SET value = ? WHERE name = 'lastTs'")
        .run(ts);
      writing
        .prepare("UPDATE meta SET value = ? WHERE name = 'chain'")
        .run(chain);
      writing.exec(
        "UPDATE indexes SET state = 'dropping' WHERE state = 'building'",
      );
      sealCatalog(writing);
    })
    .immediate();
}
