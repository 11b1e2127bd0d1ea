/** Scheduled jobs: a list without logic. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
import { minuteJobNames } from "./upkeep/data/jobs";

const crons = cronJobs();

const { run } = internal.upkeep.maintenance;
const { sample } = internal.admin.platform;
const jobs = [...minuteJobNames];

crons.interval("queue maintenance", { minutes: 5 }, run, {});
crons.interval("note how long people wait", { minutes: 1 }, run, { jobs });
crons.interval("count the whole platform", { minutes: 1 }, sample, {});

// At an hour with few payments, and not on the full hour, when most jobs run.
crons.daily(
  "look at every subscription",
  { hourUTC: 3, minuteUTC: 17 },
  internal.billing.payments.reconcile,
  {},
);

export default crons;
