/**
 * Chooses the due jobs to start: the earliest first, but of one function only half as many as run at once while jobs of
 * others are due. So a caller who causes many slow jobs of one function does not hold up everything else.
 */
import type { Job } from "./pending-jobs.ts";

/** Due jobs that are passed over in search of another function's, and how many at most once per interval, in ms. */
const NEAR = 16;
const FAR = 1000;
const INTERVAL = 100;

export type Choice = {
  readonly start: readonly Job[];
  /** When the next job is due, if the search went that far. */
  readonly nextAt: number | null;
};

export class JobChoice {
  readonly #most: number;
  #lookedFar = -Infinity;

  /** @param most jobs that run at once */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param pending the earliest due first
   * @param running names of the functions of running jobs
   * @param isUnderWay whether a pending job has begun already
   */
  choose(
    pending: Iterable<Job>,
    running: readonly string[],
    isUnderWay: (job: Job) => boolean,
    now: number,
  ): Choice {
    const room = this.#most - running.length;
    const names = [...running];
    const start: Job[] = [];
    const passed: Job[] = [];
    // The clock may have been set back.
    const isSoon = Math.abs(now - this.#lookedFar) < INTERVAL;
    const limit = isSoon ? NEAR : FAR;
    let nextAt: number | null = null;
    for (const job of pending) {
      if (start.length >= room || passed.length === limit) break;
      if (job.scheduledTime > now) {
        nextAt = job.scheduledTime;
        break;
      }
      if (isUnderWay(job)) continue;
      const its = names.filter((name) => name === job.name).length;
      if (its >= this.#most / 2) passed.push(job);
      else {
        names.push(job.name);
        start.push(job);
      }
    }
    if (passed.length > NEAR) this.#lookedFar = now;
    const rest = passed.slice(0, Math.max(0, room - start.length));
    return { start: [...start, ...rest], nextAt };
  }
}
