/**
 * The journal in front of SQLite: a commit is durable when its record is here. Two files take turns; one is reused when the
 * database has everything in it. Pending commits are in committer.ts, reading back is in recovery.ts.
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
import { isFull } from "../database/disk-space.ts";
import type { CatalogRequest, FollowedRecord, Follower } from "./follower.ts";
import { journalFiles } from "./journal-files.ts";
import { type RecordContent, RecordEncoder } from "./record.ts";

/** Bytes after which the other file is used; the last record may exceed this. */
const FILE_SIZE = 8 << 20;
/**
 * A file grows by zeros, so that most records overwrite existing bytes: half the cost of the fsync. It doubles each time,
 * within these bounds.
 */
const MIN_GROWTH = 256 << 10;
const GROWTH = Buffer.alloc(1 << 20);

const sync = promisify(fdatasync);

/** An fsync failed, and not for lack of space: the content of the disk is unknown. */
export class FailedSync extends Error {
  override readonly name: string = "FailedSync";
}

/** Position of a history. */
export type Position = {
  /** Number and CRC of the newest record. */
  readonly sequence: number;
  readonly chain: number;
  /** Catalog changes so far. */
  readonly catalog: number;
};

/** Content of a record. */
type RecordBatch = RecordContent & { readonly ts: Timestamp };

type JournalFile = {
  readonly descriptor: number;
  /** Offset of the next record, and length of the file. */
  end: number;
  length: number;
  /** Number of the first record of this use, and the newest commit in it. */
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
  /** Written and not yet synced. */
  #written: {
    readonly size: number;
    readonly record: FollowedRecord;
  } | null = null;

  /**
   * Opens the two existing files and keeps their disk space.
   * @param position where the history stands.
   * @param fileSize bytes after which the other file is used.
   * @param follow receives what is written from now on.
   * @param neededUntil newest commit in the files that the database lacks; nothing is written until it has it. 0: it lacks
   * none.
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

  get newest(): Pick<Position, "sequence" | "chain"> {
    return { sequence: this.#sequence, chain: this.#chain };
  }

  get position(): Position {
    return { ...this.newest, catalog: this.#catalog };
  }

  /** Size of both files in bytes. */
  get size(): number {
    return this.#current.length + this.#other.length;
  }

  /**
   * Tables or indexes have changed: later records need the change.
   * @param request null when documents came with it.
   */
  catalogChanged(request: CatalogRequest | null = null): void {
    this.#catalog++;
    this.#follow?.({ kind: "change", catalog: this.#catalog, request });
  }

  /**
   * Whether a record may be written. Not while the next file holds commits that the database lacks.
   * @param inDatabase newest commit on disk there.
   */
  hasRoom(inDatabase: Timestamp): boolean {
    return (
      this.#current.end < this.#fileSize || this.#other.lastTs <= inDatabase
    );
  }

  /**
   * Writes a record; `sync` makes it durable. Call it when there is room, and after the previous sync.
   * @throws Error of the file system when the disk is full; nothing is written then, and a retry is safe. FailedSync.
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
   * @throws Error of the file system. The content of the disk is then unknown, and another fsync would not tell: the process
   * must end.
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
    // The encoder reuses its memory.
    this.#follow?.({ ...record, bytes: Buffer.from(record.bytes) });
  }

  /** @param isEmptied whether everything is in the database: the files are removed then. */
  close(isEmptied: boolean): void {
    for (const { descriptor } of [this.#current, this.#other])
      closeSync(descriptor);
    if (!isEmptied) return;
    for (const file of journalFiles(this.#folder)) rmSync(file);
  }

  /**
   * Syncs the new part before a record is written there. Some file systems notice only then that they are full, and the
   * record's state would be unknown.
   */
  async #grow(file: JournalFile, wanted: number): Promise<void> {
    let { length } = file;
    while (length < wanted) {
      const growth = Math.max(length, MIN_GROWTH);
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

  /** A very large commit may have made a file longer than necessary. */
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
