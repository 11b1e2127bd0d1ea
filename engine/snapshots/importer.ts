/**
 * Imports, from the upload to the end: keeps their state, runs one at a time. The work is in import-job.ts. Imports do not
 * survive a restart; an unfinished one has changed nothing.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import type { Sweeper } from "../files/sweeper.ts";
import type { Store } from "../storage/storage-types.ts";
import { UserError } from "../values/user-error.ts";
import { checkImport, type CheckedImport } from "./import-check.ts";
import { ImportError } from "./import-error.ts";
import { type ImportContext, performImport } from "./import-job.ts";
import type { ImportMode } from "./import-plan.ts";
import {
  endedBy,
  type ImportFormat,
  type ImportSource,
} from "./import-source.ts";
import { summaryOf } from "./import-summary.ts";
import { SnapshotError } from "./snapshot-error.ts";
import { openTableSource } from "./table-source.ts";
import { Uploads } from "./upload.ts";
import { openZip } from "./zip-source.ts";

export type ImporterContext = ImportContext & {
  readonly store: Pick<Store, "readState" | "catalog">;
  readonly sweeper: Pick<Sweeper, "protectAll">;
  readonly logError: (what: string, error: unknown) => void;
};

/** In the words of `_system/cli/queryImport`. */
export type ImportState =
  | { readonly state: "uploaded" }
  | {
      readonly state: "waiting_for_confirmation";
      readonly message: string;
      /** Whether existing data is deleted. */
      readonly mustAsk: boolean;
    }
  | {
      readonly state: "in_progress";
      readonly progress: string;
      readonly done: readonly string[];
    }
  | { readonly state: "completed"; readonly count: number }
  | { readonly state: "failed"; readonly error: string };

export type ImportArguments = {
  readonly format: ImportFormat;
  readonly mode: ImportMode;
  /** Null for a ZIP. */
  readonly table: string | null;
  /** Path of the component to import into; "" is the app. */
  readonly component: string;
};

type Import = ImportArguments & {
  readonly id: string;
  /** Null once it is removed. */
  path: string | null;
  state: ImportState;
  checked: CheckedImport | null;
};

/** Imports remembered, and how long one waits for confirmation, in ms. */
const REMEMBERED = 20;
const PATIENCE = 60 * 60_000;

const LOST =
  "This import no longer exists: the engine was restarted, and nothing of the import was kept. Import again.";

export class Importer {
  readonly uploads: Uploads;
  readonly #context: ImporterContext;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  /** Oldest first. */
  readonly #imports = new Map<string, Import>();
  /** Imports are checked and run one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(context: ImporterContext) {
    this.#context = context;
    this.uploads = new Uploads(context.folder, context.logError);
  }

  /** Removes what an earlier run left. */
  async open(): Promise<void> {
    const { folder } = this.#context;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
  }

  /** An unknown import counts as failed. */
  stateOf(id: string): ImportState {
    return this.#imports.get(id)?.state ?? { state: "failed", error: LOST };
  }

