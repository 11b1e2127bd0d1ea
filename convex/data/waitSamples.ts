/** Rows of the waits noted once a minute: for queues in which somebody waits, or has waited within the hour. What a sample is, is model/waitSamples.ts. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { maxQueues } from "../model/plans";
import { dayKey } from "../model/timezones";
import {
  MINUTE_MS,
  sampleOf,
  SAMPLES_KEPT,
  summedSamples,
  withSample,
  type WaitSample,
} from "../model/waitSamples";
import { businessOf } from "./businesses";
import { findLine } from "./lines";

/** Queues noted in one transaction; few, because every join writes to what it reads. */
const BATCH = 25;

/** How far the noting of one minute has come: first where somebody waits, then where nobody does any more. */
export const samplingValidator = v.object({
  at: v.number(),
  emptied: v.boolean(),
  cursor: v.nullable(v.string()),
});
type Sampling = Infer<typeof samplingValidator>;

/** Notes the next queues. Gives what is left to do, or null. Safe to repeat. */
export async function sampleBatch(
  ctx: MutationCtx,
  step: Sampling,
): Promise<Sampling | null> {
  const page = { cursor: step.cursor, numItems: BATCH };
  const next = step.emptied
    ? await sampleEmptied(ctx, step.at, page)
    : await sampleWaiting(ctx, step.at, page);
  if (!next.isDone) return { ...step, cursor: next.continueCursor };
  return step.emptied ? null : { ...step, emptied: true, cursor: null };
}

/** The samples of one queue, or of all of a business's together; the oldest first. */
export async function waitSamples(
  ctx: Pick<QueryCtx, "db">,
  businessId: Id<"businesses">,
  queueId: Id<"queues"> | null,
): Promise<WaitSample[]> {
  if (queueId !== null) return (await rowOf(ctx, queueId))?.samples ?? [];
  const rows = await ctx.db
    .query("waitSamples")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .take(maxQueues);
  return summedSamples(rows.map(({ samples }) => samples));
}

/** For a queue that is deleted. */
export async function forgetSamples(
  ctx: MutationCtx,
  queueId: Id<"queues">,
): Promise<void> {
  const row = await rowOf(ctx, queueId);
  if (row !== null) await ctx.db.delete("waitSamples", row._id);
}

/** The samples of a queue that has none yet. For the demo. */
export async function plantSamples(
  ctx: MutationCtx,
  { queueId, businessId }: Doc<"lines">,
  samples: WaitSample[],
): Promise<void> {
  const lastWaitingAt = samples.at(-1)?.at ?? 0;
  const row = { queueId, businessId, samples, lastWaitingAt };
  await ctx.db.insert("waitSamples", row);
}

type Page = { cursor: string | null; numItems: number };

async function sampleWaiting(ctx: MutationCtx, at: number, page: Page) {
  const found = await ctx.db
    .query("lines")
    .withIndex("by_waitingCount", (q) => q.gt("state.waitingCount", 0))
    .paginate(page);
  for (const line of found.page) {
    await save(ctx, line, await rowOf(ctx, line.queueId), at);
  }
  return found;
}

async function sampleEmptied(ctx: MutationCtx, at: number, page: Page) {
  const found = await ctx.db
    .query("waitSamples")
    .withIndex("by_lastWaitingAt", (q) =>
      q
        .gt("lastWaitingAt", at - SAMPLES_KEPT * MINUTE_MS)
        .lt("lastWaitingAt", at),
    )
    .paginate(page);
  for (const row of found.page) {
    const line = await findLine(ctx, row.queueId);
    if (line !== null) await save(ctx, line, row, at);
  }
  return found;
}

async function save(
  ctx: MutationCtx,
  line: Doc<"lines">,
  row: Doc<"waitSamples"> | null,
  at: number,
): Promise<void> {
  const { queueId, businessId, state } = line;
  const { timezone } = await businessOf(ctx, line);
  const sample = sampleOf(state.waitingDays, dayKey(at, timezone), at);
  const samples = withSample(row?.samples ?? [], sample);
  if (row === null) {
    const first = { queueId, businessId, samples, lastWaitingAt: at };
    await ctx.db.insert("waitSamples", first);
    return;
  }
  const lastWaitingAt = state.waitingCount > 0 ? at : row.lastWaitingAt;
  await ctx.db.patch("waitSamples", row._id, { samples, lastWaitingAt });
}

async function rowOf(
  ctx: Pick<QueryCtx, "db">,
  queueId: Id<"queues">,
): Promise<Doc<"waitSamples"> | null> {
  return await ctx.db
    .query("waitSamples")
    .withIndex("by_queueId", (q) => q.eq("queueId", queueId))
    .unique();
}
