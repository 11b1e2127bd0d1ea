/**
 * Removes contents without a row: of deleted files, failed uploads and restored backups. Only if no durable row has the
 * key and nothing protects it.
 */
import type { Catalog } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { FileFolder } from "./disk.ts";
import { fileByKey } from "./stored-file.ts";
import { STORAGE } from "./file-tables.ts";

export type SweeperContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly folder: FileFolder;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

/** A deletion that has not committed within this time, ms, never will. */
const LONGEST_TRANSACTION = 120_000;

export class Sweeper {
  readonly #context: SweeperContext;
  /** Keys deleted in transactions that may not commit, with the time of the deletion, ms. */
  readonly #suspects = new Map<string, number>();
  readonly #protected = new Set<string>();
  /** The file that is being removed. */
  #removing: { readonly key: string; readonly done: Promise<void> } | null =
    null;
  /** Number of holders that protect all files. */
  #holds = 0;
  #work: Promise<void> = Promise.resolve();
  #stopListening: (() => void) | null = null;

  constructor(context: SweeperContext) {
    this.#context = context;
  }

  /** Starts listening, and sweeps the whole folder once in the background. */
  start(): void {
    this.#stopListening = this.#context.database.onCommit((commit) => {
      if (this.#suspects.size > 0) this.#enqueue(() => this.#check(commit.ts));
    });
    this.#enqueue(() => this.#sweepFolder());
  }

  /** Waits for the work in progress. The next start finds remaining suspects. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = null;
    await this.#work;
  }

  /** The running transaction deletes this file, but may not commit. */
  suspect(key: string): void {
    this.#suspects.set(key, this.#context.now());
  }

  /** Protects a file without a row until the returned function is called. */
  protect(key: string): () => void {
    this.#protected.add(key);
    return () => this.#protected.delete(key);
  }

  /** Resolves when a removal that began before the protection is over. */
  async removed(key: string): Promise<void> {
    if (this.#removing?.key === key)
      await this.#removing.done.catch(() => undefined);
  }

  /** Protects every file until the returned function is called, which then sweeps the folder. */
  protectAll(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
      if (this.#stopListening !== null)
        this.#enqueue(() => this.#sweepFolder());
    };
  }

  /** Resolves when everything found so far is removed; for tests and shutdown. */
  async idle(): Promise<void> {
    await this.#work;
  }

  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#context.logError("removing unused files failed", error);
    });
  }

  async #check(ts: number): Promise<void> {
    await this.#context.database.whenDurable(ts);
    for (const [key, since] of [...this.#suspects]) {
      const gone = await this.#tryToRemove(key);
      // Guard untested: a list that only grows shows late.
      const rolledBack = this.#context.now() - since > LONGEST_TRANSACTION;
      if (gone || rolledBack) this.#suspects.delete(key);
    }
  }

  async #sweepFolder(): Promise<void> {
    if (this.#context.catalog.table(STORAGE) === undefined) return;
    for await (const key of this.#context.folder.keys()) {
      if (this.#stopListening === null) return;
      await this.#tryToRemove(key);
    }
  }

  /** A failure does not stop the removal of others. @returns true when the file is gone. */
  async #tryToRemove(key: string): Promise<boolean> {
    try {
      return await this.#removeIfUnused(key);
    } catch (error) {
      this.#context.logError("removing an unused file failed", error);
      return false;
    }
  }

  /** @returns true when the file is gone. */
  async #removeIfUnused(key: string): Promise<boolean> {
    const { catalog, database, folder } = this.#context;
    if (this.#isProtected(key)) return false;
    const find = (now: Transaction) => fileByKey(catalog, now, key);
    if (database.read(find) !== null) return false;
    // The deletion must be durable: otherwise a crash could restore the row without its file.
    await database.whenDurable(database.lastTs);
    if (this.#isProtected(key)) return false;
    const done = folder.remove(key);
    this.#removing = { key, done };
    try {
      await done;
    } finally {
      this.#removing = null;
    }
    return true;
  }

  #isProtected(key: string): boolean {
    return this.#holds > 0 || this.#protected.has(key);
  }
}
