/** Where in the order a ticket goes, as an orderAt value. */

/** Behind everyone but early ones, even if the clock went back. */
export function orderAtEnd(now: number, lastOrderAt: number): number {
  return Math.max(now, lastOrderAt + 1);
}

/** Before everyone. @param first orderAt of the first in line, if any; it may be an early one's */
export function orderAtFront(first: number | undefined, now: number): number {
  return Math.min(first ?? now, now) - 1;
}

/** In line before the booked time: until then everyone else is ahead of them (product.md B4). */
export function isEarly(
  person: {
    readonly scheduledTime: number | null;
    readonly state: { readonly orderAt: number };
  },
  now: number,
): boolean {
  return person.scheduledTime !== null && person.state.orderAt > now;
}

/**
 * Behind (1) or ahead of (-1) `places` people: halves the gap there, or the next one if it is too narrow after dozens of
 * moves to one spot. Null without any people. @param others their orderAt, nearest first
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
