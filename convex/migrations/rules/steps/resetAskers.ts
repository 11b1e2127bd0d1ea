/** A code for a forgotten password belongs to who asked for it; its tries are counted elsewhere. */
import { v } from "convex/values";
import { define } from "../define";

export const resetAskers = define({
  name: "resetAskers",
  table: "passwordResets",
  older: { asker: v.optional(v.string()), tries: v.optional(v.number()) },
  // Nobody's: such a code is tried as a stranger's, for the ten minutes that it lives.
  migrateOne: ({ asker, tries }) =>
    tries === undefined ? undefined : { asker: asker ?? "", tries: undefined },
});
