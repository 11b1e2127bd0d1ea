/** The mean wait so far of the people waiting now. Minutes with one decimal, for those who joined on `today`. */
export function averageWaitMinutes(
  waitingDays: readonly { day: string; count: number; joinedAtSum: number }[],
  today: string,
  now: number,
): number | null {
  let [count, joinedAtSum] = [0, 0];
  for (const entry of waitingDays) {
    if (entry.day !== today) continue;
    count += entry.count;
    joinedAtSum += entry.joinedAtSum;
  }
  if (count === 0) return null;
  const meanMs = Math.max(0, now - joinedAtSum / count);
  return Math.round(meanMs / 6_000) / 10;
}
