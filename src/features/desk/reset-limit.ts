/** How many people a reset may end and still be taken back. */

/** More at once cannot be brought back (product.md D5). */
export const canUndoReset = (people: number) => people <= 1_000;
