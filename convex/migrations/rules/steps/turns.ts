/** Replaces a line's smoothed gap between calls by turns: at first, three around that gap. */
import { v, type Infer } from "convex/values";
import { lineStateValidator } from "../../../queue/rules/lineState";
import { define } from "../define";
import { newPace, type Pace } from "../../../queue/rules/pace";
import { spanText } from "../../../queue/rules/paceCodec";

export const olderPace = v.object({
  currentNumber: v.number(),
  lastCallAt: v.nullable(v.number()),
  leftWaiting: v.boolean(),
  paceMs: v.nullable(v.number()),
});

/** Around the mean, about as far as services differ. */
const SPREAD = [0.6, 1, 1.4];

export function paceOf(pace: Infer<typeof olderPace> | Pace): Pace {
  if ("turns" in pace) return pace;
  const { currentNumber, lastCallAt, leftWaiting, paceMs } = pace;
  const turns =
    paceMs === null ? [] : SPREAD.map((share) => spanText(share * paceMs));
  return {
    ...newPace(),
    currentNumber,
    calls: lastCallAt === null ? [] : [lastCallAt],
    leftWaiting,
    turns: turns.join(""),
  };
}

export const turns = define({
  name: "turns",
  table: "lines",
  older: { state: v.object({ ...lineStateValidator.fields, pace: olderPace }) },
  migrateOne: ({ state }) =>
    "turns" in state.pace
      ? undefined
      : { state: { ...state, pace: paceOf(state.pace) } },
});
