/** One look at the waits at the door, as stored. */
import { v, type Infer, type ObjectType } from "convex/values";

/** The shortest shown wait, as a step (queue/rules/dayHours.ts). Null: no minutes; full: no queue had room. */
export const toldValidator = v.union(v.number(), v.literal("full"), v.null());
export type Told = Infer<typeof toldValidator>;

export const lookFields = {
  /** The business day and the hour of its clock. */
  day: v.string(),
  hour: v.number(),
  told: toldValidator,
  oneMore: v.number(),
};
export type Look = ObjectType<typeof lookFields>;
