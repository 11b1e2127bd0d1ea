/** What a click at the counter was refused for was an English sentence and is now a code. Answers are kept for a day, for clicks that are sent twice. */
import { v } from "convex/values";
import { define } from "../define";
import { refuse } from "../../../base/rules/errors";

const older = v.object({
  ok: v.literal(false),
  message: v.string(),
  /** The screen showed something older than the database. */
  stale: v.optional(v.boolean()),
});

/** Of the two sentences about a list that has changed, the one that a click on Skip got. */
const NOBODY_SKIPPED = "The list has changed. Nobody was skipped.";

export const deskAnswerCodes = define({
  name: "deskAnswerCodes",
  table: "deskRequests",
  older: { answer: older },
  migrateOne: ({ answer }) => {
    if (!("message" in answer)) return undefined;
    if (answer.stale !== true) return { answer: refuse("nobodyWaiting") };
    const isSkip = answer.message === NOBODY_SKIPPED;
    return { answer: refuse(isSkip ? "listChanged" : "customerMovedOn") };
  },
});
