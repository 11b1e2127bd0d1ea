/**
 * Snapshot exports, one at a time: begins them, reports the newest one's state, keeps its ZIP for a while. The ZIP is written
 * in export-zip.ts. Exports do not survive a restart.
 */
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FileFolder } from "../files/disk.ts";
import type { Sweeper } from "../files/sweeper.ts";
import type { Store } from "../storage/storage-types.ts";
import type { Timestamp } from "../values/json.ts";
import { roomOn } from "../files/disk-room.ts";
import { exportTooLarge, writeExport } from "./export-zip.ts";
import { SnapshotError } from "./snapshot-error.ts";

export type ExporterContext = {
  readonly store: Pick<Store, "readState">;
  readonly files: FileFolder;
  readonly sweeper: Pick<Sweeper, "protectAll">;
  /** Folder of the ZIP; emptied at start. */
  readonly folder: string;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

/** The newest export; times in microseconds. */
export type ExportState =
  | { readonly state: "in_progress" }
  | {
      readonly state: "failed";
      readonly error: string;
    }
  | {
      readonly state: "completed";
      /** The commit whose state it shows. */
      readonly startTs: Timestamp;
      readonly completeTs: Timestamp;
    };

/** How long a ZIP can be fetched, in ms; it holds the whole database. */
const KEPT = 60 * 60_000;

const STOPPED = new SnapshotError(
  "EngineStopping",
  "The engine is being stopped. Ask for an export when it runs again.",
);

export class Exporter {
  readonly #context: ExporterContext;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #latest: ExportState | null = null;
  #work: Promise<void> = Promise.resolve();
  #forgetting: NodeJS.Timeout | undefined;

  constructor(context: ExporterContext) {
    this.#context = context;
  }

  /** Removes what an earlier run left. */
  async open(): Promise<void> {
    const { folder } = this.#context;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
  }

  /** Null when none was requested since the start. */
  get latest(): ExportState | null {
    return this.#latest;
  }

  /** Calls `changed` on each change of `latest`. @returns the function that stops it */
  watch(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /**
   * Begins an export of the newest state.
   * @throws SnapshotError ExportInProgress, ExportTooLarge when not even its beginning has room, EngineStopping
   */
  async request(includeFiles: boolean): Promise<void> {
    const room = await roomOn(this.#context.folder);
    this.#stopping.signal.throwIfAborted();
    if (room < 0) throw exportTooLarge();
    if (this.#latest?.state === "in_progress")
      throw new SnapshotError(
        "ExportInProgress",
        "There is already an export requested or in progress.",
      );
    this.#set({ state: "in_progress" });
    this.#work = this.#run(includeFiles);
  }

  /** The ZIP of the export that began at `startTs`; null when it is gone. */
  async read(
    startTs: Timestamp,
  ): Promise<{ readonly size: number; readonly open: () => Readable } | null> {
    const { latest } = this;
    if (latest?.state !== "completed" || latest.startTs !== startTs)
      return null;
    const path = this.#path(startTs);
    const { size } = await stat(path);
    return { size, open: () => createReadStream(path) };
  }

  /** Aborts a running export and begins no other. Call it before the store is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort(STOPPED);
    await this.#work;
    clearTimeout(this.#forgetting);
  }

  async #run(includeFiles: boolean): Promise<void> {
    const { store, files, sweeper, now, logError } = this.#context;
    const release = sweeper.protectAll();
    try {
      await this.#forget();
      const state = await store.readState();
      const { ts: startTs } = state;
      try {
        const lost = await writeExport(
          { state, files: includeFiles ? files : null },
          this.#path(startTs),
          this.#stopping.signal,
        );
        if (lost.length > 0)
          logError("an export lacks files", new Error(lostText(lost.length)));
      } finally {
        state.close();
      }
      this.#set({ state: "completed", startTs, completeTs: now() * 1000 });
      this.#forgetting = setTimeout(() => {
        this.#set(null);
        this.#forget().catch((error: unknown) =>
          logError("removing an export failed", error),
        );
      }, KEPT).unref();
    } catch (error) {
      const { aborted: isStopped } = this.#stopping.signal;
      const cause = isStopped ? STOPPED : error;
      if (!isStopped) logError("export failed", cause);
      await this.#forget().catch((left: unknown) =>
        logError("removing an export failed", left),
      );
      const isMeant = cause instanceof SnapshotError;
      const why = isMeant ? cause.message : "The engine's log says why.";
      this.#set({ state: "failed", error: why });
    } finally {
      release();
    }
  }

  async #forget(): Promise<void> {
    clearTimeout(this.#forgetting);
    await this.open();
  }

  #path(startTs: Timestamp): string {
    return join(this.#context.folder, `${startTs}.zip`);
  }

  #set(state: ExportState | null): void {
    this.#latest = state;
    for (const listener of this.#listeners) listener();
  }
}

function lostText(count: number): string {
  return `Stored files that the disk has lost: ${count}. The ZIP's README.md names them.`;
}
