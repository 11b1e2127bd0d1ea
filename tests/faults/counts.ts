/** How often things are tried: short in `npm test`, at full length with FAULTS=full (`npm run faults`). */

const full = process.env["FAULTS"] === "full";

/** The short count, or the full one when that was asked for. */
export function times(short: number, long: number): number {
  return full ? long : short;
}
