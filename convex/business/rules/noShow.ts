/** The grace of a new business, in minutes. */
export const DEFAULT_NO_SHOW_MINUTES = 5;
/** How many people the first no-show lets pass (product.md T6). */
export const PLACES_BACK = 2;
