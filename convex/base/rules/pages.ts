/** Part of Convex's paginationOpts. */
type Page = {
  numItems: number;
  cursor: string | null;
  endCursor?: string | null;
};

/** The requested page, cut to `most` rows. Convex throws at some numbers, and at other limits that are too small. */
export function boundedPage(
  { numItems, cursor, endCursor = null }: Page,
  most: number,
): Page {
  const count = Math.min(Math.max(1, Math.trunc(numItems) || 1), most);
  return { numItems: count, cursor, endCursor };
}
