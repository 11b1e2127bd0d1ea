/** What a click at the counter was refused for was an English sentence and is now a code. Answers are kept for a day, for clicks that are sent twice. */
import { v } from "convex/values";
import { define } from "../migration";
import { refuse } from "../refusals";

const older = v.object({
  ok: v.literal(false),
  message: v.string(),
  /** The screen showed something older than the database. */
  stale: v.optional(v.boolean()),
});

export const deskAnswerCodes = define({
  name: "deskAnswerCodes",
  table: "deskRequests",
  older: { answer: older },
  migrateOne: ({ answer }) => {
    if (!("message" in answer)) return undefined;
    const code = answer.stale === true ? "customerMovedOn" : "nobodyWaiting";
    return { answer: refuse(code) };
  },
});
