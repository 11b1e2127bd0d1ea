/** Measures how many writes a second are answered when each writer keeps one in flight. */

export type Writer = () => Promise<unknown>;

/** Keeps one write per writer in flight for `ms`; returns how many were answered, and when the last one was. */
export async function keepInFlight(ms: number, writers: readonly Writer[]) {
  const start = performance.now();
  const end = start + ms;
  let count = 0;
  await Promise.all(
    writers.map(async (write) => {
      while (performance.now() < end) {
        await write();
        count++;
      }
    }),
  );
  return { count, ms: performance.now() - start };
}

/** Warms up with a fifth of the time, then measures. Returns the writes a second of all writers together. */
export async function warmRate(ms: number, writers: readonly Writer[]) {
  await keepInFlight(ms / 5, writers);
  const done = await keepInFlight(ms, writers);
  return (done.count * 1000) / done.ms;
}