  /** Newest first. */
  list(): { readonly id: string; readonly state: ImportState }[] {
    return [...this.#imports.values()].reverse();
  }

  /** Calls `changed` on each change of any state. @returns the function that stops it */
  watch(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /**
   * Begins to read a file.
   * @param path of the file, which the importer owns from now on
   * @returns the id of the import
   */
  start(path: string, given: ImportArguments): string {
    const id = randomUUID();
    const state = { state: "uploaded" } as const;
    const entry: Import = { ...given, id, path, state, checked: null };
    this.#imports.set(id, entry);
    for (const old of [...this.#imports.values()].slice(0, -REMEMBERED))
      this.#forget(old);
    this.#enqueue(entry, () => this.#check(entry));
    return id;
  }

  /** Carries out an import that waits for confirmation; ignores others. */
  confirm(id: string): void {
    const entry = this.#find(id);
    if (entry.state.state !== "waiting_for_confirmation") return;
    const state = "in_progress";
    this.#set(entry, { state, progress: "Importing", done: [] });
    this.#enqueue(entry, () => this.#perform(entry));
  }

  /** Aborts running imports. Call it before the store is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort(
      new ImportError("ImportCanceled", "The engine was stopped."),
    );
    await this.#work;
  }

  #find(id: string): Import {
    const entry = this.#imports.get(id);
    if (entry !== undefined) return entry;
    throw new SnapshotError("ImportNotFound", `import ${id} not found`);
  }

  async #check(entry: Import): Promise<void> {
    const { store, folder } = this.#context;
    const source = await this.#open(entry);
    const state = await store.readState();
    try {
      const { mode } = entry;
      const here = this.#components();
      entry.checked = await checkImport(source, mode, state, here, folder);
    } finally {
      state.close();
      source.close();
    }
    this.#stopping.signal.throwIfAborted();
    const { changes } = entry.checked;
    this.#set(entry, {
      state: "waiting_for_confirmation",
      message: summaryOf(changes),
      mustAsk: changes.some(({ deleted }) => deleted > 0),
    });
    setTimeout(() => {
      if (entry.state.state !== "waiting_for_confirmation") return;
      this.#fail(
        entry,
        new ImportError("ImportFailed", "Import took too long. Try again."),
      );
    }, PATIENCE).unref();
  }

  async #perform(entry: Import): Promise<void> {
    const wanted = entry.checked?.wanted ?? [];
    const { format, mode } = entry;
    const done: string[] = [];
    const show = (progress: string) =>
      this.#set(entry, { state: "in_progress", progress, done: [...done] });
    const source = await this.#open(entry);
    // File contents without a row must not be removed before the rows come.
    const release = this.#context.sweeper.protectAll();
    try {
      const count = await performImport(
        this.#context,
        { source, format, mode, wanted },
        {
          progress: show,
          done: (message) => {
            done.push(message);
            show("Importing");
          },
          signal: this.#stopping.signal,
        },
      );
      this.#set(entry, { state: "completed", count });
    } finally {
      source.close();
      release();
    }
    await this.#removeFile(entry);
  }

  /** Components in use, and unused ones that still have tables. */
  #components(): Set<string> {
    const { deployment, store } = this.#context;
    const used = deployment.schemas?.components ?? [];
    return new Set([
      "",
      ...used.map(({ path }) => path),
      ...store.catalog.tables().map(({ namespace = "" }) => namespace),
    ]);
  }

  async #open(entry: Import): Promise<ImportSource> {
    const { path, format, table, component } = entry;
    // Guard untested: callers have its file; the check is for the type.
    if (path === null) throw new Error("The file is gone");
    return endedBy(
      this.#stopping.signal,
      format === "zip"
        ? await openZip(path, component)
        : await openTableSource(path, format, table ?? "", component),
    );
  }

  #enqueue(entry: Import, work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => {
        this.#stopping.signal.throwIfAborted();
        return work();
      })
      .catch((error: unknown) => this.#fail(entry, error));
  }

  #fail(entry: Import, error: unknown): void {
    const isMeant = error instanceof ImportError || error instanceof UserError;
    if (!isMeant) this.#context.logError("import failed", error);
    const why = error instanceof Error ? error.message : String(error);
    const text = `Hit an error while importing:\n${why}`;
    this.#set(entry, { state: "failed", error: text });
    void this.#removeFile(entry);
  }

  #forget(entry: Import): void {
    const { state } = entry.state;
    if (state === "uploaded" || state === "in_progress") return;
    this.#imports.delete(entry.id);
    void this.#removeFile(entry);
  }

  async #removeFile(entry: Import): Promise<void> {
    const { path } = entry;
    entry.path = null;
    if (path !== null)
      await rm(path, { force: true }).catch((error: unknown) =>
        this.#context.logError("removing an import failed", error),
      );
  }

  #set(entry: Import, state: ImportState): void {
    entry.state = state;
    for (const listener of this.#listeners) listener();
  }
}
