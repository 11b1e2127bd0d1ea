/** The chart's points, from the server's samples (product.md W13). */
import {
  MINUTE_MS,
  SAMPLES_KEPT,
  type WaitSample,
} from "../../../convex/queue/rules/waitSamples";

export type Point = { at: number; minutes: number };

/** Drops samples from before the last hour: the server takes none while the queue is empty. */
export function pointsOf(samples: readonly WaitSample[], now: number): Point[] {
  const since = now - (SAMPLES_KEPT + 1) * MINUTE_MS;
  return samples
    .filter(({ at }) => at > since)
    .map(({ at, count, waitMsSum }) => ({
      at,
      minutes:
        count === 0 ? 0 : Math.round((waitMsSum / count / MINUTE_MS) * 10) / 10,
    }));
}

/** The highest; among equals the earliest. @throws Error without points */
export function highest(points: readonly Point[]): Point {
  return points.reduce((most, point) =>
    point.minutes > most.minutes ? point : most,
  );
}
