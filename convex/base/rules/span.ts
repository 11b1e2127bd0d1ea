/** In ms: `end` is the first moment after it. */
export type Span = { readonly start: number; readonly end: number };
