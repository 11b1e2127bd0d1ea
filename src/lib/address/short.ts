/** Paths of short addresses, `/j/…` (product.md F8). People may type capitals. */
export const shortPath = /^\/j(\/|$)/i;
