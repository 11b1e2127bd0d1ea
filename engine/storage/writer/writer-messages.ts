/** Messages between the store and its writer thread. */
import type { Key, Timestamp } from "../../values/json.ts";

/** What the writer thread is started with. */
export type WriterData = {
  readonly file: string;
  /** Pages in the log that trigger a checkpoint. */
  readonly logPages: number;
};

/** The last state of everything that some commits touched, written whole or not at all. */
export type Batch = {
  readonly kind: "batch";
  /** Newest commit in it. */
  readonly ts: Timestamp;
  /** Number and CRC of the newest journal record in it. */
  readonly sequence: number;
  readonly chain: number;
  /** `body` is JSON, null to delete. */
  readonly documents: [table: number, id: string, body: string | null][];
  readonly entries: [index: number, key: Key, present: boolean][];
  readonly answers: [
    row: [
      ts: Timestamp,
      sessionId: string,
      requestId: number,
      result: string,
      logLines: string,
    ],
    network: string | null,
  ][];
};

export type IndexRow = {
  readonly id: number;
  readonly table: number;
  readonly name: string;
  readonly fields: readonly string[];
};

/** Registers tables, and indexes that are not ready yet, before anything is written for them. */
export type PrepareCatalog = {
  readonly kind: "prepare";
  readonly tables: readonly {
    readonly number: number;
    /** Its `tableKey` (catalog.ts). */
    readonly key: string;
  }[];
  readonly indexes: readonly IndexRow[];
};
/** Fills a new index with the next documents. Answered with the id to continue after, null at the end. */
export type Backfill = {
  readonly kind: "backfill";
  readonly index: IndexRow;
  /** Id to start after; empty at first. */
  readonly after: string;
};
/** Marks built indexes as ready and others as dropped, atomically. */
export type PublishCatalog = {
  readonly kind: "publish";
  readonly ready: readonly number[];
  readonly dropped: readonly number[];
};
/**
 * Puts documents and their entries into a table draft, which no reader sees yet. Answered with how many were left out because
 * their ids existed.
 */
export type Fill = {
  readonly kind: "fill";
  /** Of the draft; see places.ts. */
  readonly place: number;
  /** Number that the table will have. */
  readonly table: number;
  readonly indexes: readonly IndexRow[];
  readonly documents: readonly (readonly [id: string, body: string])[];
};
/** Makes drafts the content of their tables, or adds them to it, atomically. */
export type Switch = {
  readonly kind: "switch";
  /** Newest commit before the switch. */
  readonly ts: Timestamp;
  /** Numbers that become free, and tables with their new numbers. */
  readonly removed: readonly number[];
  readonly added: readonly { readonly number: number; readonly key: string }[];
  readonly ready: readonly number[];
  readonly dropped: readonly number[];
  /** Additions to tables that stay: their documents, and the entries of each index. */
  readonly merged: readonly {
    readonly from: number;
    readonly table: number;
    readonly indexes: readonly (readonly [from: number, to: number])[];
  }[];
};
/** Deletes some of what dropped indexes left. Answered with 0 when there was nothing left, else 1. */
export type Sweep = {
  readonly kind: "sweep";
  /** Dropped indexes that may still get entries. */
  readonly spared: readonly number[];
};
/** Checkpoints a large enough log while the writer is idle. */
export type Checkpoint = { readonly kind: "checkpoint" };
/** Checkpoints the whole log, if nothing prevents it, and ends the thread. Answered with 1 on success, else 0. */
export type Close = {
  readonly kind: "close";
  /** Whether the database has all commits; otherwise the journal is needed. */
  readonly isWhole: boolean;
};

export type WriterRequest =
  | Batch
  | PrepareCatalog
  | Backfill
  | PublishCatalog
  | Fill
  | Switch
  | Sweep
  | Checkpoint
  | Close;

/** Only `backfill`, `fill`, `sweep` and `close` return a value. */
export type WriterResult = string | number | null;

/** Answers come in the order of the requests. `code` is SQLite's, if any. */
export type WriterAnswer =
  | { readonly ok: true; readonly result: WriterResult }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
    };
