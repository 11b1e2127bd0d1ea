/**
 * The journal in front of SQLite: a commit is durable when its record is here. Two files in turn; one is used again when
 * everything in it is in the database. Knows neither what is pending (committer.ts) nor how it is read back
 * (recovery.ts).
 */
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "../../preflight/folders.mjs";
import type { Timestamp } from "../../values/json.ts";
import { makePrivateFile } from "../replace-file.ts";
import type { CatalogRequest, FollowedRecord, Follower } from "./follower.ts";
import { type RecordContent, RecordEncoder } from "./record.ts";

/** A file is left for the other one when it is so long, in bytes; its last record may go beyond. */
const FILE_SIZE = 8 << 20;
/** A file grows by so many zeros at a time, so that most records change nothing but bytes that are there: half the sync. */
const GROWTH = Buffer.alloc(256 << 10);

const sync = promisify(fdatasync);

/** Where a history stands. */
export type Position = {
  /** Number and CRC of the newest record. */
  readonly sequence: number;
  readonly chain: number;
  /** Changes of the catalog so far. */
  readonly catalog: number;
};

/** What a record is made of. */
type RecordBatch = RecordContent & { readonly ts: Timestamp };

type JournalFile = {
  readonly descriptor: number;
  /** Where the next record goes, and how far there are bytes. */
  end: number;
  length: number;
  /** Number of the first record of this use, and newest commit in it. */
  opened: number;
  lastTs: Timestamp;
};

/** Paths of the two files in a data folder. */
export function journalFiles(folder: string): readonly [string, string] {
  return [
    path.join(folder, "engine.journal-1"),
    path.join(folder, "engine.journal-2"),
  ];
}

/** Makes the two files where they are missing. On disk when it returns. */
export function makeJournalFiles(folder: string): void {
  for (const file of journalFiles(folder)) makePrivateFile(file);
  syncFolder(folder);
}

export class Journal {
  readonly #folder: string;
  readonly #encoder = new RecordEncoder();
  readonly #fileSize: number;
  readonly #follow: Follower | undefined;
  #current: JournalFile;
  #other: JournalFile;
  #sequence: number;
  #chain: number;
  #catalog: number;
  /** What is written and not yet synced. */
  #written: {
    readonly size: number;
    readonly record: FollowedRecord;
  } | null = null;

  /**
   * Empties the two files, which must be there: nothing in them may be needed any more.
   * @param position where the database stands.
   * @param fileSize bytes after which the other file is taken.
   * @param follow hears what is written from now on.
   */
  constructor(
    folder: string,
    position: Position,
    fileSize = FILE_SIZE,
    follow?: Follower,
  ) {
    this.#folder = folder;
    this.#fileSize = fileSize;
    this.#follow = follow;
    this.#sequence = position.sequence;
    this.#chain = position.chain;
    this.#catalog = position.catalog;
    const [first, second] = journalFiles(folder);
    this.#current = begin(first);
    this.#other = begin(second);
    this.#current.opened = position.sequence + 1;
  }

  /** Number and CRC of the newest record on disk. */
  get newest(): Pick<Position, "sequence" | "chain"> {
    return { sequence: this.#sequence, chain: this.#chain };
  }

  /** Where the history on disk stands. */
  get position(): Position {
    return { ...this.newest, catalog: this.#catalog };
  }

  /** Bytes of the two files. */
  get size(): number {
    return this.#current.length + this.#other.length;
  }

  /**
   * Tables or indexes have changed: what is written from now on needs them.
   * @param request null when documents came with it.
   */
  catalogChanged(request: CatalogRequest | null = null): void {
    this.#catalog++;
    this.#follow?.({ kind: "change", catalog: this.#catalog, request });
  }

  /**
   * Whether a record may be written: not as long as the file whose turn it is holds commits that the database has not.
   * @param inDatabase newest commit that is on disk there, too.
   */
  hasRoom(inDatabase: Timestamp): boolean {
    return (
      this.#current.end < this.#fileSize || this.#other.lastTs <= inDatabase
    );
  }

  /**
   * Writes a record; it is on disk when `sync` says so. To be called when there is room, and after the sync of the one before.
   * @throws Error of the file system when the disk is full; then nothing is there, and it may be tried again.
   */
  write(batch: RecordBatch, commits: number, firstTs: Timestamp): void {
    if (this.#current.end >= this.#fileSize) this.#turn();
    const file = this.#current;
    const head = {
      sequence: this.#sequence + 1,
      opened: file.opened,
      previous: this.#chain,
      firstTs,
      ts: batch.ts,
      commits,
      catalog: this.#catalog,
    };
    const { bytes, length, crc } = this.#encoder.encode(head, batch);
    while (file.length < file.end + bytes.length) {
      const zeros = GROWTH.subarray(0, this.#fileSize);
      writeAll(file.descriptor, zeros, file.length);
      file.length += zeros.length;
    }
    writeAll(file.descriptor, bytes, file.end);
    this.#written = {
      size: bytes.length,
      record: {
        kind: "record",
        ...head,
        crc,
        bytes: bytes.subarray(0, length),
      },
    };
  }

  /**
   * Waits for the disk.
   * @throws Error of the file system. Nobody knows then what is on disk, and asking again would not tell: the process has to end.
   */
  async sync(): Promise<void> {
    await sync(this.#current.descriptor);
    this.#synced();
  }

  /** As `sync`; everything else in the process waits, too. */
  syncNow(): void {
    fdatasyncSync(this.#current.descriptor);
    this.#synced();
  }

  /** The other file is taken by the next record only. */
  #synced(): void {
    const file = this.#current;
    if (!this.#written) return;
    const { size, record } = this.#written;
    this.#written = null;
    file.end += size;
    file.lastTs = record.ts;
    this.#sequence++;
    this.#chain = record.crc;
    // The encoder's memory is used again.
    this.#follow?.({ ...record, bytes: Buffer.from(record.bytes) });
  }

  /** @param isEmptied whether everything is in the database: the files go then. */
  close(isEmptied: boolean): void {
    for (const { descriptor } of [this.#current, this.#other])
      closeSync(descriptor);
    if (!isEmptied) return;
    for (const file of journalFiles(this.#folder)) rmSync(file);
  }

  #turn(): void {
    const next = this.#other;
    // A very large commit may have made it longer than it need be.
    if (next.length > 2 * this.#fileSize) {
      ftruncateSync(next.descriptor, 0);
      next.length = 0;
    }
    next.end = 0;
    next.opened = this.#sequence + 1;
    this.#other = this.#current;
    this.#current = next;
  }
}

function begin(file: string): JournalFile {
  const descriptor = openSync(file, "r+");
  ftruncateSync(descriptor, 0);
  return { descriptor, end: 0, length: 0, opened: 0, lastTs: 0 };
}

function writeAll(descriptor: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
}
