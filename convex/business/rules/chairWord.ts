/** The word for a shop's places, which its owner picks. */
import { v, type Infer } from "convex/values";

export const chairWordValidator = v.union(
  v.literal("chair"),
  v.literal("room"),
  v.literal("desk"),
);
export type ChairWord = Infer<typeof chairWordValidator>;
