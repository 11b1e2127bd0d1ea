/** The system tables of the scheduler. deploy/ creates them together with those of the others. */
import type { CatalogTarget } from "../storage/storage-types.ts";

/** Visible to functions through `db.system`; nothing is stored in it that the backend does not show. */
export const SCHEDULED_FUNCTIONS = "_scheduled_functions";
/** By state and time: the pending ones in the order they are due, and those in progress. */
export const BY_STATE = "by_state";
/** By time of completion: what the clean-up removes. */
export const BY_COMPLETION = "by_completion";

/** One row per cron of the deployment: its specification, when it is due, whether its action is running. */
export const CRON_JOBS = "_cron_jobs";
export const BY_NEXT_RUN = "by_next_run";

/** Each component has these for itself, as the app has. */
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
