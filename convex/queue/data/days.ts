/** Rows of daily sums. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { emptyDay, type DayCounts } from "../rules/days";
import { noCounts, type PersonCounts } from "../rules/personDays";

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
  if (row === null) {
    const counts = change(emptyDay());
    await ctx.db.insert("queueDays", { queueId, businessId, day, counts });
  } else {
    await ctx.db.patch("queueDays", row._id, { counts: change(row.counts) });
  }
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
  if (row === null) {
    const counts = change(noCounts());
    await ctx.db.insert("personDays", { userId, businessId, day, counts });
  } else {
    await ctx.db.patch("personDays", row._id, { counts: change(row.counts) });
  }
}

export async function dayOf(
  ctx: Pick<QueryCtx, "db">,
  queueId: Id<"queues">,
  day: string,
): Promise<Doc<"queueDays"> | null> {
  return await ctx.db
    .query("queueDays")
    .withIndex("by_queueId_and_day", (q) =>
      q.eq("queueId", queueId).eq("day", day),
    )
    .unique();
}

/** The last day on which something happened in the queue. */
export async function latestDay(
  ctx: Pick<QueryCtx, "db">,
  queueId: Id<"queues">,
): Promise<Doc<"queueDays"> | null> {
  return await ctx.db
    .query("queueDays")
    .withIndex("by_queueId_and_day", (q) => q.eq("queueId", queueId))
    .order("desc")
    .first();
}
