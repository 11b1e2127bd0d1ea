/** The system tables of the scheduler. deploy/ creates them with all other system tables. */
import type { CatalogTarget } from "../storage/storage-types.ts";

/** Visible to functions through `db.system`, with only the backend's fields. */
export const SCHEDULED_FUNCTIONS = "_scheduled_functions";
/** By state and time: pending jobs in due order, and jobs in progress. */
export const BY_STATE = "by_state";
/** By time of completion, for the clean-up. */
export const BY_COMPLETION = "by_completion";

/** One row per cron of the deployment: its specification, its next time, whether its action is running. */
export const CRON_JOBS = "_cron_jobs";
export const BY_NEXT_RUN = "by_next_run";

/** For each component and the app. */
export const COMPONENT_TABLES: CatalogTarget["tables"] = [
  {
    name: SCHEDULED_FUNCTIONS,
    indexes: [
      { name: BY_STATE, fields: ["state.kind", "scheduledTime"] },
      { name: BY_COMPLETION, fields: ["completedTime"] },
    ],
  },
];

export const SCHEDULER_TABLES: CatalogTarget["tables"] = [
  ...COMPONENT_TABLES,
  {
    name: CRON_JOBS,
    indexes: [{ name: BY_NEXT_RUN, fields: ["nextRun"] }],
  },
];
