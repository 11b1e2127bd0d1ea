/** Completes the first-run wizard: writes the profile and the first queue, or neither. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { cleanText } from "../../base/rules/names";
import { checkProfile, type Profile } from "../../business/rules/profile";
import { finishSetup } from "../../business/data/businesses";
import { createQueue, listQueues } from "../../queue/data/queues";

/** Creates a queue only for a name, and only if there is none, so it is safe to repeat. Returns the queue to try. */
export async function completeSetup(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { profile, firstQueue }: { profile: Profile; firstQueue: string | null },
  now: number,
) {
  const checked = checkProfile(profile);
  if (!checked.ok) return checked;
  const [existing] = await listQueues(ctx, business._id);
  let queueId: Id<"queues"> | null = existing?._id ?? null;
  if (queueId === null && cleanText(firstQueue) !== null) {
    const made = await createQueue(ctx, business, firstQueue ?? "", null, now);
    if (!made.ok) return made;
    queueId = made.queueId;
  }
  await finishSetup(ctx, business, profile, now);
  return { ok: true as const, queueId };
}
