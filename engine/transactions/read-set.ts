/** What a transaction has read, and whether a commit touched it. */
import { tableKey } from "../storage/catalog/catalog.ts";
import type { WriteSet, KeyRange } from "../storage/storage-types.ts";
import { RangeSet } from "./range-set.ts";
import type { ReadSet } from "./transaction-types.ts";

export class RecordedReads implements ReadSet {
  readonly ids = new Set<string>();
  readonly missingTables = new Set<string | number>();
  readonly #ranges = new Map<number, RangeSet>();
  readonly #idRanges = new Map<number, RangeSet>();

  get ranges(): ReadonlyMap<number, readonly KeyRange[]> {
    return contents(this.#ranges);
  }

  get idRanges(): ReadonlyMap<number, readonly KeyRange[]> {
    return contents(this.#idRanges);
  }

  /** Number of separate intervals read, single documents included. */
  get count(): number {
    let count = this.ids.size;
    for (const set of this.#ranges.values()) count += set.count;
    for (const set of this.#idRanges.values()) count += set.count;
    return count;
  }

  rangesOf(index: number): RangeSet {
    return setIn(this.#ranges, index);
  }

  idRangesOf(table: number): RangeSet {
    return setIn(this.#idRanges, table);
  }

  overlaps(commit: WriteSet): boolean {
    if (commit.all === true) return true;
    // Transactions that wait for their turn have read nothing, and there may be a thousand.
    if (this.#isEmpty) return false;
    return (
      this.#hasId(commit.ids) ||
      this.#hasKey(commit.keys) ||
      this.#missed(commit.tables)
    );
  }

  get #isEmpty(): boolean {
    return (
      this.ids.size === 0 &&
      this.#ranges.size === 0 &&
      this.#idRanges.size === 0 &&
      this.missingTables.size === 0
    );
  }

  #missed(made: WriteSet["tables"] = []): boolean {
    return made.some(
      (table) =>
        this.missingTables.has(tableKey(table)) ||
        this.missingTables.has(table.number),
    );
  }

  #hasId(written: ReadonlySet<string>): boolean {
    for (const id of written) if (this.ids.has(id)) return true;
    for (const ranges of this.#idRanges.values())
      for (const id of written) if (ranges.has(id)) return true;
    return false;
  }

  #hasKey(written: WriteSet["keys"]): boolean {
    for (const [index, ranges] of this.#ranges) {
      const keys = written.get(index);
      if (keys?.some((key) => ranges.has(key))) return true;
    }
    return false;
  }
}

function setIn(map: Map<number, RangeSet>, number: number): RangeSet {
  let set = map.get(number);
  if (!set) map.set(number, (set = new RangeSet()));
  return set;
}

function contents(
  map: Map<number, RangeSet>,
): ReadonlyMap<number, readonly KeyRange[]> {
  return new Map([...map].map(([number, set]) => [number, set.all()]));
}
