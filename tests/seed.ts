/**
 * The seed of all random choices in tests. It is the same in every run, so a failure can be repeated. `npm run faults`
 * draws a new one and prints it; `SEED=… npm run faults` repeats that run.
 */

/** The same numbers for the same seed. */
export const SEED = Number(process.env["SEED"] ?? 20_261_127);

/** @returns a whole number, 0 <= result < `below` */
export type Pick = (below: number) => number;

/** Mulberry32. */
export function seeded(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}

/** Draws from the seed of the run. */
export const pick: Pick = seeded(SEED);

/** In place of Math.random(): 0 <= result < 1. */
export const chance = (): number => pick(2 ** 32) / 2 ** 32;
