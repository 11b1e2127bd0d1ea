/**
 * How far the disk is known to have come. Nothing may leave the process that is newer than that.
 * Asks the database at most once at a time for each timestamp; does not write.
 */
import type { Database } from "../transactions/types.ts";
import type { Timestamp } from "../values/json.ts";

export class Durability {
  readonly #database: Pick<Database, "whenDurable">;
  #known: Timestamp;

  /** @param known what is on disk when the engine starts: the newest commit of the file it opened. */
  constructor(database: Pick<Database, "whenDurable">, known: Timestamp) {
    this.#database = database;
    this.#known = known;
  }

  /** Newest timestamp known to be on disk. */
  get known(): Timestamp {
    return this.#known;
  }

  /** For those who learnt it in another way: a mutation that was answered is durable. */
  note(ts: Timestamp): void {
    if (ts > this.#known) this.#known = ts;
  }

  /** @throws StorageError when the disk refused what was committed at or before `ts`. */
  async reach(ts: Timestamp): Promise<void> {
    if (ts <= this.#known) return;
    await this.#database.whenDurable(ts);
    this.note(ts);
  }
}
