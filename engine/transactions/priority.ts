/** The one attempt that nobody may make stale. Knows neither who waits for its turn nor how a commit is made. */
import { changeOf, writeSetOf } from "../storage/write-set.ts";
import type { Store } from "../storage/storage-types.ts";
import type { OpenTransaction } from "./transaction.ts";

export class Priority {
  readonly #store: Pick<Store, "catalog" | "lastTs">;
  /** A transaction that is null stands for everything: nobody may commit anything. */
  #holder: {
    readonly transaction: OpenTransaction | null;
    readonly over: Promise<void>;
  } | null = null;

  constructor(store: Pick<Store, "catalog" | "lastTs">) {
    this.#store = store;
  }

  /** When the attempt under way is over. */
  get over(): Promise<void> | undefined {
    return this.#holder?.over;
  }

  /** Runs `work` with priority. One at a time: the caller sees to it. */
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
