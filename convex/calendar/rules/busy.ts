/** An owner's busy times (product.md K4), merged and split by UTC day, so that a query for one day reads few rows. */
import type { Span } from "../../base/rules/span";

const DAY_MS = 24 * 60 * 60_000;
/** Bookings go no further ahead, so busy times need not either. */
export const HORIZON_MS = 60 * DAY_MS;
/** The shortest slot. Shorter gaps are closed, which limits the pieces per day. */
const SHORTEST_GAP_MS = 5 * 60_000;

/** The number of a moment's UTC day. */
export function utcDay(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Sorted, with overlaps and short gaps closed. */
export function merged(blocks: readonly Span[]): Span[] {
  const sorted = blocks
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = result.at(-1);
    if (last !== undefined && start - last.end < SHORTEST_GAP_MS)
      last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The busy times of each day; empty days are left out. Bounds inside a day count as that whole day. */
export function busyByDay(
  blocks: readonly Span[],
  { start: from, end: to }: Span,
): Map<number, Span[]> {
  const days = new Map<number, Span[]>();
  const [first, last] = [utcDay(from), utcDay(to - 1)];
  for (const { start, end } of merged(blocks)) {
    const until = Math.min(last, utcDay(end - 1));
    for (let day = Math.max(first, utcDay(start)); day <= until; day += 1) {
      const piece = {
        start: Math.max(start, day * DAY_MS),
        end: Math.min(end, (day + 1) * DAY_MS),
      };
      days.set(day, [...(days.get(day) ?? []), piece]);
    }
  }
  return days;
}

/** Whether any block overlaps `span`. */
export function isBusy(blocks: readonly Span[], span: Span): boolean {
  return blocks.some(({ start, end }) => start < span.end && span.start < end);
}
