/** Answers by request key: a double click or a retry has one effect and one answer. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ActedOrRefused } from "../model/answers";
import { appError } from "../model/errors";

const MAX_KEY = 100;

/**
 * The answer already given to this key, or null.
 * @throws invalidInput for an empty or overlong key
 */
export async function answered(
  ctx: MutationCtx,
  queueId: Id<"queues">,
  key: string,
): Promise<ActedOrRefused | null> {
  if (key === "" || key.length > MAX_KEY) throw appError("invalidInput");
  const row = await ctx.db
    .query("deskRequests")
    .withIndex("by_queueId_and_key", (q) =>
      q.eq("queueId", queueId).eq("key", key),
    )
    .unique();
  return row?.answer ?? null;
}

/** Keeps an answer for its key and gives it back. */
export async function remember(
  ctx: MutationCtx,
  queueId: Id<"queues">,
  key: string,
  answer: ActedOrRefused,
  now: number,
): Promise<ActedOrRefused> {
  await ctx.db.insert("deskRequests", { queueId, key, answer, at: now });
  return answer;
}
