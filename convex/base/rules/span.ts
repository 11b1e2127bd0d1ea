/** A stretch of time. Its rules belong to whoever has such: slots, busy times, tickets. */

/** In ms: `end` is the first moment after it. */
export type Span = { readonly start: number; readonly end: number };
