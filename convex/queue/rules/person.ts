/** What customers say about themselves when they join, book or are added at the desk. A new field is added here, and to the table. */
import { v, type ObjectType } from "convex/values";

export const personArgs = {
  name: v.optional(v.string()),
  phone: v.optional(v.string()),
};
export type Person = ObjectType<typeof personArgs>;
