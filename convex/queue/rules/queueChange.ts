/** Changes to the queue itself, as events store them. */
import { v, type Infer } from "convex/values";
import { chairStateValidator } from "./chairState";
import { pauseValidator } from "./lineState";

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
    of: v.literal("chair"),
    chairId: v.id("chairs"),
    before: chairStateValidator,
    after: chairStateValidator,
  }),
  v.object({
    of: v.literal("crowd"),
    crowdId: v.id("crowds"),
    /** Until when the desk stays silent about these suspicious joins. */
    before: v.number(),
    after: v.number(),
    /** The network that this action made the shop's own; null if it already was. */
    ownNetworkId: v.nullable(v.id("ownNetworks")),
  }),
);
export type QueueChange = Infer<typeof queueChangeValidator>;
export type ChairSwitch = Extract<QueueChange, { of: "chair" }>;
