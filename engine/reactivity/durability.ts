/**
 * What is known to be on disk. Nothing may leave the process that is not.
 * Asks the database; does not write. When the disk refuses commits, their timestamps are withdrawn and later ones go on:
 * so "something newer is on disk" proves nothing, and each timestamp is asked for by itself.
 */
import type { Database } from "../transactions/transaction-types.ts";
import type { Timestamp } from "../values/json.ts";

export class Durability {
  readonly #database: Pick<Database, "whenDurable">;
  #known: Timestamp;
  /** The last one asked for: a round asks for the same again and again. */
  #proven: Timestamp;

  /** @param known what is on disk when the engine starts: the newest commit of the file it opened. */
  constructor(database: Pick<Database, "whenDurable">, known: Timestamp) {
    this.#database = database;
    this.#known = known;
    this.#proven = known;
  }

  /** Newest timestamp known to be on disk. */
  get known(): Timestamp {
    return this.#known;
  }

  /** For those who learnt it in another way: a mutation that was answered is durable. */
  note(ts: Timestamp): void {
    if (ts > this.#known) this.#known = ts;
  }

  /** @throws StorageError when the commit at `ts` was refused. */
  async reach(ts: Timestamp): Promise<void> {
    if (ts === this.#proven) return;
    await this.#database.whenDurable(ts);
    this.#proven = ts;
    this.note(ts);
  }
}
