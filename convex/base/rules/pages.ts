/** The requested page (Convex's paginationOpts), cut to `most` rows. */
export function boundedPage<Page extends { numItems: number }>(
  asked: Page,
  most: number,
): Page {
  const numItems = Math.min(Math.max(1, Math.trunc(asked.numItems)), most);
  return { ...asked, numItems };
}
