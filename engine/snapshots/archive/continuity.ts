/** Whether the history of a data folder continues where an archive ends. Pure. */
import type { Followed } from "../../storage/journal/follower.ts";
import type { Position } from "../../storage/journal/journal.ts";
import type { Segment } from "./segment.ts";

export type ArchiveEnd = {
  /** The base from which everything up to the end can be restored. */
  readonly base: number;
  readonly position: Position;
};

/** Where the newest segment of an archive ends; null when its content cannot be restored. */
export function endOf({ head, frames }: Segment): ArchiveEnd | null {
  if (head === null || head.base === null) return null;
  let { sequence, chain, catalog } = head.after;
  for (const frame of frames) {
    if (frame.kind === "record") {
      ({ sequence, crc: chain } = frame.record);
      continue;
    }
    if (frame.change.request === null) return null;
    ({ catalog } = frame.change);
  }
  return { base: head.base, position: { sequence, chain, catalog } };
}

/** Position before the first of some items. `found` is the position before those that are not records. */
export function beginOf(items: readonly Followed[], found: Position): Position {
  const [first] = items;
  if (first?.kind !== "record") return found;
  return { ...found, sequence: first.sequence - 1, chain: first.previous };
}

/** Position of a history after an item. */
export function after(at: Position, item: Followed): Position {
  return item.kind === "record"
    ? { ...at, sequence: item.sequence, chain: item.crc }
    : { ...at, catalog: item.catalog };
}

/** How many items come before a position in their history; null when it is not in it. */
export function countBefore(
  place: Position,
  begin: Position,
  items: readonly Followed[],
): number | null {
  let at = begin;
  for (let count = 0; ; count++) {
    const { sequence, chain, catalog } = at;
    if (
      place.sequence === sequence &&
      place.chain === chain &&
      place.catalog === catalog
    )
      return count;
    const item = items[count];
    if (item === undefined) return null;
    at = after(at, item);
  }
}
