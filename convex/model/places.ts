/** Where in the order somebody goes: orderAt values from those of the people waiting. */

/** A newcomer's place: behind everybody, even if the clock went back. */
export function orderAtEnd(now: number, lastOrderAt: number): number {
  return Math.max(now, lastOrderAt + 1);
}

/**
 * The orderAt behind the first `places` of those waiting. Halves the gap that
 * it goes into; a gap too narrow to halve (after dozens of returns to the very
 * same spot) is passed over for the next one.
 * @param orders orderAt of those waiting, ascending; as many as the caller cares to look at
 * @param own used if nobody waits
 */
export function orderBehind(
  orders: readonly number[],
  places: number,
  own: number,
): number {
  const last = orders.at(-1);
  if (last === undefined) return own;
  for (let i = Math.max(1, places); i < orders.length; i += 1) {
    const before = orders[i - 1] ?? last;
    const after = orders[i] ?? last;
    const middle = (before + after) / 2;
    if (middle > before && middle < after) return middle;
  }
  return last + 1;
}
