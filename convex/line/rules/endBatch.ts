/** Tickets ended in one transaction. Two writes each stay well under its limits. */
export const END_BATCH = 1_000;

/** A reset that took several batches cannot be undone (product.md D5). @param people how many the queue had */
export const canUndoReset = (people: number) => people <= END_BATCH;
