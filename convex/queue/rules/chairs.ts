/** Chairs on duty, and who occupies them as far as the desk knows. */

/** More than any queue of a small business has. */
export const MOST_CHAIRS = 20;

/** product.md T8: the caller's earliest calls, until all at the desk and the new person have a chair. */
export function endedByCall<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
): Person[] {
  const own = called.filter(isCallers);
  const free = chairs - 1 - (called.length - own.length);
  return own.slice(0, Math.max(0, own.length - Math.max(0, free)));
}
