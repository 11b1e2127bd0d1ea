/** The mean wait of a queue, sampled once a minute (product.md W13). */
import type { Infer } from "convex/values";
import type { waitSampleValidator } from "./validators";
import type { WaitingDays } from "./lineState";
import { dayKey } from "../../base/rules/timezones";

export const MINUTE_MS = 60_000;
export const SAMPLES_KEPT = 60;

export type WaitSample = Infer<typeof waitSampleValidator>;

export function minuteOf(now: number): number {
  return now - (now % MINUTE_MS);
}

/** @param today the business day of `at`: only joins on it count (product.md W2) */
export function sampleOf(waitingDays: WaitingDays, today: string, at: number) {
  const found = waitingDays.find(({ day }) => day === today);
  const { count, joinedAtSum } = found ?? { count: 0, joinedAtSum: 0 };
  return { at, count, waitMsSum: Math.max(0, count * at - joinedAtSum) };
}

/** The newest `SAMPLES_KEPT` minutes including this one, which replaces its own minute. */
export function withSample(samples: readonly WaitSample[], sample: WaitSample) {
  const since = sample.at - SAMPLES_KEPT * MINUTE_MS;
  const others = samples.filter(({ at }) => at > since && at < sample.at);
  return [...others, sample];
}

/** The past hour's samples for people called in order of joining; times in ms, oldest first. For the demo. */
export function pastSamples(
  { joins, calls }: { joins: readonly number[]; calls: readonly number[] },
  timezone: string,
  now: number,
): WaitSample[] {
  const minutes = Array.from(
    { length: SAMPLES_KEPT },
    (_, ago) => minuteOf(now) - (SAMPLES_KEPT - ago) * MINUTE_MS,
  );
  return minutes.map((at) => {
    const today = dayKey(at, timezone);
    const waiting = joins
      .slice(calls.filter((called) => called <= at).length)
      .filter((joined) => joined <= at && dayKey(joined, timezone) === today);
    const waitMsSum = waiting.reduce((sum, joined) => sum + at - joined, 0);
    return { at, count: waiting.length, waitMsSum };
  });
}

/** The sums of several queues by minute, oldest first. */
export function summedSamples(ofQueues: readonly (readonly WaitSample[])[]) {
  const sums = new Map<number, WaitSample>();
  for (const { at, count, waitMsSum } of ofQueues.flat()) {
    const sum = sums.get(at) ?? { at, count: 0, waitMsSum: 0 };
    sum.count += count;
    sum.waitMsSum += waitMsSum;
    sums.set(at, sum);
  }
  return [...sums.values()].sort((a, b) => a.at - b.at).slice(-SAMPLES_KEPT);
}
