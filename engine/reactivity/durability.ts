/**
 * Tracks which commits are known to be on disk; no other data may leave the process. When the disk refuses commits,
 * they are withdrawn and later ones may succeed. So a durable newer commit proves nothing, and each timestamp is
 * checked separately.
 */
import type { Database } from "../transactions/transaction-types.ts";
import type { Timestamp } from "../values/json.ts";

export class Durability {
  readonly #database: Pick<Database, "whenDurable">;
  #known: Timestamp;
  /** The last proven timestamp: a round asks for the same one repeatedly. */
  #proven: Timestamp;

  /** @param known the newest commit of the opened file, which is on disk. */
  constructor(database: Pick<Database, "whenDurable">, known: Timestamp) {
    this.#database = database;
    this.#known = known;
    this.#proven = known;
  }

  /** Newest timestamp known to be on disk. */
  get known(): Timestamp {
    return this.#known;
  }

  /** Records a timestamp known to be durable, such as that of an answered mutation. */
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
