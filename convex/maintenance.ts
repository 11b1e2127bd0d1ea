/** The regular cleaning: forgotten tickets, old answers, full buckets, ended sessions. And what may have been cut off: alarms, deletions of accounts, e-mails; and businesses from before there was a directory. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { setAlarmsAgain } from "./data/alarms";
import { keepCalendars } from "./data/calendarUpkeep";
import { listOlder } from "./data/directory";
import { resumeErasures } from "./data/erase";
import { endExports } from "./data/exports";
import { cleanUp } from "./data/maintenance";
import { resumeMails } from "./data/mailOutbox";
import { internalMutation } from "./functions";

/** One bounded batch; runs again at once while a batch was full. Safe to run at any time, any number of times. */
export const run = internalMutation({
  args: {},
  returns: v.object({ expired: v.number(), more: v.boolean() }),
  handler: async (ctx) => {
    const now = Date.now();
    const result = await cleanUp(ctx, now);
    await setAlarmsAgain(ctx, now);
    await resumeErasures(ctx, now);
    await endExports(ctx, now);
    await keepCalendars(ctx, now);
    await resumeMails(ctx, now);
    const more = (await listOlder(ctx)) || result.more;
    if (more) {
      await ctx.scheduler.runAfter(0, internal.maintenance.run, {});
    }
    return { ...result, more };
  },
});
