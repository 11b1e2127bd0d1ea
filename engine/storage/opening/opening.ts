/** Makes a data folder ready: creates a database, takes over one without a seal, recovers after a crash. */
import { existsSync } from "node:fs";
import type { Timestamp } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import { BatchWriter } from "../writer/batch-writer.ts";
import type { WallClock } from "../commits/commit-clock.ts";
import { CommitClock } from "../commits/commit-clock.ts";
import { Checkpointer } from "../database/checkpointer.ts";
import { sealCatalog } from "../checksums.ts";
import { reasonOf } from "../database/disk-space.ts";
import { heldBy, type HeldCommits } from "../commits/held-commits.ts";
import { formatOf, inspect } from "./inspection.ts";
import { Journal, type Position } from "../journal/journal.ts";
import { journalFiles, makeJournalFiles } from "../journal/journal-files.ts";
import type { Follower } from "../journal/follower.ts";
import { leftRecords, lostRecord, readJournal } from "../journal/recovery.ts";
import {
  createDatabase,
  databaseFile,
  newChain,
  SCHEMA_VERSION,
} from "./layout.ts";
import { migrate, type Tell } from "./migration.ts";
import { Reader, type StoredCatalog } from "../reading/reader.ts";
import { replaceFile } from "../database/replace-file.ts";
import { readSeal, sealAsItIs, sealFile } from "./seal.ts";
import {
  type Connection,
  connect,
  connectToRead,
  isDamage,
} from "../database/sqlite.ts";
import { checkAtStart } from "./start-check.ts";
import { StorageError } from "../storage-error.ts";
import type { Batch } from "../writer/writer-messages.ts";

export type Opened = {
  readonly clock: CommitClock;
  readonly connection: Connection;
  readonly reader: Reader;
  readonly stored: StoredCatalog;
  readonly journal: Journal;
  /** Position of its history at the start. */
  readonly found: Position;
  /** A sentence about an incomplete record in the journal; null without one. */
  readonly lost: string | null;
  /** Commits that the database has no room for. */
  readonly held: HeldCommits | null;
};

export type OpeningOptions = {
  readonly now: WallClock;
  /** Pages in SQLite's log that trigger a checkpoint. */
  readonly logPages: number;
  /** Bytes of a journal file. */
  readonly journalSize: number | undefined;
  /** Receives what the journal still has, and then what is written to it. */
  readonly follow: Follower | undefined;
  /** Whether the folder is a copy of another one. */
  readonly isCopy: boolean;
  /** Receives progress lines of a format upgrade. */
  readonly tell: Tell;
};

/**
 * Makes a locked folder ready for the writer thread.
 * @throws StorageError `foreign`, `newer`, `damaged` or `disk`, in one line.
 */
export function openFolder(folder: string, options: OpeningOptions): Opened {
  const content = inspect(folder);
  const file = databaseFile(folder);
  try {
    if (content === "nothing") createDatabase(folder);
    if (content !== "sealed") takeIn(folder, file);
    if (formatOf(file) < SCHEMA_VERSION) bringUp(folder, file, options.tell);
    // The original of a database that was put here may continue elsewhere, with a different history.
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

/** Seals a database if SQLite finds no fault in it. Checkpoints its log first. */
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
    // The last connection to close removes the log.
    connection.close();
    sealAsItIs(folder, file, pageSize);
  } finally {
    connection.close();
  }
}

/** Upgrades an older format. The empty seal lets the next start resume after a kill. */
function bringUp(folder: string, file: string, tell: Tell): void {
  replaceFile(sealFile(folder), "");
  migrate(file, tell);
  takeIn(folder, file);
}

/** SQLite's first finding, in one line; null when there is none. */
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

/** Takes over the database. On a full disk, what it lacks stays in the journal for now. */
function begin(
  folder: string,
  { now, logPages, journalSize, isCopy, follow }: OpeningOptions,
): Opened {
  const file = databaseFile(folder);
  const writing = connect(file);
  let connection: Connection | undefined;
  try {
    connection = connectToRead(file);
    // After a read, this connection holds the log in place. Otherwise `writing`, closed last, would checkpoint without the
    // seal.
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
      // A running copy of the folder is not waited for: the current log continues then.
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
    // The first commit has marked them as dropped. Without room for it, that happens later.
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

/** Merges batches into one, because an fsync for each would slow down a start. Null when there are none. */
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
 * Position of a database. One that was closed in order has no journal, and gets two empty files.
 * @throws StorageError `damaged` when any other database has no journal.
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
 * Starts a log for this process, or continues the existing one. Writes the time before anything is answered, so that it never
 * goes back, even without a commit. Marks indexes that a crash left half built.
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
