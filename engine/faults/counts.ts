/** How often tests repeat: short in `npm test -- --all`, at full length with FAULTS=full (`npm run faults`). */

/** Whether tests run at full length. */
export const isFull = process.env["FAULTS"] === "full";
/** The short count, or the full one at full length. */
export const times = (short: number, long: number) => (isFull ? long : short);
