/** Chairs on duty, and who occupies them as far as the desk knows. */
import type { Duty } from "./chairState";

/** More than any queue of a small business has; also the most named chairs of a shop. */
export const MAX_CHAIRS = 20;
/** At one chair, called or served: calls add up while nobody marks them. All can end in one transaction. */
export const MAX_AT_CHAIR = 500;
/** Of one chair. */
export const MAX_QUEUES_OF_CHAIR = 10;
export const MAX_CHAIR_NAME = 20;
/** A longer break is going off duty. */
export const MAX_BREAK_MINUTES = 240;

type Serves<Queue> = {
  readonly queueIds: readonly Queue[];
  readonly duty: Duty;
};

/** What a shop's chairs make of a queue: served and booked at once. Null if no chair serves it. */
export function placesOf<Queue>(
  chairs: readonly Serves<Queue>[],
  queueId: Queue,
) {
  const serving = chairs.filter(({ queueIds }) => queueIds.includes(queueId));
  if (serving.length === 0) return null;
  return {
    chairs: serving.filter(({ duty }) => duty === "on").length,
    places: serving.filter(({ queueIds }) => queueIds[0] === queueId).length,
  };
}

/**
 * The caller's earliest calls for whom no chair is left (product.md T7), or will be when the new person has one (T8).
 * Each caller has at least one.
 * @param called oldest call first @param coming people who take a chair of the caller now
 */
export function withoutChair<Person>(
  called: readonly Person[],
  isCallers: (person: Person) => boolean,
  chairs: number,
  coming: 0 | 1,
): Person[] {
  const own = called.filter(isCallers);
  const theirs = Math.max(1, chairs - (called.length - own.length));
  return own.slice(0, Math.max(0, own.length + coming - theirs));
}
