/** Protects one attempt from becoming stale. The queue and committing are in database.ts. */
import { changeOf, writeSetOf } from "../storage/commits/write-set.ts";
import type { Store } from "../storage/storage-types.ts";
import type { OpenTransaction } from "./transaction.ts";

export class Priority {
  readonly #store: Pick<Store, "catalog" | "lastTs">;
  /** A null transaction stands for everything: nothing else may commit. */
  #holder: {
    readonly transaction: OpenTransaction | null;
    readonly over: Promise<void>;
  } | null = null;

  constructor(store: Pick<Store, "catalog" | "lastTs">) {
    this.#store = store;
  }

  /** Resolves when the current attempt is over. */
  get over(): Promise<void> | undefined {
    return this.#holder?.over;
  }

  /** Runs `work` with priority. Only one may run at a time. */
  async run<T>(
    transaction: OpenTransaction | null,
    work: () => Promise<T>,
  ): Promise<T> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#holder = { transaction, over };
    try {
      return await work();
    } finally {
      this.#holder = null;
      resolve();
    }
  }

  /** Whether committing would make the attempt with priority stale. */
  conflictsWith(transaction: OpenTransaction): boolean {
    const first = this.#holder?.transaction;
    if (first === undefined || first === transaction) return false;
    if (first === null) return transaction.hasWrites;
    const { catalog, lastTs } = this.#store;
    const changes = transaction
      .writes()
      .map((write) => changeOf(write, catalog.indexesOf(write.table)));
    return first.reads.overlaps(writeSetOf(lastTs, changes));
  }
}
