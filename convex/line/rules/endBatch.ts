/** How many people are ended at once, and what follows for taking a reset back. */

/** Tickets ended in one transaction: two writes each stay well under a transaction's limits. */
export const END_BATCH = 1_000;

/** Whoever was ended in several batches cannot be brought back (product.md D5). @param people how many the queue had */
export const canUndoReset = (people: number) => people <= END_BATCH;
