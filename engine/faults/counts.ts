/** How often things are tried: short in `npm test -- --all`, at full length with FAULTS=full (`npm run faults`). */

/** Whether everything is tried at full length. */
export const isFull = process.env["FAULTS"] === "full";

/** The short count, or the full one when that was asked for. */
export function times(short: number, long: number): number {
  return isFull ? long : short;
}
