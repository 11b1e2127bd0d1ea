/** Chance from a seed. */

/** 0 <= result < `below`, a whole number. */
export type Pick = (below: number) => number;

/** The same numbers for the same seed. Mulberry32. */
export function seeded(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}
