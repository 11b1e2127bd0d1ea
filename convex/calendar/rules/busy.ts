/**
 * The times at which an owner is busy elsewhere (product.md K4), as they are
 * kept: merged, and in pieces of one UTC day each, so that whoever looks at one
 * day reads that day alone, in whatever zone. Pure.
 */
import type { Span } from "../../base/rules/span";

const DAY_MS = 24 * 60 * 60_000;
/** Nobody books further ahead, so nobody asks for busy times further ahead. */
export const HORIZON_MS = 60 * DAY_MS;
/** The shortest slot: a gap that holds none is no gap. It bounds a day's pieces, however many blocks there are. */
const SHORTEST_GAP_MS = 5 * 60_000;

/** The number of the UTC day in which a moment lies. */
export function utcDay(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** In order and apart from each other. */
export function merged(blocks: readonly Span[]): Span[] {
  const sorted = blocks
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = result.at(-1);
    if (last !== undefined && start - last.end < SHORTEST_GAP_MS) {
      last.end = Math.max(last.end, end);
    } else {
      result.push({ start, end });
    }
  }
  return result;
}

/**
 * What is busy on each day from `from` on and before `to`, days without
 * anything left out. Bounds that are no whole days count as the days they lie in.
 */
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

/** Whether any of them reaches into `span`. */
export function isBusy(blocks: readonly Span[], span: Span): boolean {
  return blocks.some(({ start, end }) => start < span.end && span.start < end);
}
