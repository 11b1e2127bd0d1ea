/**
 * The journal in front of SQLite: a commit is durable when its record is here. Two files in turn; one is used again when
 * everything in it is in the database. Knows neither what is pending (committer.ts) nor how it is read back
 * (recovery.ts).
 */
import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import type { Timestamp } from "../../values/json.ts";
import { isFull } from "../disk-space.ts";
import type { CatalogRequest, FollowedRecord, Follower } from "./follower.ts";
import { journalFiles } from "./journal-files.ts";
import { type RecordContent, RecordEncoder } from "./record.ts";

/** A file is left for the other one when it is so long, in bytes; its last record may go beyond. */
const FILE_SIZE = 8 << 20;
/**
 * A file grows by zeros, so that most records change nothing but bytes that are there: half the sync. It becomes twice as long
 * each time, within these bounds.
 */
const LEAST_GROWTH = 256 << 10;
const GROWTH = Buffer.alloc(1 << 20);

const sync = promisify(fdatasync);

/** A sync has failed, and not for want of room: nobody knows what is on disk. */
export class FailedSync extends Error {
  override readonly name: string = "FailedSync";
}

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
   * Takes the two files, which must be there, with the room that they have on the disk.
   * @param position where the history stands.
   * @param fileSize bytes after which the other file is taken.
   * @param follow hears what is written from now on.
   * @param neededUntil newest commit in them that the database has not; nothing is written before it has. 0: it has all.
   */
  constructor(
    folder: string,
    position: Position,
    fileSize = FILE_SIZE,
    follow?: Follower,
    neededUntil: Timestamp = 0,
  ) {
    this.#folder = folder;
    this.#fileSize = fileSize;
    this.#follow = follow;
    this.#sequence = position.sequence;
    this.#chain = position.chain;
    this.#catalog = position.catalog;
    const [first, second] = journalFiles(folder);
    this.#current = this.#begin(first, neededUntil);
    this.#other = this.#begin(second, neededUntil);
    this.#current.opened = position.sequence + 1;
    if (neededUntil > 0) this.#current.end = fileSize;
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
   * @throws Error of the file system when the disk is full; then nothing is there, and it may be tried again. FailedSync.
   */
  async write(
    batch: RecordBatch,
    commits: number,
    firstTs: Timestamp,
  ): Promise<void> {
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
    const wanted = file.end + bytes.length;
    if (file.length < wanted) await this.#grow(file, wanted);
    writeAll(file.descriptor, bytes, file.end);
    const record = bytes.subarray(0, length);
    this.#written = {
      size: bytes.length,
      record: { kind: "record", ...head, crc, bytes: record },
    };
  }

  /**
   * Waits for the disk.
   * @throws Error of the file system. Nobody knows then what is on disk, and asking again would not tell: the process has to end.
   */
  async sync(): Promise<void> {
    await sync(this.#current.descriptor);
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

  /**
   * Not before it is on disk is there a record in the new part: some file systems find out only then that they are full, and
   * nobody would know what is there of the record.
   */
  async #grow(file: JournalFile, wanted: number): Promise<void> {
    let { length } = file;
    while (length < wanted) {
      const growth = Math.max(length, LEAST_GROWTH);
      const zeros = GROWTH.subarray(0, Math.min(growth, this.#fileSize));
      writeAll(file.descriptor, zeros, length);
      length += zeros.length;
    }
    try {
      await sync(file.descriptor);
    } catch (error) {
      if (!isFull(error))
        throw new FailedSync((error as Error).message, { cause: error });
      ftruncateSync(file.descriptor, file.length);
      throw error;
    }
    file.length = length;
  }

  #turn(): void {
    const next = this.#other;
    this.#shorten(next);
    next.end = 0;
    next.opened = this.#sequence + 1;
    this.#other = this.#current;
    this.#current = next;
  }

  #begin(path: string, neededUntil: Timestamp): JournalFile {
    const descriptor = openSync(path, "r+");
    const length = fstatSync(descriptor).size;
    const file = { descriptor, end: 0, length, opened: 0, lastTs: neededUntil };
    if (neededUntil === 0) this.#shorten(file);
    return file;
  }

  /** A very large commit may have made a file longer than it need be. */
  #shorten(file: JournalFile): void {
    if (file.length <= 2 * this.#fileSize) return;
    ftruncateSync(file.descriptor, 0);
    file.length = 0;
  }
}

function writeAll(descriptor: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
}
