/** The regular cleaning: forgotten tickets, old answers, full buckets, ended sessions. And what may have been cut off: alarms, deletions of accounts, e-mails; and businesses from before there was a directory. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { keepCalendars } from "./data/calendarUpkeep";
import { listOlder } from "./data/directory";
import { resumeErasures } from "./data/erase";
import { endExports } from "./data/exports";
import { setLostAlarms } from "./data/lostAlarms";
import { cleanUp } from "./data/maintenance";
import { resumeMails } from "./data/mailOutbox";
import { internalMutation } from "./functions";

/** Before it comes by the clock again: a second row of runs beside this one would take the pauses away. */
const MOST_MS = 4 * 60_000;

/** One bounded batch; runs again while a batch was full, until then at the latest. Safe to run at any time, any number of times. */
export const run = internalMutation({
  args: { until: v.optional(v.number()) },
  returns: v.object({ expired: v.number(), more: v.boolean() }),
  handler: async (ctx, { until: given }) => {
    const now = Date.now();
    const until = given ?? now + MOST_MS;
    const { expired, moreIn } = await cleanUp(ctx, now);
    await setLostAlarms(ctx, now);
    await resumeErasures(ctx, now);
    await endExports(ctx, now);
    await keepCalendars(ctx, now);
    await resumeMails(ctx, now);
    const next = (await listOlder(ctx)) ? 0 : moreIn;
    if (next !== null && now + next < until) {
      await ctx.scheduler.runAfter(next, internal.maintenance.run, { until });
    }
    return { expired, more: next !== null };
  },
});
