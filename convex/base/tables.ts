/** The tables of base/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const baseTables = {
  // Token buckets of the anonymous entrances: written with each join and
  // sign-in. Deleted when full again.
  rateLimits: defineTable({
    key: v.string(),
    tokens: v.number(),
    at: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_at", ["at"]),

  // Where a job of the maintenance stands: one row each, written with its
  // steps (data/job.ts); none for a job that never had anything to do.
  upkeep: defineTable({
    job: v.string(),
    /** The pass under way: what was due at `at`, from `cursor` on. Null: none is. */
    pass: v.nullable(
      v.object({
        at: v.number(),
        cursor: v.nullable(v.string()),
        /** Rows seen in it have more to do: another pass follows at once. */
        again: v.boolean(),
      }),
    ),
    /** The last step. */
    steppedAt: v.number(),
    /** The next pass does not begin before. */
    nextAt: v.number(),
    /** How many rows the next step takes: halved when a step fails or has no room, doubled when one succeeds. */
    rows: v.number(),
    /** Passes in a row that could not go on. */
    failures: v.number(),
  })
    .index("by_job", ["job"])
    .index("by_failures", ["failures"]),

  // Rows that a job has failed with and passed over: one each. Written when
  // that happens; deleted when the row succeeds, or is not due any more.
  upkeepPassed: defineTable({
    job: v.string(),
    /** The row's id. */
    key: v.string(),
    failures: v.number(),
    /** It is tried again from then on. */
    nextAt: v.number(),
  })
    .index("by_job_and_key", ["job", "key"])
    .index("by_job_and_nextAt", ["job", "nextAt"]),
};
