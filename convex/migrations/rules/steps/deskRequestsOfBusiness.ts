/** Moves answers to desk actions from the queue to the business, because a ticket may change its queue. */
import { v } from "convex/values";
import { define } from "../define";

export const deskRequestsOfBusiness = define({
  name: "deskRequestsOfBusiness",
  table: "deskRequests",
  older: {
    queueId: v.optional(v.id("queues")),
    businessId: v.optional(v.id("businesses")),
  },
  migrateOne: async ({ queueId }, lookup) => {
    if (queueId === undefined) return undefined;
    const queue = await lookup.get("queues", queueId);
    return { businessId: queue?.["businessId"], queueId: undefined };
  },
});
