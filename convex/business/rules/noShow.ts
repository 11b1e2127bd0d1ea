/** The figures of not appearing when called. What happens then is queue/rules/tickets and line/data/noShow. */

/** The no-show grace of a new business: how long a called person has to appear, in minutes. */
export const DEFAULT_NO_SHOW_MINUTES = 5;

/** How many people the first no-show lets pass (product.md T6). */
export const PLACES_BACK = 2;
