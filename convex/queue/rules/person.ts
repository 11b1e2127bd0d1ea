/** What customers say about themselves. */
import { v, type ObjectType } from "convex/values";

export const personArgs = {
  name: v.optional(v.string()),
  phone: v.optional(v.string()),
};
export type Person = ObjectType<typeof personArgs>;
