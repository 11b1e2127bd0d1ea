/** Chairs on duty and who sits in them, as far as the desk knows. What a chair means for waits and bookings is theirs. */

/** More than any queue of a small business has. */
export const MOST_CHAIRS = 20;

/**
 * Whom a call completes (product.md T8): of the people whom the caller has
 * called before, the earliest, until everybody at the counter and the one who
 * is called have a chair.
 * @param called everybody at the counter, earliest call first
 */
export function endedByCall<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
): Person[] {
  const own = called.filter(isCallers);
  const free = chairs - 1 - (called.length - own.length);
  return own.slice(0, Math.max(0, own.length - Math.max(0, free)));
}
