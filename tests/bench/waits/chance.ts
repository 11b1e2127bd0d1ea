/** Repeatable random numbers for simulated days: the same seed gives the same day on every machine. */

/** Numbers in [0, 1), and values made from them. */
export type Chance = {
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly happens: (probability: number) => boolean;
  /** Log-normal with this mean and coefficient of variation. */
  readonly around: (mean: number, cv: number) => number;
  /** Minutes to the next event, at `perHour` events an hour. */
  readonly gapMinutes: (perHour: number) => number;
};

/** mulberry32. */
export function chanceFrom(seed: number): Chance {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    happens: (probability) => next() < probability,
    around: (mean, cv) => {
      const variance = Math.log(1 + cv * cv);
      return mean * Math.exp(Math.sqrt(variance) * normal() - variance / 2);
    },
    gapMinutes: (perHour) => (-Math.log(1 - next()) * 60) / perHour,
  };
}
