/** How long a look at the waits lasts. Apart from looks.ts, because the join page needs no more of it. */

/** A device counts again after this long; who has not joined by then came in vain. */
export const LOOK_MS = 30 * 60_000;
