/** What the store and its writer thread tell each other. Holds types only. */
import type { Key, Timestamp } from "../values/json.ts";

/** What the writer thread is started with. */
export type WriterData = {
  /** Path of the database. */
  readonly file: string;
  /** Pages in the log at which it is moved into the file. */
  readonly logPages: number;
};

/** The last state of everything that some commits touched, to be on disk whole or not at all. */
export type Batch = {
  readonly kind: "batch";
  /** Newest commit in it. */
  readonly ts: Timestamp;
  /** Number and CRC of the newest record of the journal that is in it. */
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

/** Makes tables known, and indexes known but not yet ready, before anything is written for them. */
export type PrepareCatalog = {
  readonly kind: "prepare";
  readonly tables: readonly {
    readonly number: number;
    /** As catalog.ts names it. */
    readonly key: string;
  }[];
  readonly indexes: readonly IndexRow[];
};
/** Fills an index being built with the next documents. Answered with where to go on, null at the end. */
export type Backfill = {
  readonly kind: "backfill";
  readonly index: IndexRow;
  /** Id to start after; empty at first. */
  readonly after: string;
};
/** Makes built indexes ready and marks others as dropped, at one stroke. */
export type PublishCatalog = {
  readonly kind: "publish";
  readonly ready: readonly number[];
  readonly dropped: readonly number[];
};
/**
 * Puts documents into a draft of a table, where no reader looks yet, with their entries. Answered with how many of them had an
 * id that was there already; those are left out.
 */
export type Fill = {
  readonly kind: "fill";
  /** Of the draft: places.ts. */
  readonly place: number;
  /** Number that the table is to have. */
  readonly table: number;
  /** Indexes of the draft. */
  readonly indexes: readonly IndexRow[];
  readonly documents: readonly (readonly [id: string, body: string])[];
};
/** Makes drafts the content of their tables, or adds them to it, at one stroke. */
export type Switch = {
  readonly kind: "switch";
  /** Newest commit before the switch. */
  readonly ts: Timestamp;
  /** Numbers that are given back, and tables with the numbers they have from now on. */
  readonly removed: readonly number[];
  readonly added: readonly { readonly number: number; readonly key: string }[];
  readonly ready: readonly number[];
  readonly dropped: readonly number[];
  /** What is added to tables that stay: their documents, and the entries of each index. */
  readonly merged: readonly {
    readonly from: number;
    readonly table: number;
    readonly indexes: readonly (readonly [from: number, to: number])[];
  }[];
};
/** Deletes a batch of what dropped indexes left. Answered with 0 when there was nothing left, else 1. */
export type Sweep = {
  readonly kind: "sweep";
  /** Dropped indexes of which entries may still come. */
  readonly spared: readonly number[];
};
/** Moves the log into the file if that is worth it, when nothing else is to be done. */
export type Checkpoint = { readonly kind: "checkpoint" };
/** Moves the whole log into the file, if nothing is in the way, and ends the thread. Answered with 1 when that is so, else 0. */
export type Close = {
  readonly kind: "close";
  /** Whether the database has all commits; else the journal is needed. */
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

/** Only `backfill`, `fill`, `sweep` and `close` have something to say. */
export type WriterResult = string | number | null;

/** Answers come in the order of the requests. `code` is SQLite's, where it has one. */
export type WriterAnswer =
  | { readonly ok: true; readonly result: WriterResult }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
    };
