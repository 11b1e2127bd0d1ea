/** A day by its hours: they add up to the day, and taking back restores the earlier counts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noHours, toldStep } from "../../../../convex/queue/rules/dayHours.ts";
import {
  addedByMove,
  emptyDay,
  withAdded,
  withJoin,
  type DayCounts,
} from "../../../../convex/queue/rules/days.ts";
import { must } from "../../../../convex/base/rules/errors.ts";
import { newTicketState } from "../../../../convex/queue/rules/ticketState.ts";
import { MINUTE } from "../../fake-clock.ts";

const move = fc.record({
  kind: fc.constantFrom("call", "complete", "noShow", "skip", "leave"),
  hour: fc.integer({ min: 0, max: 23 }),
  waited: fc.integer({ min: 0, max: 400 * MINUTE }),
  quote: fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 }))
      .map(([low, wide]) => ({ low, high: low + wide, at: 0 })),
    { nil: undefined },
  ),
});
type Counted = typeof move extends fc.Arbitrary<infer T> ? T : never;

function counted(day: DayCounts, one: Counted, sign: 1 | -1): DayCounts {
  const { kind, waited, quote, hour } = one;
  const before = newTicketState(0, false);
  const added = must(addedByMove(kind, before, 0, waited, quote), "sums");
  return withAdded(day, added, sign, hour);
}

const total = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

test("who cancels a booking before its time did not leave the line", () => {
  const left = (isScheduled: boolean) =>
    addedByMove("leave", newTicketState(0, isScheduled), 0, 0);
  expect(left(true)).toBeNull();
  expect(left(false)).toMatchObject({ left: 1 });
});

describe("a day by its hours", () => {
  test("adds up to the day's sums, with wait steps and leaves", () => {
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const day = moves.reduce(
          (sum, one) => counted(sum, one, 1),
          emptyDay(),
        );
        const hours = must(day.hours, "hours");
        const { waits, waitMsSum, served, noShows, skipped, left } = day;
        expect([
          total(hours.waits),
          total(hours.waitMsSum),
          total(hours.served),
          total(hours.noShows),
          total(hours.skipped),
        ]).toEqual([waits, waitMsSum, served, noShows, skipped]);
        expect(total(hours.waitSteps)).toBe(waits);
        expect(total(hours.leaves.map(({ count }) => count))).toBe(left);
      }),
    );
  });

  test("is restored when counts are taken back", () => {
    fc.assert(
      fc.property(
        fc.array(move),
        fc.array(move, { minLength: 1 }),
        (kept, undone) => {
          const only = kept.reduce(
            (sum, one) => counted(sum, one, 1),
            emptyDay(),
          );
          const all = [...undone, ...kept].reduce(
            (sum, one) => counted(sum, one, 1),
            emptyDay(),
          );
          const back = undone.reduce((sum, one) => counted(sum, one, -1), all);
          expect(sorted(back)).toEqual(sorted(only));
        },
      ),
    );
    const joined = withJoin(emptyDay(), 9);
    expect(withAdded(joined, { joins: 1 }, -1, 9)).toEqual(emptyDay());
  });

  test("counts a wait in its hour and step, and a leave with the quote", () => {
    const call = { kind: "call", hour: 11, waited: 23 * MINUTE } as const;
    const leave = {
      kind: "leave",
      hour: 12,
      waited: 0,
      quote: { low: 35, high: 55, at: 0 },
    } as const;
    const withCall = counted(emptyDay(), { ...call, quote: undefined }, 1);
    const { hours } = counted(withCall, leave, 1);
    expect(hours?.waits[11]).toBe(1);
    expect(hours?.waitMsSum[11]).toBe(23 * MINUTE);
    expect(hours?.waitSteps[4]).toBe(1);
    expect(hours?.leaves).toEqual([{ hour: 12, told: 40, count: 1 }]);
  });

  test("stays without hours if it began before they were counted", () => {
    const { hours: _, ...before } = emptyDay();
    const after = withAdded(before, { served: 1 }, 1, 9);
    expect(after).toEqual({ ...before, served: 1 });
  });

  test("has steps of quotes up to two hours, and none without a quote", () => {
    expect(toldStep({ low: 0, high: 5, at: 0 })).toBe(0);
    expect(toldStep({ low: 15, high: 25, at: 0 })).toBe(20);
    expect(toldStep({ low: 300, high: 360, at: 0 })).toBe(120);
    expect(toldStep(undefined)).toBeNull();
  });
});

function sorted(day: DayCounts): DayCounts {
  const { leaves, ...hours } = day.hours ?? noHours();
  const order = leaves.toSorted(
    (a, b) => a.hour - b.hour || (a.told ?? -1) - (b.told ?? -1),
  );
  return { ...day, hours: { ...hours, leaves: order } };
}
