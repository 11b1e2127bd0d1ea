import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WriteLog } from "../../reactivity/write-log.ts";
import { ReadIndex } from "../../reactivity/read-index.ts";
import type { WriteSet } from "../../storage/storage-types.ts";
import type { ReadSet } from "../../transactions/transaction-types.ts";
import { readSet } from "./fake-engine.ts";

const key = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 });
const reads = fc.record({
  ids: fc.array(key, { maxLength: 3 }),
  ranges: fc.array(fc.record({ lower: key, upper: fc.option(key) }), {
    maxLength: 3,
  }),
});

const commitOf = (ids: string[], keys: string[], ts = 1): WriteSet => ({
  ts,
  ids: new Set(ids),
  keys: new Map([[1, keys]]),
});

describe("read index", () => {
  test("[RE1] a commit hits exactly the readers whose read set it touches", () =>
    fc.assert(
      fc.property(
        fc.array(reads, { maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 4 }),
        fc.array(key, { maxLength: 4 }),
        fc.array(key, { maxLength: 4 }),
        (all, forgotten, ids, keys) => {
          const index = new ReadIndex<number>();
          const kept = new Map(all.map((r, i) => [i, readSet(r)] as const));
          for (const [item, set] of kept) index.set(item, set);
          for (const item of forgotten) {
            index.delete(item);
            kept.delete(item);
          }
          const commit = commitOf(ids, keys);
          const expected = [...kept]
            .filter(([, set]) => set.overlaps(commit))
            .map(([item]) => item);
          const seen = [...index.overlapping(commit)].sort();
          expect(seen).toEqual(expected.sort());
        },
      ),
      { numRuns: 1000 },
    ));

  test("[RE1] an endless interval of ids does not match other tables' ids", () => {
    const endless: ReadSet = {
      ids: new Set(),
      ranges: new Map(),
      idRanges: new Map([[7, [{ lower: "k7", upper: null }]]]),
      missingTables: new Set(),
      overlaps: (commit) => [...commit.ids].some((id) => id.startsWith("k7")),
    };
    const index = new ReadIndex<string>();
    index.set("reader", endless);
    expect(index.overlapping(commitOf(["k8row"], []))).toEqual(new Set());
    const seen = index.overlapping(commitOf(["k7row"], []));
    expect(seen).toEqual(new Set(["reader"]));
  });

  test("[RE1] a new read set replaces the one before", () => {
    const index = new ReadIndex<string>();
    index.set("reader", readSet({ ids: ["a"] }));
    index.set("reader", readSet({ ids: ["b"] }));
    expect(index.overlapping(commitOf(["a"], []))).toEqual(new Set());
    expect(index.overlapping(commitOf(["b"], []))).toEqual(new Set(["reader"]));
  });
});

test("[RE2] commit log: names the first commit that touched a read set, and nothing older", () => {
  const log = new WriteLog(10);
  log.push(commitOf(["a"], [], 11));
  log.push(commitOf(["b"], [], 12));
  log.push(commitOf(["a"], [], 13));
  const readsA = readSet({ ids: ["a"] });
  expect(log.firstOverlap(readsA, 10)).toBe(11);
  expect(log.firstOverlap(readsA, 11)).toBe(13);
  expect(log.firstOverlap(readsA, 13)).toBeNull();
  expect(log.firstOverlap(readSet({ ids: ["z"] }), 10)).toBeNull();
});

test("[RE2] commit log: counts what fell out of its window as changed", () => {
  const log = new WriteLog(0);
  for (let ts = 1; ts <= 3000; ts++) log.push(commitOf(["a"], [], ts));
  const untouched = readSet({ ids: ["z"] });
  expect(log.firstOverlap(untouched, 5)).toBe(6);
  expect(log.firstOverlap(untouched, 2990)).toBeNull();
});

test("[RE2] commits beyond the keys that are remembered count as touched", () => {
  const log = new WriteLog(0);
  const untouched = readSet({ ids: ["nobody"] });
  log.push(commitOf([], ["a"], 1));
  expect(log.firstOverlap(untouched, 0)).toBeNull();
  log.push(commitOf([], Array<string>(200_000).fill("a"), 2));
  expect(log.firstOverlap(untouched, 0)).toBe(1);
  expect(log.firstOverlap(untouched, 2)).toBeNull();
});
