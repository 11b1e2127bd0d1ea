/** One business in full, for platform admins. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { directoryAnswer } from "../../business/rules/directory";
import { shopClockOf } from "../../base/rules/clock";
import { shopClockFields } from "../../base/rules/clockValidators";
import { must } from "../../base/rules/errors";
import { planValidator } from "../../base/rules/planValidators";
import { directoryRow } from "../../business/data/directory";
import { membersOf } from "../../business/data/members";
import { shown } from "./directoryPages";
import { countQueues, queueCounts } from "./directoryQueues";
import { listQueues } from "../../queue/data/queues";
import { subscriptionOf } from "../../billing/data/subscriptions";
import { rowBy } from "../../base/data/rowBy";
import { roleValidator } from "../../business/rules/validators";

export const businessInFullAnswer = v.object({
  ...directoryAnswer.fields,
  phone: v.nullable(v.string()),
  ...shopClockFields,
  setupCompletedAt: v.nullable(v.number()),
  owner: v.object({ userId: v.id("users"), email: v.string() }),
  queues: queueCounts,
  /** Who works there; the owner once they have a name. */
  people: v.array(
    v.object({
      personId: v.id("users"),
      name: v.string(),
      role: roleValidator,
      since: v.number(),
    }),
  ),
  /** Its account has ended: how many rows are deleted so far, and since when. */
  erasure: v.nullable(
    v.object({
      rows: v.number(),
      startedAt: v.number(),
      state: v.literal("deleting"),
    }),
  ),
  subscription: v.object({
    grantedPlan: v.nullable(planValidator),
    cancelAt: v.nullable(v.number()),
    graceEndsAt: v.nullable(v.number()),
  }),
});

/** Null for an unknown business, or after its last rows are deleted. */
export async function businessInFull(
  ctx: QueryCtx,
  businessId: string,
): Promise<Infer<typeof businessInFullAnswer> | null> {
  const id = ctx.db.normalizeId("businesses", businessId);
  const row = id && (await directoryRow(ctx, id));
  if (row === null) return null;
  const business = must(
    await ctx.db.get("businesses", row.businessId),
    "business in the directory",
  );
  const subscription = await subscriptionOf(ctx, business._id);
  const { grantedPlan, cancelAt, graceEndsAt } = subscription ?? {};
  return {
    ...shown(row),
    phone: business.phone,
    ...shopClockOf(business),
    setupCompletedAt: business.setupCompletedAt ?? null,
    owner: { userId: row.userId, email: row.email },
    queues: countQueues(await listQueues(ctx, business._id)),
    people: (await membersOf(ctx, business._id)).map(
      ({ userId: personId, name, role, _creationTime: since }) => ({
        ...{ personId, name, role, since },
      }),
    ),
    erasure: await erasureOf(ctx, business._id),
    subscription: {
      grantedPlan: grantedPlan ?? null,
      cancelAt: cancelAt ?? null,
      graceEndsAt: graceEndsAt ?? null,
    },
  };
}

async function erasureOf(ctx: QueryCtx, businessId: Id<"businesses">) {
  const erasure = await rowBy("erasures", "businessId")(ctx, businessId);
  if (erasure === null) return null;
  const { rows = 0, _creationTime: startedAt } = erasure;
  return { rows, startedAt, state: "deleting" as const };
}
