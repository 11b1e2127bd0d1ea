/** Adds the requester to a code for a forgotten password, and removes the tries, which are counted elsewhere. */
import { v } from "convex/values";
import { define } from "../define";

export const resetAskers = define({
  name: "resetAskers",
  table: "passwordResets",
  older: { asker: v.optional(v.string()), tries: v.optional(v.number()) },
  // Without a requester, tries count as a stranger's for the ten minutes the code lives.
  migrateOne: ({ asker, tries }) =>
    tries === undefined ? undefined : { asker: asker ?? "", tries: undefined },
});
