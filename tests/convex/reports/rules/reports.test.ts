/** Sums of the reports, the rule of one more chair, and cells of files. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel.js";
import { csvText } from "../../../../convex/base/rules/csv.ts";
import {
  emptyDay,
  withAdded,
  withJoin,
} from "../../../../convex/queue/rules/days.ts";
import {
  lostByTold,
  lostOf,
  mergeCells,
  oneMoreChair,
  type LostCell,
} from "../../../../convex/reports/rules/lost.ts";
import {
  mergeSums,
  sumUp,
  totalOf,
  type CountedDay,
  type RatedDay,
} from "../../../../convex/reports/rules/sums.ts";

const queueId = (name: string) => name as Id<"queues">;
const FIRST = Date.parse("2026-10-01T00:00:00Z");
const dayOf = (index: number) =>
  new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10);

const countedDay: fc.Arbitrary<CountedDay> = fc
  .record({
    index: fc.integer({ min: 0, max: 60 }),
    queue: fc.constantFrom("a", "b"),
    hour: fc.integer({ min: 0, max: 23 }),
    waitMsSum: fc.integer({ min: 0, max: 9_000_000 }),
    served: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ index, queue, hour, waitMsSum, served }) => ({
    day: dayOf(index),
    queueId: queueId(queue),
    counts: withAdded(
      withJoin(emptyDay(), hour),
      { waits: 1, waitMsSum, served, left: 1, leftTold: 20 },
      1,
      hour,
    ),
  }));
const ratedDay: fc.Arbitrary<RatedDay> = fc
  .record({ index: fc.integer({ min: 0, max: 60 }), great: fc.nat(5) })
  .map(({ index, great }) => ({
    day: dayOf(index),
    queueId: queueId("a"),
    counts: { great, ok: 1, notGood: 0 },
  }));

test("sums of a range: are the same whether they are requested whole or in parts", () => {
  fc.assert(
    fc.property(
      fc.array(countedDay),
      fc.array(ratedDay),
      fc.integer({ min: 1, max: 60 }),
      (counted, rated, cut) => {
        const part = (from: number, to: number) => {
          const inside = ({ day }: { day: string }) =>
            day >= dayOf(from) && day < dayOf(to);
          return sumUp(counted.filter(inside), rated.filter(inside));
        };
        const whole = mergeSums([part(0, 61)]);
        const parts = mergeSums([part(cut, 61), part(0, cut)]);
        const sorted = ({ queues, ...rest }: typeof whole) => ({
          ...rest,
          queues: queues.toSorted((a, b) => (a.queueId < b.queueId ? -1 : 1)),
        });
        expect(sorted(parts)).toEqual(sorted(whole));
        const total = totalOf(whole);
        expect(total.joins).toBe(counted.length);
        expect(whole.waitSteps.reduce((a, b) => a + b, 0)).toBe(total.waits);
        expect(whole.hours.joins.reduce((a, b) => a + b, 0)).toBe(total.joins);
      },
    ),
  );
});

const SATURDAY_11 = { weekday: 6, hour: 11, left: 0 };
const MONDAY_9 = { weekday: 1, hour: 9, left: 0 };
/** Nine in ten join at about 22 minutes, three in twelve at about 45. */
const BUSY_SATURDAY: LostCell[] = [
  { ...MONDAY_9, told: 20, looks: 20, joined: 18, oneMoreSum: 20 * 5 },
  { ...SATURDAY_11, told: 40, looks: 12, joined: 3, oneMoreSum: 12 * 22 },
];

const at = (hour: number, hours: number) => ({ weekday: 6, hour, hours });

