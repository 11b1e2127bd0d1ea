/** The tables of base/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const baseTables = {
  // Token buckets: written with each join, sign-in and other limited call. Deleted when full again.
  rateLimits: defineTable({
    key: v.string(),
    tokens: v.number(),
    at: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_at", ["at"]),

  // The progress of a maintenance job: one row each, written with its steps (data/job.ts).
  upkeep: defineTable({
    job: v.string(),
    /** The pass in progress: what was due at `at`, from `cursor` on. Null: none. */
    pass: v.nullable(
      v.object({
        at: v.number(),
        cursor: v.nullable(v.string()),
        /** Some rows of this pass have more to do: another pass follows at once. */
        again: v.boolean(),
      }),
    ),
    steppedAt: v.number(),
    /** The next pass does not begin before this. */
    nextAt: v.number(),
    /** Rows of the next step: halved when a step fails or has no room, doubled when it succeeds. */
    rows: v.number(),
    /** Consecutive passes that could not continue. */
    failures: v.number(),
  })
    .index("by_job", ["job"])
    .index("by_failures", ["failures"]),

  // Rows that a job failed with and skipped. Deleted when the row succeeds or is no longer due.
  upkeepPassed: defineTable({
    job: v.string(),
    /** The row's id. */
    key: v.string(),
    failures: v.number(),
    /** The time of the next try. */
    nextAt: v.number(),
  })
    .index("by_job_and_key", ["job", "key"])
    .index("by_job_and_nextAt", ["job", "nextAt"]),
};
