/** Everything that waits to be sent, and an end of the waiting. Only in the fault tests' copy of the product. */
import {
  internalMutationGeneric,
  internalQueryGeneric,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalQuery: QueryBuilder<DataModel, "internal"> = internalQueryGeneric;
const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;

export const all = internalQuery({
  args: {},
  returns: v.any(),
  handler: async ({ db }) => {
    const now = Date.now();
    const jobs = await db.system.query("_scheduled_functions").collect();
    return {
      due: jobs.filter(
        ({ state: { kind }, scheduledTime }) =>
          kind === "inProgress" || (kind === "pending" && scheduledTime <= now),
      ).length,
      tickets: await db.query("tickets").collect(),
      mails: await db.query("mails").collect(),
      texts: await db.query("smsMessages").collect(),
      alerts: await db.query("alerts").collect(),
      steps: await db.query("alertSteps").collect(),
      events: await db.query("calendarEvents").collect(),
    };
  },
});

/** Makes work that was in progress when the server ended look ten minutes old. */
export const passTime = internalMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    const at = Date.now() - 10 * 60_000;
    for await (const { _id, state } of db.query("mails"))
      if (state === "sending") await db.patch("mails", _id, { nextAt: at });
    for await (const { _id, state } of db.query("smsMessages"))
      if (state === "sending") await db.patch("smsMessages", _id, { at });
    for await (const { _id, state } of db.query("alertSteps"))
      if (state === "tried") await db.patch("alertSteps", _id, { at });
    for await (const { _id } of db.query("calendarConnections"))
      await db.patch("calendarConnections", _id, { writingUntil: 0 });
    return null;
  },
});
