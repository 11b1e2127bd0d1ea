/** How long a look lasts. Separate, because the join page needs no more of looks.ts. */

/** A device counts again after this long. A visitor who has not joined by then is lost. */
export const LOOK_MS = 30 * 60_000;
