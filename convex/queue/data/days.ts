/** Rows of daily sums. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { emptyDay, type DayCounts } from "../rules/days";
import { noCounts, type PersonCounts } from "../rules/personDays";
import { newestBy, rowBy, type Reader } from "../../base/data/rowBy";

type Queue = { queueId: Id<"queues">; businessId: Id<"businesses"> };
type Person = { userId: Id<"users">; businessId: Id<"businesses"> };

/** Changes one day's sums, creating its row if needed. */
export async function changeDay(
  ctx: MutationCtx,
  { queueId, businessId }: Queue,
  day: string,
  change: (counts: DayCounts) => DayCounts,
): Promise<void> {
  const row = await dayOf(ctx, queueId, day);
  const counts = change(row?.counts ?? emptyDay());
  if (row !== null) await ctx.db.patch("queueDays", row._id, { counts });
  else await ctx.db.insert("queueDays", { queueId, businessId, day, counts });
}

/** The same for one person of the team. */
export async function changePersonDay(
  ctx: MutationCtx,
  { userId, businessId }: Person,
  day: string,
  change: (counts: PersonCounts) => PersonCounts,
): Promise<void> {
  const row = await ctx.db
    .query("personDays")
    .withIndex("by_person_and_day", (q) =>
      q.eq("businessId", businessId).eq("userId", userId).eq("day", day),
    )
    .unique();
  const counts = change(row?.counts ?? noCounts());
  if (row !== null) await ctx.db.patch("personDays", row._id, { counts });
  else await ctx.db.insert("personDays", { userId, businessId, day, counts });
}

export const dayOf = rowBy("queueDays", "queueId_and_day");

/** The last day on which something happened in the queue. */
export async function latestDay(ctx: Reader, queueId: Id<"queues">) {
  return (await newestDays(ctx, queueId))[0] ?? null;
}

const newestDays = newestBy("queueDays", "queueId_and_day", 1);
