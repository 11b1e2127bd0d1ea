/**
 * Records damage found in the database, and reports each place once. Repairs nothing: damaged data is neither served nor
 * overwritten; the remedy is a backup.
 */
import { isDamage } from "./database/sqlite.ts";
import { StorageError } from "./storage-error.ts";

/** What is affected, as far as known. */
export type Damage = {
  readonly table?: number;
  /** Name of the index; absent for the documents themselves. */
  readonly index?: string;
  readonly id?: string;
  /** What is wrong; follows "is damaged: ". */
  readonly why: string;
};

/** The entry in the operator's log. */
export type DamageRecord = {
  readonly message: string;
  /** Separate from the message, in which long words are masked. */
  readonly document?: string;
};

/** Data is not as it was written. */
export class DamageError extends StorageError {
  readonly damage: Damage;

  constructor(damage: Damage, cause?: unknown) {
    super("damaged", messageOf(damage), cause);
    this.damage = damage;
  }
}

/** Places kept and reported separately. */
const MAX_PLACES = 1000;

export class DamageLog {
  readonly #nameOf: (table: number) => string | undefined;
  readonly #places = new Map<string, DamageRecord>();
  readonly #listeners = new Set<(record: DamageRecord) => void>();

  /** @param nameOf name of a table, for the operator */
  constructor(nameOf: (table: number) => string | undefined) {
    this.#nameOf = nameOf;
  }

  /** Different places found since the start; at most 1,000. */
  get count(): number {
    return this.#places.size;
  }

  /** Calls back for each new place, and now for the known ones. Returns the function that stops it. */
  onFound(listener: (record: DamageRecord) => void): () => void {
    this.#listeners.add(listener);
    for (const record of this.#places.values()) listener(record);
    return () => this.#listeners.delete(listener);
  }

  /** Records damage. @returns the error to throw to the reader. */
  add(damage: Damage, cause?: unknown): StorageError {
    const { table, id } = damage;
    const name = table === undefined ? undefined : this.#nameOf(table);
    const message = messageOf(damage, name);
    const place = `${message} ${id ?? ""}`;
    if (!this.#places.has(place) && this.#places.size < MAX_PLACES) {
      const record = { message, ...(id !== undefined && { document: id }) };
      this.#places.set(place, record);
      for (const listener of this.#listeners) listener(record);
    }
    return new StorageError("damaged", message, cause);
  }

  /** Runs a read. An error of SQLite or a wrong checksum is damage of `where`. */
  reading<T>(where: Omit<Damage, "why">, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof DamageError) throw this.add(error.damage, error);
      if (!isDamage(error)) throw error;
      throw this.add({ ...where, why: (error as Error).message }, error);
    }
  }
}

/** Text for the health check, which is public; null when nothing was found. */
export function troubleOf({ count }: Pick<DamageLog, "count">): string | null {
  if (count === 0) return null;
  const places = count === 1 ? "one place" : `${count} places`;
  return `The database is damaged in ${places}, which the log names; restore a backup.`;
}

function messageOf(damage: Damage, name?: string): string {
  return `${placeOf(damage, name)} is damaged: ${damage.why}; restore a backup.`;
}

function placeOf({ table, index }: Damage, name = String(table)): string {
  if (table === undefined) return "The database";
  const part = index === undefined ? "A document" : `Index ${index}`;
  return `${part} of table ${name}`;
}
