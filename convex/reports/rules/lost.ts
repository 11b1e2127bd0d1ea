/** Lost customers by quoted wait and hour of the week, and the hours in which one more chair would have kept some. */
import { v, type Infer } from "convex/values";
import { TOLD_STEP_MINUTES, toldStepOf } from "../../queue/rules/dayHours";
import type { DayCounts } from "../../queue/rules/days";
import { lookCellValidator, type LookCell } from "./looks";
import type { Told } from "../../queue/rules/lookFields";
import { weekdayOf } from "../../base/rules/timezones";

/** Fewer looks at a wait say nothing about how many visitors join. */
const MIN_LOOKS = 10;

/** Looks and leaves of one hour of the week at one step of the quoted wait. */
export const lostCellValidator = v.object({
  /** 0 is Sunday. */
  weekday: v.number(),
  ...lookCellValidator.fields,
  left: v.number(),
});
export type LostCell = Infer<typeof lostCellValidator>;
const NONE = { looks: 0, joined: 0, oneMoreSum: 0, left: 0 };

/** The cells of stored days. mergeCells combines the parts of a range. */
export function lostCells(
  looked: readonly { day: string; cells: readonly LookCell[] }[],
  counted: readonly { day: string; counts: Pick<DayCounts, "hours"> }[],
): LostCell[] {
  return mergeCells([
    ...looked.flatMap(({ day, cells }) =>
      cells.map((cell) => ({ ...cell, weekday: weekdayOf(day), left: 0 })),
    ),
    ...counted.flatMap(({ day, counts }) =>
      (counts.hours?.leaves ?? []).map(({ hour, told, count }) => ({
        ...{ weekday: weekdayOf(day), hour, told },
        ...{ ...NONE, left: count },
      })),
    ),
  ]);
}

/** Adds up cells of the same hour and step. */
export function mergeCells(cells: readonly LostCell[]): LostCell[] {
  const found = new Map<string, LostCell>();
  for (const cell of cells) {
    const place = `${cell.weekday} ${cell.hour} ${cell.told}`;
    const sum = found.get(place) ?? { ...cell, ...NONE };
    found.set(place, {
      ...sum,
      looks: sum.looks + cell.looks,
      joined: sum.joined + cell.joined,
      oneMoreSum: sum.oneMoreSum + cell.oneMoreSum,
      left: sum.left + cell.left,
    });
  }
  return [...found.values()];
}

export type Lost = {
  looks: number;
  joined: number;
  /** Looked and did not join. */
  away: number;
  /** Joined, and left the line. */
  left: number;
};

/** Hours of the week, one after the other, in which one more chair would have kept customers. */
export type OneMoreChair = {
  weekday: number;
  /** The first, and how many. */
  hour: number;
  hours: number;
  away: number;
  /** Minutes: the mean wait shown to those who went away, and the wait with one more chair. */
  told: number;
  oneMore: number;
  /** How many of them would have joined at that wait, by this shop's share of joins. */
  kept: number;
};

export function lostOf(cells: readonly LostCell[]): Lost {
  return cells.reduce(
    (sum, { looks, joined, left }) => ({
      looks: sum.looks + looks,
      joined: sum.joined + joined,
      away: sum.away + looks - joined,
      left: sum.left + left,
    }),
    { looks: 0, joined: 0, away: 0, left: 0 },
  );
}

/** By shown wait: steps upward, then full, then no minutes. */
export function lostByTold(cells: readonly LostCell[]) {
  const all = [...new Set(cells.map(({ told }) => told))];
  return all
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((told) => ({
      told,
      ...lostOf(cells.filter((cell) => cell.told === told)),
    }));
}

/** By the estimate at each look and the share who join at such a wait; at least one kept an hour, most first. */
export function oneMoreChair(cells: readonly LostCell[]): OneMoreChair[] {
  const found = new Map<string, Omit<OneMoreChair, "hours">>();
  for (const { weekday, hour, told, looks, joined, oneMoreSum } of cells) {
    const away = looks - joined;
    if (typeof told !== "number" || away <= 0) continue;
    const oneMore = oneMoreSum / looks;
    const rate = toldStepOf(oneMore) < told ? joinRate(cells, oneMore) : null;
    const kept = Math.max(0, (rate ?? 0) * looks - joined);
    const place = `${weekday} ${hour}`;
    const sum = found.get(place);
    const toldMiddle = told + TOLD_STEP_MINUTES / 2;
    found.set(place, {
      weekday,
      hour,
      away: (sum?.away ?? 0) + away,
      told: (sum?.told ?? 0) + away * toldMiddle,
      oneMore: (sum?.oneMore ?? 0) + away * oneMore,
      kept: (sum?.kept ?? 0) + Math.min(away, kept),
    });
  }
  const hours = [...found.values()]
    .filter(({ kept }) => Math.round(kept) > 0)
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
  return joinHours(hours)
    .map((sum) => ({
      ...sum,
      told: Math.round(sum.told / sum.away),
      oneMore: Math.round(sum.oneMore / sum.away),
      kept: Math.round(sum.kept),
    }))
    .sort((a, b) => b.kept - a.kept || b.away - a.away);
}

/** Hours in order, with those that follow one another as one. */
function joinHours(hours: readonly Omit<OneMoreChair, "hours">[]) {
  const spans: OneMoreChair[] = [];
  for (const one of hours) {
    const last = spans.at(-1);
    const follows =
      last?.weekday === one.weekday && last.hour + last.hours === one.hour;
    if (!follows) {
      spans.push({ ...one, hours: 1 });
      continue;
    }
    last.hours += 1;
    last.away += one.away;
    last.told += one.told;
    last.oneMore += one.oneMore;
    last.kept += one.kept;
  }
  return spans;
}

/** The share of visitors who join at such a wait; with too few looks, at that wait or less. Null if these are too few as well. */
function joinRate(cells: readonly LostCell[], minutes: number): number | null {
  const step = toldStepOf(minutes);
  const at = (matches: (told: number) => boolean) =>
    lostOf(
      cells.filter(({ told }) => typeof told === "number" && matches(told)),
    );
  const same = at((told) => told === step);
  const { looks, joined } =
    same.looks >= MIN_LOOKS ? same : at((told) => told <= step);
  return looks < MIN_LOOKS ? null : joined / looks;
}

function rankOf(told: Told): number {
  if (told === null) return Infinity;
  return told === "full" ? Number.MAX_SAFE_INTEGER : told;
}
