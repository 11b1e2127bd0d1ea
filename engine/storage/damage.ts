/**
 * Damage that was found in the database: what is affected, told once to whoever watches, and counted. Repairs nothing:
 * what is damaged is neither served nor written over, and a backup is the remedy.
 */
import { isDamage } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";

/** What is affected; the more of it is known, the better. */
export type Damage = {
  /** Number of the table. */
  readonly table?: number;
  /** Name of the index; nothing stands for the documents themselves. */
  readonly index?: string;
  /** Of the document. */
  readonly id?: string;
  /** What is wrong, to go on after "is damaged: ". */
  readonly why: string;
};

/** What the operator's log has of it. */
export type DamageRecord = {
  readonly message: string;
  /** Apart from the message, in which long words are masked. */
  readonly document?: string;
};

/** Something read is not as it was written. */
export class DamageError extends StorageError {
  readonly damage: Damage;

  constructor(damage: Damage, cause?: unknown) {
    super("damaged", messageOf(damage), cause);
    this.damage = damage;
  }
}

/** Places kept apart and told one by one. */
const MOST_PLACES = 1000;

export class DamageLog {
  readonly #nameOf: (table: number) => string | undefined;
  readonly #places = new Map<string, DamageRecord>();
  readonly #listeners = new Set<(record: DamageRecord) => void>();

  /** @param nameOf the name of a table, to tell the operator */
  constructor(nameOf: (table: number) => string | undefined) {
    this.#nameOf = nameOf;
  }

  /** Different places found since the start; 1,000 stands for all numbers above. */
  get count(): number {
    return this.#places.size;
  }

  /** Calls back for each new place, and now for those already known. Returns the way to stop. */
  onFound(listener: (record: DamageRecord) => void): () => void {
    this.#listeners.add(listener);
    for (const record of this.#places.values()) listener(record);
    return () => this.#listeners.delete(listener);
  }

  /** Notes it. @returns what is to be thrown to whoever wanted to read it. */
  add(damage: Damage, cause?: unknown): StorageError {
    const { table, id } = damage;
    const name = table === undefined ? undefined : this.#nameOf(table);
    const message = messageOf(damage, name);
    const place = `${message} ${id ?? ""}`;
    if (!this.#places.has(place) && this.#places.size < MOST_PLACES) {
      const record = { message, ...(id !== undefined && { document: id }) };
      this.#places.set(place, record);
      for (const listener of this.#listeners) listener(record);
    }
    return new StorageError("damaged", message, cause);
  }

  /** Reads; what SQLite or a checksum complains of is noted as damage of `where`. */
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

/** For those who watch the engine's health, and may be anybody; null when nothing was found. */
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
