/** Statistics of samples. */

/** The middle value; the mean of the two middle ones when the count is even. @throws Error without samples. */
export const median = (samples: readonly number[]) => percentile(samples, 50);

/** Linear interpolation between the two nearest ranks. @throws Error without samples. */
export function percentile(samples: readonly number[], percent: number) {
  if (samples.length === 0) throw new Error("No samples.");
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = (percent / 100) * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? NaN;
  const high = sorted[Math.ceil(rank)] ?? NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}
