/**
 * The vector indexes searched since the last deploy. The first search builds an index from the documents; each further
 * one updates it to the newest commit.
 */
import { setImmediate } from "node:timers/promises";
import type { Store, WriteSet } from "../../storage/storage-types.ts";
import type { Database } from "../../transactions/transaction-types.ts";
import { idRangeOf } from "../../values/ids.ts";
import type { JsonDocument } from "../../values/json.ts";
import { encodeKey, valueAtPath } from "../../values/keys.ts";
import { kindOf } from "../../values/kinds.ts";
import type { VectorIndexDefinition } from "../deployed/active-schema.ts";
import { VectorIndex, type Found } from "./vector-index.ts";
import type { VectorQuery } from "./vector-query.ts";

/** Documents are read for this many ms before other work gets a turn. */
const LONGEST_READ = 5;

type Source = Pick<Store, "get" | "scanIds">;

export class VectorIndexes {
  readonly #store: Source;
  readonly #database: Pick<Database, "onCommit" | "lastTs" | "whenDurable">;
  readonly #live = new Map<string, LiveIndex>();

  constructor(
    store: Source,
    database: Pick<Database, "onCommit" | "lastTs" | "whenDurable">,
  ) {
    this.#store = store;
    this.#database = database;
    database.onCommit((commit) => {
      // An import replaces documents without writing them.
      if (commit.all === true) this.clear();
      for (const index of this.#live.values()) index.observe(commit);
    });
  }

  /** Drops all indexes: the next search of each reads its table again. */
  clear(): void {
    this.#live.clear();
  }

  /** @param table number of the definition's table. @returns results of one durable state */
  async search(
    definition: VectorIndexDefinition,
    table: number,
    query: VectorQuery,
  ): Promise<Found[]> {
    const key = JSON.stringify([table, definition]);
    let index = this.#live.get(key);
    if (index === undefined) {
      index = new LiveIndex(this.#store, table, definition);
      this.#live.set(key, index);
    }
    let ts = 0;
    const asked = index.nearest(query, () => {
      ts = this.#database.lastTs;
    });
    const found = await asked.catch((error: unknown) => {
      // It may hold only a part of its table.
      if (this.#live.get(key) === index) this.#live.delete(key);
      throw error;
    });
    await this.#database.whenDurable(ts);
    return found;
  }
}

class LiveIndex {
  readonly #store: Source;
  readonly #table: number;
  readonly #definition: VectorIndexDefinition;
  readonly #index: VectorIndex;
  /** Documents written since they were read. */
  readonly #written = new Set<string>();
  /** Searches run one after the other: the index must not change during one. */
  #turn: Promise<unknown>;

  constructor(store: Source, table: number, definition: VectorIndexDefinition) {
    this.#store = store;
    this.#table = table;
    this.#definition = definition;
    this.#index = new VectorIndex(definition.dimensions);
    this.#turn = this.#readTable();
  }

  observe({ ids }: WriteSet): void {
    const { lower, upper } = idRangeOf(this.#table);
    for (const id of ids) if (id >= lower && id < upper) this.#written.add(id);
  }

  /** @param onState called when the index has reached the state that the answer reflects */
  nearest(query: VectorQuery, onState: () => void): Promise<Found[]> {
    const { filterFields } = this.#definition;
    const found = this.#turn.then(async () => {
      await this.#readWritten();
      onState();
      return this.#index.nearest(query.vector, query.limit, (filters) =>
        query.fits((field) => filters[filterFields.indexOf(field)]),
      );
    });
    this.#turn = found.catch(() => undefined);
    return found;
  }

  async #readTable(): Promise<void> {
    let last = "";
    for (let more = true; more; await setImmediate()) {
      const until = performance.now() + LONGEST_READ;
      more = false;
      const range = { lower: `${last}\x00`, upper: null };
      for (const { id } of this.#store.scanIds(this.#table, range, "asc")) {
        this.#read(id);
        last = id;
        more = performance.now() > until;
        if (more) break;
      }
    }
  }

  async #readWritten(): Promise<void> {
    while (this.#written.size > 0) {
      const until = performance.now() + LONGEST_READ;
      for (const id of this.#written) {
        this.#written.delete(id);
        this.#read(id);
        if (performance.now() > until) break;
      }
      if (this.#written.size > 0) await setImmediate();
    }
  }

  #read(id: string): void {
    const document = this.#store.get(this.#table, id);
    const vector = document && vectorOf(document, this.#definition);
    if (document === null || vector === null) {
      this.#index.delete(id);
      return;
    }
    const filters = this.#definition.filterFields.map((field) =>
      encodeKey([valueAtPath(document, field)]),
    );
    this.#index.set(id, vector, filters);
  }
}

/** Null for a document that is not in the index: without the field, or with a value of another length or kind. */
function vectorOf(
  document: JsonDocument,
  { vectorField, dimensions }: VectorIndexDefinition,
): number[] | null {
  const value = valueAtPath(document, vectorField);
  if (!Array.isArray(value) || value.length !== dimensions) return null;
  const vector: number[] = [];
  for (const item of value) {
    const kinded = typeof item === "number" ? null : kindOf(item);
    if (kinded !== null && kinded.kind !== "float64") return null;
    vector.push(kinded === null ? (item as number) : kinded.value);
  }
  return vector;
}
