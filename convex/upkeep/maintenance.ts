/** Regular cleanup and resuming after crashes: the jobs of data/jobs.ts, a step of each in turn. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { giveUp, passOver, takeFewer, takeStep } from "../base/data/jobSteps";
import { jobNames, jobOf } from "./data/jobs";
import { failingJobs } from "./data/operations";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { failingJob, type FailingJob } from "../base/rules/job";

/** Works for a second and rests for a second, so that cleaning years of data does not block the shops. */
const BUSY_MS = 1_000;
const REST_MS = 1_000;
/** Characters of an error that are logged. */
const ERROR_LENGTH = 256;

/** Steps of these jobs, or of all, until none has more. @throws with the failing jobs' names, at the end */
export const run = internalAction({
  args: {
    jobs: v.optional(v.array(v.string())),
    /** Set when this run continues an earlier one. */
    goesOn: v.optional(v.boolean()),
  },
  returns: v.object({ more: v.boolean() }),
  handler: async (ctx, { jobs = [...jobNames], goesOn = false }) => {
    const begun = Date.now();
    let left = jobs;
    let isFirst = !goesOn;
    // Absolute value, so that a clock that is set back also ends the second.
    while (left.length > 0 && Math.abs(Date.now() - begun) < BUSY_MS) {
      const more: string[] = [];
      for (const job of left) {
        if (await stepOf(ctx, job, isFirst)) more.push(job);
      }
      left = more;
      isFirst = false;
    }
    if (left.length > 0) {
      const args = { jobs: left, goesOn: true };
      await ctx.scheduler.runAfter(
        REST_MS,
        internal.upkeep.maintenance.run,
        args,
      );
    }
    const failing: FailingJob[] = await ctx.runQuery(
      internal.upkeep.maintenance.failing,
      {},
    );
    if (failing.length > 0 && !goesOn) {
      const names = failing.map(({ job, rows }) => `${job} (${rows})`);
      throw new Error(
        `Maintenance is failing in part; job (rows skipped): ${names.join(", ")}`,
      );
    }
    return { more: left.length > 0 };
  },
});

/** One step, and the handling of its failure. A failing job does not stop the others. */
async function stepOf(ctx: ActionCtx, job: string, isFirst: boolean) {
  const { maintenance } = internal.upkeep;
  try {
    return await ctx.runMutation(maintenance.step, { job, isFirst });
  } catch (error) {
    note(job, error);
  }
  if (await ctx.runMutation(maintenance.fewer, { job })) return true;
  try {
    return await ctx.runMutation(maintenance.pass, { job });
  } catch (error) {
    note(job, error);
  }
  await ctx.runMutation(maintenance.end, { job });
  return false;
}

function note(job: string, error: unknown): void {
  const told = String(error).slice(0, ERROR_LENGTH);
  // eslint-disable-next-line no-console -- operators read in the log what failed
  console.error(`maintenance ${job}: ${told}`);
}

/** Takes the next step of a job. Returns whether there is more. */
export const step = internalMutation({
  args: { job: v.string(), isFirst: v.boolean() },
  returns: v.boolean(),
  handler: async (ctx, { job: name, isFirst }) => {
    const job = jobOf(name);
    if (job === undefined) return false;
    return await takeStep(ctx, name, job, isFirst, Date.now());
  },
});

const afterFailure = (act: typeof takeFewer) =>
  internalMutation({
    args: { job: v.string() },
    returns: v.boolean(),
    handler: async (ctx, { job: name }) => {
      const job = jobOf(name);
      return job !== undefined && (await act(ctx, name, job, Date.now()));
    },
  });

/** The next step takes fewer rows. False if it had only one. */
export const fewer = afterFailure(takeFewer);
/** The step was of one row: passes it over. Returns whether there is more. */
export const pass = afterFailure(passOver);
/** Gives the job up until later. */
export const end = afterFailure(giveUp);

export const failing = internalQuery({
  args: {},
  returns: v.array(failingJob),
  handler: async (ctx) => await failingJobs(ctx),
});
