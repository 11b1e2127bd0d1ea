import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue } from "../../memory/fair-queue.ts";

function drain<T>(queue: FairQueue<T>): T[] {
  const all: T[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next())
    all.push(item);
  return all;
}

describe("a fair queue", () => {
  test("[FN35] takes turns between groups, then between members, each in order", () => {
    const queue = new FairQueue<string>(100);
    for (const item of ["a1 1", "a1 2", "a1 3", "a2 1", "b1 1", "b1 2"]) {
      const [member = ""] = item.split(" ");
      queue.add([member.charAt(0), member], item);
    }
    const seen = drain(queue);
    expect(seen).toEqual([...["a1 1", "b1 1", "a2 1", "b1 2", "a1 2", "a1 3"]]);
  });

  test("[FN35] drops the newest of the largest share when full, and the newcomer among equals", () => {
    const queue = new FairQueue<string>(3);
    queue.add(["a", "1"], "first");
    queue.add(["a", "1"], "second");
    queue.add(["a", "2"], "third");
    expect(queue.add(["a", "1"], "more")).toBe("more");
    expect(queue.add(["b", "1"], "other")).toBe("second");
    expect(queue.add(["c", "1"], "one more")).toBe("third");
    expect(queue.add(["d", "1"], "too late")).toBe("too late");
    expect(drain(queue)).toEqual(["first", "other", "one more"]);
  });

  test("[FN35] keeps all it took, never exceeds its capacity, and delays a new group by two turns at most", () => {
    const path = fc.tuple(
      fc.constantFrom("a", "b"),
      fc.constantFrom("1", "2", "3"),
    );
    fc.assert(
      fc.property(fc.array(fc.option(path), { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<number>(20);
        const held = new Set<number>();
        steps.forEach((share, item) => {
          if (share === null) {
            const next = queue.next();
            expect(next === undefined).toBe(held.size === 0);
            if (next !== undefined) expect(held.delete(next)).toBe(true);
            return;
          }
          held.add(item);
          const dropped = queue.add(share, item);
          if (dropped !== undefined) expect(held.delete(dropped)).toBe(true);
          expect(held.size).toBeLessThanOrEqual(20);
        });
        // An item of a new group comes third at the latest among three groups.
        const dropped = queue.add(["new", "1"], -1);
        if (dropped !== undefined) held.delete(dropped);
        const rest = drain(queue);
        expect(rest.indexOf(-1)).toBeLessThanOrEqual(2);
        expect(rest).toHaveLength(held.size + 1);
      }),
    );
  });

  test("[FN35] one share is a plain queue, whatever is added, taken, removed and displaced in between", () => {
    const step = fc.constantFrom("add", "take", "remove");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<number>(8);
        let model: number[] = [];
        steps.forEach((what, item) => {
          const middle = model[model.length >> 1] ?? -1;
          if (what === "take") expect(queue.next()).toBe(model.shift());
          else if (what === "remove") {
            expect(queue.remove(["a"], middle)).toBe(middle !== -1);
            model = model.filter((one) => one !== middle);
          } else {
            const isFull = model.length === 8;
            expect(queue.add(["a"], item)).toBe(isFull ? item : undefined);
            if (!isFull) model.push(item);
          }
        });
        expect(drain(queue)).toEqual(model);
      }),
    );
  });

  test("[FN35] neither counts removed items nor gives them a turn", () => {
    const queue = new FairQueue<string>(3);
    queue.add(["a"], "gone");
    queue.add(["b"], "first");
    queue.add(["b"], "also gone");
    expect(queue.remove(["b"], "also gone")).toBe(true);
    expect(queue.remove(["a"], "gone")).toBe(true);
    expect(queue.remove(["a"], "gone")).toBe(false);
    expect(queue.add(["c"], "second")).toBeUndefined();
    expect(queue.add(["c"], "third")).toBeUndefined();
    expect(drain(queue)).toEqual(["first", "second", "third"]);
  });
});
