/** How much of a list one call reads. */

/** The page that was asked for (Convex's paginationOpts), with at most `most` rows: the caller names the number. */
export function boundedPage<Page extends { numItems: number }>(
  asked: Page,
  most: number,
): Page {
  const numItems = Math.min(Math.max(1, Math.trunc(asked.numItems)), most);
  return { ...asked, numItems };
}
