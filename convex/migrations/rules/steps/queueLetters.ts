/** Adds the letter to a queue: one for each queue of a shop with two or more open ones. */
import { v } from "convex/values";
import { must } from "../../../base/rules/errors";
import { lettersOf, needsLetters } from "../../../queue/rules/letters";
import { define, type Fields } from "../define";

export const queueLetters = define({
  name: "queueLetters",
  table: "queues",
  // Each reads the queues of its shop.
  batchSize: 50,
  older: { letter: v.optional(v.nullable(v.string())) },
  migrateOne: async ({ letter, businessId, deletedAt, _id }, lookup) => {
    if (letter !== undefined) return undefined;
    if (deletedAt !== null) return { letter: null };
    const stored = await lookup.all("queues", "by_businessId_and_deletedAt", {
      businessId,
      deletedAt: null,
    });
    const queues = stored.map(queueIn);
    if (!needsLetters(queues)) return { letter: null };
    const own = queues.findIndex(({ id }) => id === _id);
    return { letter: must(lettersOf(queues)[own], "letter of a queue") };
  },
});

function queueIn({ _id, name, isActive, letter }: Fields) {
  return {
    id: _id,
    name: String(name),
    isActive: isActive === true,
    letter: typeof letter === "string" ? letter : null,
  };
}
