/** Why a person stands before others who did not expect it; kept while they wait or are called (product.md C6). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { MoveKind } from "./tickets";
import type { TicketState } from "./ticketState";

const whyValidator = oneOf(
  "booked",
  "secondChance",
  "returned",
  "calledOut",
  "undone",
  "movedByStaff",
  "transferred",
);
export type Why = Infer<typeof whyValidator>;

/** Only people who were in the line before `at` see it. */
export const explainedValidator = v.object({
  number: v.number(),
  why: whyValidator,
  at: v.number(),
});
export type Explained = Infer<typeof explainedValidator>;

/** Only the newest are kept, because every change sends the line to every phone. */
export const MAX_EXPLAINED = 20;

/** What moves a ticket: a move of the table, or undo. */
export type Cause = MoveKind | "undo";

/** The reason for each cause that can put a ticket before others. */
const whyBefore: Partial<Record<Cause, Why>> = {
  becomeDue: "booked",
  noShow: "secondChance",
  notHere: "secondChance",
  bringBack: "secondChance",
  returnToQueue: "returned",
  undo: "undone",
  reorder: "movedByStaff",
  transfer: "transferred",
};

export type Step = {
  number: number;
  cause: Cause;
  after: TicketState;
  /** How many stood before it; null if it was not in the line. */
  placeBefore: number | null;
  /** How many stand before it now; null outside the line. */
  place: number | null;
  /** How many others wait now. */
  others: number;
};

/** The line with its notes after the step. */
export function withExplained<Line extends { explained?: Explained[] }>(
  line: Line,
  step: Step,
  at: number,
): Line {
  const { explained = [], ...rest } = line;
  const notes = notesAfter(explained, step, at);
  return (notes.length > 0 ? { ...rest, explained: notes } : rest) as Line;
}

function notesAfter(notes: Explained[], step: Step, at: number): Explained[] {
  const { number, cause, after, place, placeBefore } = step;
  // A ticket that moves back overtakes no other.
  if (placeBefore !== null && place !== null && place >= placeBefore) {
    return notes;
  }
  const others = notes.filter((note) => note.number !== number);
  const why = whyOf(step);
  if (why !== null)
    return [...others, { number, why, at }].slice(-MAX_EXPLAINED);
  // A ticket called in turn keeps its note while it is called.
  return after.status === "called" && cause !== "undo" ? notes : others;
}

function whyOf({ cause, placeBefore, place, others }: Step): Why | null {
  if (cause === "call")
    return placeBefore === 0 || others === 0 ? null : "calledOut";
  if (place === null || place >= others) return null;
  return whyBefore[cause] ?? null;
}