describe("lost customers", () => {
  test("are those who looked without joining and those who left, by what they were shown", () => {
    const cells = mergeCells([
      ...BUSY_SATURDAY,
      { ...SATURDAY_11, told: "full", looks: 4, joined: 0, oneMoreSum: 0 },
      { ...SATURDAY_11, told: null, looks: 2, joined: 1, oneMoreSum: 0 },
      {
        ...SATURDAY_11,
        ...{ told: 40, looks: 0, joined: 0, oneMoreSum: 0, left: 2 },
      },
    ]);
    expect(lostOf(cells)).toEqual({ looks: 38, joined: 22, away: 16, left: 2 });
    expect(
      lostByTold(cells).map(({ told, away, left }) => [told, away, left]),
    ).toEqual([
      [20, 2, 0],
      [40, 9, 2],
      ["full", 4, 0],
      [null, 1, 0],
    ]);
  });

  test("would stay with one more chair, as many as join at the wait it would show", () => {
    // 12 looks at 9 in 10 joining at 22 minutes give 10.8, and 3 joined.
    expect(oneMoreChair(BUSY_SATURDAY)).toEqual([
      { ...at(11, 1), away: 9, told: 45, oneMore: 22, kept: 8 },
    ]);
  });

  test("are named once for hours that follow one another", () => {
    const [quiet, busy] = BUSY_SATURDAY as [LostCell, LostCell];
    const next = { ...busy, hour: 12, told: 60, oneMoreSum: 12 * 24 } as const;
    const later = { ...busy, hour: 14 };
    expect(oneMoreChair([quiet, later, next, busy])).toEqual([
      { ...at(11, 2), away: 18, told: 55, oneMore: 23, kept: 16 },
      { ...at(14, 1), away: 9, told: 45, oneMore: 22, kept: 8 },
    ]);
  });

  test("are not counted as kept where too few have seen such a wait", () => {
    const [quiet, busy] = BUSY_SATURDAY;
    const few = { ...quiet, looks: 9, joined: 9 } as LostCell;
    expect(oneMoreChair([few, busy as LostCell])).toEqual([]);
    // If one more chair shows the same step, it keeps no one.
    const same = { ...busy, oneMoreSum: 12 * 41 } as LostCell;
    expect(oneMoreChair([quiet as LostCell, same])).toEqual([]);
  });
});

test.each([
  ["=1+1", "'=1+1"],
  ["+44 20 7946", "'+44 20 7946"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", `"\t'=1"`],
  ["\r=1", `"\r'=1"`],
  [" =1", "' =1"],
  ["＝1", "'＝1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a "b", c', '"a ""b"", c"'],
  ["two\nlines", '"two\nlines"'],
  ["Kids' cut", "Kids' cut"],
  // Cells where the separator is `;`, a tab or `|`.
  ["x;+cmd|' /C calc'!A1;y", `"x;'+cmd|' /C calc'!A1;y"`],
  ["x\t=1\t-1", `"x\t'=1\t'-1"`],
  ["x| @SUM(A1)", `"x|' @SUM(A1)"`],
  ["two\n=1+1", `"two\n'=1+1"`],
  ["two\r\n \t=1+1", `"two\r\n \t'=1+1"`],
  ["x\u2028=1", `"x\u2028'=1"`],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
  ["x; \u00A0\uFEFF\u200B\u0000＝1", `"x;' \u00A0\uFEFF\u200B\u0000＝1"`],
  ["\uFEFF=1", "'\uFEFF=1"],
  [";;=1", `";;'=1"`],
  ["x;＋1;－1;＠A1;﹣1", `"x;'＋1;'－1;'＠A1;'﹣1"`],
  ["open; 9-12 = busy, a+b", '"open; 9-12 = busy, a+b"'],
  ["2026-11-20", "2026-11-20"],
])("cells of a file: %j is written as %j", (cell, written) => {
  expect(csvText([[cell]])).toBe(`\uFEFF${written}\r\n`);
});

test("cells of a file: numbers stay numbers, null is an empty cell, and lines end as RFC 4180 says", () => {
  const rows = [["a", "b", "c"], [-1.5, null, 20] as const];
  expect(csvText(rows)).toBe("\uFEFFa,b,c\r\n-1.5,,20\r\n");
  expect(csvText(rows, ",")).toBe("\uFEFFa;b;c\r\n-1,5;;20\r\n");
});
