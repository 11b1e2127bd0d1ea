/** Turns the English sentence of a refused desk action into a code. Answers are kept for a day, for repeated requests. */
import { v } from "convex/values";
import { define } from "../define";
import { refuse } from "../../../base/rules/errors";

const older = v.object({
  ok: v.literal(false),
  message: v.string(),
  stale: v.optional(v.boolean()),
});

/** Of the two sentences about a changed list, the one for Skip. */
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
