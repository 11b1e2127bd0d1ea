/** Completes the first-run wizard: writes the profile and the first queue, or neither. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { cleanText } from "../../base/rules/names";
import { checkProfile, type Profile } from "../../business/rules/profile";
import { phoneOf } from "../../business/data/businesses";
import { listInDirectory } from "../../business/data/directory";
import { createQueue, listQueues } from "../../queue/data/queues";

/** Creates a queue only for a name, and only if there is none, so it is safe to repeat. Returns the queue to try. @throws phoneInvalid */
export async function completeSetup(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { profile, firstQueue }: { profile: Profile; firstQueue: string | null },
  now: number,
) {
  const phone = phoneOf(business, profile.phone, business.country);
  const checked = checkProfile({ ...profile, phone });
  if (!checked.ok) return checked;
  const [existing] = await listQueues(ctx, business._id);
  let queueId: Id<"queues"> | null = existing?._id ?? null;
  if (queueId === null && cleanText(firstQueue) !== null) {
    const made = await createQueue(ctx, business, firstQueue ?? "", null, now);
    if (!made.ok) return made;
    queueId = made.queueId;
  }
  const setupCompletedAt = business.setupCompletedAt ?? now;
  const patch = { ...checked.profile, setupCompletedAt };
  await ctx.db.patch("businesses", business._id, patch);
  await listInDirectory(ctx, business._id);
  return { ok: true as const, queueId };
}
