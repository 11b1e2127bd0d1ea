/** Interleaved measuring: A B C, A B C, … so that a slow minute of the machine affects all sides alike. */

/** Runs each side once per round, `rounds` times, one after the other; returns the results by side in order of rounds. */
export async function interleave<Side extends string, Result>(
  rounds: number,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, Result[]>> {
  const results = {} as Record<Side, Result[]>;
  const names = Object.keys(sides) as Side[];
  for (const name of names) results[name] = [];
  for (let round = 0; round < rounds; round++)
    for (const name of names) results[name].push(await sides[name]());
  return results;
}
