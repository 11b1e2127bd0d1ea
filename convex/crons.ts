/** Scheduled jobs: a list without logic. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { minuteJobNames } from "./upkeep/data/jobs";

const crons = cronJobs();

crons.interval(
  "queue maintenance",
  { minutes: 5 },
  internal.upkeep.maintenance.run,
  {},
);

crons.interval(
  "note how long people wait",
  { minutes: 1 },
  internal.upkeep.maintenance.run,
  { jobs: [...minuteJobNames] },
);

crons.interval(
  "count the whole platform",
  { minutes: 1 },
  internal.admin.platform.sample,
  {},
);

// At an hour with few payments, and not on the full hour, when most jobs run.
crons.daily(
  "look at every subscription",
  { hourUTC: 3, minuteUTC: 17 },
  internal.billing.payments.reconcile,
  {},
);

export default crons;
