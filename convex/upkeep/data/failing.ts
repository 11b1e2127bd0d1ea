/** Maintenance jobs that fail, for admins and the log. */
import type { QueryCtx } from "../../_generated/server";
import { MOST } from "../rules/operations";
import type { FailingJob } from "../../base/rules/job";
import { jobOf } from "./jobs";

/** The jobs that are stuck and those that pass rows over, with up to MOST rows each. */
export async function failingJobs(ctx: Pick<QueryCtx, "db">) {
  const found = new Map<string, FailingJob>();
  const stuck = await ctx.db
    .query("upkeep")
    .withIndex("by_failures", (q) => q.gt("failures", 0))
    .take(MOST);
  for (const { job, failures } of stuck) {
    found.set(job, { job, failures, rows: 0 });
  }
  // Jumps from one job with such rows to the next.
  for (let after = ""; found.size < MOST;) {
    const first = await ctx.db
      .query("upkeepPassed")
      .withIndex("by_job_and_key", (q) => q.gt("job", after))
      .first();
    if (first === null) break;
    after = first.job;
    const rows = await ctx.db
      .query("upkeepPassed")
      .withIndex("by_job_and_key", (q) => q.eq("job", first.job))
      .take(MOST);
    const failures = found.get(after)?.failures ?? 0;
    found.set(after, { job: after, failures, rows: rows.length });
  }
  // Jobs of other versions do not run here.
  return [...found.values()].filter(({ job }) => jobOf(job) !== undefined);
}
