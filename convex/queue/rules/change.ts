/** What an action on the queue itself has changed, as its event keeps it. The rows: desk/data/queueChanges.ts. */
import { v, type Infer } from "convex/values";
import { pauseValidator } from "./lineState";

/** What staff have changed of the queue itself: how it was and how they left it, for undo. */
export const queueChangeValidator = v.union(
  v.object({
    of: v.literal("chairs"),
    before: v.number(),
    after: v.number(),
  }),
  v.object({
    of: v.literal("pause"),
    before: v.nullable(pauseValidator),
    after: v.nullable(pauseValidator),
  }),
  v.object({
    of: v.literal("crowd"),
    crowdId: v.id("crowds"),
    /** Until when nobody is told of them again. */
    before: v.number(),
    after: v.number(),
    /** The network that counts as the shop's own because of it; null if it did before. */
    ownNetworkId: v.nullable(v.id("ownNetworks")),
  }),
);
export type QueueChange = Infer<typeof queueChangeValidator>;
