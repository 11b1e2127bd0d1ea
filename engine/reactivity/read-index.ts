/**
 * Finds the queries affected by a commit: an inverted index of read sets. A commit costs its own keys times log n,
 * however many queries are subscribed.
 */
import { tableKey } from "../storage/catalog/catalog.ts";
import type { WriteSet, KeyRange } from "../storage/storage-types.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";
import { IntervalTree } from "./interval-tree.ts";

export class ReadIndex<T> {
  readonly #byId = new Map<string, Set<T>>();
  readonly #byMissingTable = new Map<string | number, Set<T>>();
  readonly #byIndex = new Map<number, IntervalTree<T>>();
  readonly #byTable = new Map<number, IntervalTree<T>>();
  readonly #reads = new Map<T, ReadSet>();

  /** Replaces the read set of `item`. */
  set(item: T, reads: ReadSet): void {
    this.delete(item);
    this.#reads.set(item, reads);
    addNames(this.#byId, reads.ids, item);
    addNames(this.#byMissingTable, reads.missingTables, item);
    addRanges(this.#byIndex, reads.ranges, item);
    addRanges(this.#byTable, reads.idRanges, item);
  }

  delete(item: T): void {
    const reads = this.#reads.get(item);
    if (reads === undefined) return;
    this.#reads.delete(item);
    deleteNames(this.#byId, reads.ids, item);
    deleteNames(this.#byMissingTable, reads.missingTables, item);
    deleteRanges(this.#byIndex, reads.ranges, item);
    deleteRanges(this.#byTable, reads.idRanges, item);
  }

  /** Every item whose read set the commit touched, each once. */
  overlapping(commit: WriteSet): Set<T> {
    if (commit.all === true) return new Set(this.#reads.keys());
    const hit = new Set<T>();
    const add = (item: T): void => void hit.add(item);
    for (const id of commit.ids) this.#byId.get(id)?.forEach(add);
    for (const table of commit.tables ?? []) {
      this.#byMissingTable.get(tableKey(table))?.forEach(add);
      this.#byMissingTable.get(table.number)?.forEach(add);
    }
    for (const [index, keys] of commit.keys) {
      const tree = this.#byIndex.get(index);
      if (tree === undefined) continue;
      for (const key of keys) tree.stab(key, add);
    }
    if (this.#byTable.size > 0) this.#addReadersOfIds(commit, hit);
    return hit;
  }

  /**
   * Id ranges are filed by table, but a commit names ids without tables. A range without an end reaches into ids of
   * other tables, so the read set itself decides.
   */
  #addReadersOfIds(commit: WriteSet, hit: Set<T>): void {
    const maybe = new Set<T>();
    for (const id of commit.ids)
      for (const tree of this.#byTable.values())
        tree.stab(id, (item) => void maybe.add(item));
    for (const item of maybe)
      if (!hit.has(item) && this.#reads.get(item)?.overlaps(commit) === true)
        hit.add(item);
  }
}

function addNames<T, N>(
  readersOf: Map<N, Set<T>>,
  names: ReadonlySet<N>,
  item: T,
): void {
  for (const name of names) {
    const readers = readersOf.get(name);
    if (readers === undefined) readersOf.set(name, new Set([item]));
    else readers.add(item);
  }
}

function deleteNames<T, N>(
  readersOf: Map<N, Set<T>>,
  names: ReadonlySet<N>,
  item: T,
): void {
  for (const name of names) {
    const readers = readersOf.get(name);
    readers?.delete(item);
    if (readers?.size === 0) readersOf.delete(name);
  }
}

function addRanges<T>(
  trees: Map<number, IntervalTree<T>>,
  ranges: ReadonlyMap<number, readonly KeyRange[]>,
  item: T,
): void {
  for (const [key, list] of ranges) {
    let tree = trees.get(key);
    if (tree === undefined) trees.set(key, (tree = new IntervalTree<T>()));
    for (const range of list) tree.add(range, item);
  }
}

function deleteRanges<T>(
  trees: Map<number, IntervalTree<T>>,
  ranges: ReadonlyMap<number, readonly KeyRange[]>,
  item: T,
): void {
  for (const [key, list] of ranges) {
    const tree = trees.get(key);
    if (tree === undefined) continue;
    for (const range of list) tree.delete(range, item);
    if (tree.isEmpty) trees.delete(key);
  }
}
