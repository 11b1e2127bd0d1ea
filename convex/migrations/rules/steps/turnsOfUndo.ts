/** Gives the pace that undo restores its newer form. */
import { v } from "convex/values";
import { lineFiguresValidator } from "../../../queue/rules/lineState";
import { define } from "../define";
import { olderPace, paceOf } from "./turns";

export const turnsOfUndo = define({
  name: "turnsOfUndo",
  table: "ticketEvents",
  older: {
    figuresBefore: v.nullable(
      v.object({ ...lineFiguresValidator.fields, pace: olderPace }),
    ),
  },
  migrateOne: ({ figuresBefore }) =>
    figuresBefore === null || "turns" in figuresBefore.pace
      ? undefined
      : {
          figuresBefore: { ...figuresBefore, pace: paceOf(figuresBefore.pace) },
        },
});
