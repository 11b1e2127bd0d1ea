import fc from "fast-check";
import { expect, test } from "vitest";
import { IntervalTree } from "../../reactivity/interval-tree.ts";
import type { KeyRange } from "../../storage/storage-types.ts";

const key = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 3 });
const range = fc.record({ lower: key, upper: fc.option(key) });
const step = fc.record({ add: fc.boolean(), range, item: fc.nat(3) });
const contains = ({ lower, upper }: KeyRange, at: string) =>
  at >= lower && (upper === null || at < upper);

test("[RE1] an interval tree finds exactly the intervals around a key, after any additions and removals", () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), key, (steps, at) => {
      const tree = new IntervalTree<number>();
      const model = new Map<string, { range: KeyRange; item: number }>();
      for (const { add, range, item } of steps) {
        const name = JSON.stringify([range, item]);
        if (add) {
          tree.add(range, item);
          model.set(name, { range, item });
        } else {
          tree.delete(range, item);
          model.delete(name);
        }
      }
      const found: number[] = [];
      tree.stab(at, (item) => void found.push(item));
      const expected = [...model.values()]
        .filter(({ range }) => contains(range, at))
        .map(({ item }) => item);
      expect(found.sort()).toEqual(expected.sort());
      expect(tree.isEmpty).toBe(model.size === 0);
    }),
    { numRuns: 2000 },
  ));
