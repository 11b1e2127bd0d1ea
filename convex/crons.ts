/** What runs by the clock: a list, no logic. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "queue maintenance",
  { minutes: 5 },
  internal.maintenance.run,
  {},
);

export default crons;
