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

/**
 * The orderAt behind (1) or ahead of (-1) the first `places` of the people on
 * one side, as near to it as there is a gap; past the last of them if there
 * are not so many. Null if there is nobody on that side.
 * @param others orderAt of those people, the nearest first
 */
export function orderPast(
  others: readonly number[],
  places: number,
  way: 1 | -1,
): number | null {
  const last = others.at(-1);
  if (last === undefined) return null;
  for (let i = places; i < others.length; i += 1) {
    const near = others[i - 1] ?? last;
    const far = others[i] ?? last;
    const middle = (near + far) / 2;
    if (middle !== near && middle !== far) return middle;
  }
  return last + way;
}
