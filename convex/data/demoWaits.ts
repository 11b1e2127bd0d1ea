/** The chart of the demo: the waits of the last hour, as if the cron had noted them. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { samplesOf } from "../model/waitSamples";
import { lineOf } from "./lines";

/** More than are planted in a queue for today. */
const MOST = 20;

/** After the people of today have been planted. */
export async function plantWaits(
  ctx: MutationCtx,
  { _id: queueId, businessId }: Doc<"queues">,
  now: number,
): Promise<void> {
  const { generation } = (await lineOf(ctx, queueId)).state;
  const tickets = await ctx.db
    .query("tickets")
    .withIndex("by_slot", (q) =>
      q
        .eq("queueId", queueId)
        .eq("generation", generation)
        .eq("state.slot.start", undefined),
    )
    .take(MOST);
  const visits = tickets.map(({ joinedAt, state }) => ({
    joinedAt,
    calledAt: state.firstCalledAt,
  }));
  const samples = samplesOf(visits, now);
  const lastWaitingAt = samples.findLast(({ count }) => count > 0)?.at ?? 0;
  await ctx.db.insert("waitSamples", {
    queueId,
    businessId,
    samples,
    lastWaitingAt,
  });
}
