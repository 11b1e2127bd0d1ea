/** Chairs on duty, and who occupies them as far as the desk knows. */

/** More than any queue of a small business has. */
export const MOST_CHAIRS = 20;

/** product.md T8: the caller's earliest calls, until all at the desk and the new person have a chair. */
export function endedByCall<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
): Person[] {
  return surplus(called, isCallers, chairs, 1);
}

/** product.md T7: the caller's earliest calls for whom no chair is left. Each caller has at least one. */
export function withoutChair<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
): Person[] {
  return surplus(called, isCallers, chairs, 0);
}

/** @param called oldest call first @param coming people who take a chair of the caller now */
function surplus<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
  coming: number,
): Person[] {
  const own = called.filter(isCallers);
  const theirs = Math.max(1, chairs - (called.length - own.length));
  return own.slice(0, Math.max(0, own.length + coming - theirs));
}
