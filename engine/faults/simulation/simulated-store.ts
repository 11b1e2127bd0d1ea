/** Storage in memory with one indexed table, and a disk that accepts or refuses commits on its turn. */
import { StorageError } from "../../storage/storage-error.ts";
import type {
  DocumentWrite,
  IndexInfo,
  KeyOverrides,
  KeyRange,
  Order,
  Store,
  WriteSet,
} from "../../storage/storage-types.ts";
import type { DocumentChange } from "../../storage/commits/write-set.ts";
import type { JsonDocument, Timestamp } from "../../values/json.ts";
import { idOfKey } from "../../values/keys.ts";
import { must } from "../../values/user-error.ts";
import type { SimulatedEngine } from "./simulated-engine.ts";
import type { Turns } from "./turns.ts";

export const TABLE = 10_001;
export const BY_KIND: IndexInfo = {
  id: 2,
  table: TABLE,
  name: "by_kind",
  fields: ["kind", "n"],
};
const INDEXES: readonly IndexInfo[] = [
  { id: 1, table: TABLE, name: "by_creation_time", fields: [] },
  BY_KIND,
];
/** One in this many disk writes is refused. */
const REFUSED = 4;

type Waiting = {
  readonly ts: Timestamp;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** The parts of a store that transactions and reactivity use. */
export class SimulatedStore {
  readonly catalog;
  lastTs: Timestamp = 1_000_000;
  durableTs = this.lastTs;
  readonly #engine: SimulatedEngine;
  readonly #turns: Turns;
  readonly #documents = new Map<string, JsonDocument>();
  readonly #keys = new Map<number, Set<string>>();
  readonly #listeners = new Set<(writeSet: WriteSet) => void>();
  readonly #withdrawn: (readonly [first: Timestamp, end: Timestamp])[] = [];
  #undurable: { ts: Timestamp; changes: readonly DocumentChange[] }[] = [];
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(engine: SimulatedEngine, turns: Turns) {
    this.#engine = engine;
    this.#turns = turns;
    this.catalog = new engine.CatalogState();
    this.catalog.set([{ number: TABLE, name: "items" }], INDEXES, []);
    for (const { id } of INDEXES) this.#keys.set(id, new Set());
  }

  /** For callers that take a whole store. They use nothing else of it. */
  get asStore(): Store {
    return this as unknown as Store;
  }

  get(_table: number, id: string): JsonDocument | null {
    return this.#documents.get(id) ?? null;
  }

  documentAt(_table: number, _index: unknown, { id }: { id: string }) {
    return must(this.#documents.get(id), "what an entry leads to");
  }

  *scan(index: IndexInfo, range: KeyRange, order: Order, own?: KeyOverrides) {
    const keys = this.#engine.mergedScan(
      {
        keys: ({ lower, upper }, direction, limit) => {
          const found = [...must(this.#keys.get(index.id), "an index")]
            .filter((key) => key >= lower && (upper === null || key < upper))
            .sort();
          return (direction === "asc" ? found : found.reverse()).slice(
            0,
            limit,
          );
        },
        overlays: () => [own],
        epoch: () => this.lastTs,
      },
      range,
      order,
    );
    for (const key of keys) yield { key, id: idOfKey(key) };
  }

  apply(writes: readonly DocumentWrite[]): WriteSet {
    const ts = ++this.lastTs;
    const changes = writes.map((write) =>
      this.#engine.changeOf(write, this.catalog.maintainedIndexesOf(TABLE)),
    );
    for (const change of changes) this.#take(change);
    this.#undurable.push({ ts, changes });
    void this.#write();
    return this.#engine.writeSetOf(ts, changes);
  }

  whenDurable(ts: Timestamp): Promise<void> {
    if (this.#withdrawn.some(([first, end]) => ts >= first && ts < end))
      return Promise.reject(refused());
    if (ts <= this.durableTs) return Promise.resolve();
    return new Promise((resolve, reject) =>
      this.#waiting.push({ ts, resolve, reject }),
    );
  }

  onWithdrawal(listener: (writeSet: WriteSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onCatalogChange(): () => void {
    return () => undefined;
  }

  answered(): null {
    return null;
  }

  #take({ write, removed, added }: DocumentChange): void {
    if (write.after === null) this.#documents.delete(write.id);
    else this.#documents.set(write.id, write.after);
    for (const [index, key] of removed) this.#keys.get(index)?.delete(key);
    for (const [index, key] of added) this.#keys.get(index)?.add(key);
  }

  /** One disk write at a time, with everything pending when it starts. */
  async #write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#undurable.length > 0) {
      const { ts } = must(this.#undurable.at(-1), "a commit");
      await this.#turns.next();
      if (this.#turns.pick(REFUSED) === 0) this.#withdraw();
      else this.#keep(ts);
    }
    this.#isWriting = false;
  }

  #keep(ts: Timestamp): void {
    this.durableTs = ts;
    this.#undurable = this.#undurable.filter((commit) => commit.ts > ts);
    const [done, others] = split(this.#waiting, (one) => one.ts <= ts);
    this.#waiting = others;
    for (const { resolve } of done) resolve();
  }

  /** As in storage: the state on disk becomes visible again, at a new timestamp. */
  #withdraw(): void {
    const changes = this.#undurable.flatMap((commit) => commit.changes);
    const back = changes.reverse().map(({ write, removed, added, kept }) => ({
      write: { ...write, before: write.after, after: write.before },
      removed: added,
      added: removed,
      kept,
    }));
    for (const change of back) this.#take(change);
    const first = this.durableTs + 1;
    this.durableTs = ++this.lastTs;
    this.#withdrawn.push([first, this.durableTs]);
    this.#undurable = [];
    const waiting = this.#waiting;
    this.#waiting = [];
    const writeSet = this.#engine.writeSetOf(this.lastTs, back);
    for (const listener of this.#listeners) listener(writeSet);
    for (const { reject } of waiting) reject(refused());
  }
}

const refused = () => new StorageError("disk", "The simulated disk is full.");

function split<T>(
  list: readonly T[],
  isFirst: (one: T) => boolean,
): [T[], T[]] {
  const first = list.filter(isFirst);
  return [first, list.filter((one) => !first.includes(one))];
}
