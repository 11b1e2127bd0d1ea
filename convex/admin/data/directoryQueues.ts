/** The queues of one business, for platform admins. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { shopClockOf } from "../../base/rules/clock";
import { shopClockFields } from "../../base/rules/clockValidators";
import { must } from "../../base/rules/errors";
import { waitFactsOf } from "../../queue/rules/lineState";
import { planValidator } from "../../base/rules/planValidators";
import { estimate } from "../../queue/rules/waitEstimate";
import { toldMinutes } from "../../queue/rules/whatIf";
import { findBusiness } from "../../business/data/businesses";
import { linesOfBusiness } from "../../queue/data/lines";
import { listQueues } from "../../queue/data/queues";

/** Shown for every queue; joining does not enforce it. */
const MAX_PARTY = 10;

export const queueCounts = v.object({
  total: v.number(),
  active: v.number(),
  inactive: v.number(),
});

const shopFields = {
  businessId: v.id("businesses"),
  name: v.string(),
  ...shopClockFields,
};

export const queuesOfBusinessAnswer = v.object({
  business: v.object({ ...shopFields, plan: planValidator }),
  counts: queueCounts,
  /** Oldest first. */
  queues: v.array(
    v.object({
      queueId: v.id("queues"),
      name: v.string(),
      description: v.nullable(v.string()),
      isActive: v.boolean(),
      waiting: v.number(),
      /** The wait for a new customer at the last call; null if the estimate has no minutes. */
      waitMinutes: v.nullable(v.number()),
      maxParty: v.number(),
    }),
  ),
});

export const queueInDirectoryAnswer = v.object({
  queueId: v.id("queues"),
  name: v.string(),
  isActive: v.boolean(),
  business: v.object(shopFields),
});

/** Null if the business does not exist. */
export async function queuesOfBusiness(
  ctx: QueryCtx,
  businessId: string,
): Promise<Infer<typeof queuesOfBusinessAnswer> | null> {
  const business = await findBusiness(ctx, businessId);
  if (business === null) return null;
  const { _id, plan } = business;
  const lines = await linesOfBusiness(ctx, _id);
  const queues = await listQueues(ctx, _id);
  return {
    business: { ...shopOf(business), plan },
    counts: countQueues(queues),
    queues: queues.map(({ _id: queueId, name, description, isActive }) => {
      const line = must(lines.get(queueId), "line of a queue");
      return {
        ...{ queueId, name, description, isActive, maxParty: MAX_PARTY },
        waiting: line.state.waitingCount,
        waitMinutes: minutesAtLastCall(line),
      };
    }),
  };
}

/** Null if the queue or its business does not exist. Finds a deleted queue too: its tickets are still there. */
export async function queueInDirectory(
  ctx: QueryCtx,
  queueId: string,
): Promise<Infer<typeof queueInDirectoryAnswer> | null> {
  const id = ctx.db.normalizeId("queues", queueId);
  const queue = id && (await ctx.db.get("queues", id));
  const business = queue && (await findBusiness(ctx, queue.businessId));
  if (!queue || !business) return null;
  return {
    ...{ queueId: queue._id, name: queue.name },
    isActive: queue.isActive && queue.deletedAt === null,
    business: shopOf(business),
  };
}

function shopOf(business: Doc<"businesses">) {
  const { _id: businessId, name } = business;
  return { businessId, name, ...shopClockOf(business) };
}

/** How many queues there are, open and closed. */
export function countQueues(
  queues: readonly Doc<"queues">[],
): Infer<typeof queueCounts> {
  const total = queues.length;
  const active = queues.filter(({ isActive }) => isActive).length;
  return { total, active, inactive: total - active };
}

/** Queries do not read the clock, so the estimate is for the time of the last call. */
function minutesAtLastCall(line: Doc<"lines">): number | null {
  const facts = waitFactsOf(line);
  const at = facts.lastCallAt ?? 0;
  return toldMinutes(estimate(facts, line.state.waitingCount, at));
}
