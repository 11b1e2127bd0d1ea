/**
 * Why somebody stands before others who did not see it coming: noted when a
 * person enters the line not at its end or is called out of turn, for as long
 * as they wait or are called. Numbers and reasons only, no names
 * (product.md C6). Not the order itself: that is orderAt (places.ts).
 */
import { v, type Infer } from "convex/values";
import type { MoveKind } from "./tickets";
import type { TicketState } from "./ticketState";

const whyValidator = v.union(
  v.literal("booked"),
  v.literal("secondChance"),
  v.literal("returned"),
  v.literal("calledOut"),
  v.literal("undone"),
  v.literal("movedByStaff"),
  v.literal("transferred"),
);
export type Why = Infer<typeof whyValidator>;

/** One person; `at` is when it happened, so that only those who were there before are told. */
export const explainedValidator = v.object({
  number: v.number(),
  why: whyValidator,
  at: v.number(),
});
export type Explained = Infer<typeof explainedValidator>;

/** The newest are kept: the line goes to every phone with every change. */
export const EXPLAINED_MOST = 20;

/** What moves a ticket: one of the table's moves, or taking one back. */
export type Cause = MoveKind | "undo";

/** Why somebody stands before others after this; nothing else puts anybody there. */
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

/** What one move did to a ticket's place. */
export type Step = {
  number: number;
  cause: Cause;
  after: TicketState;
  /** How many stood before it until now; null if it was not in the line. */
  placeBefore: number | null;
  /** How many stand before it now; null outside the line. */
  place: number | null;
  /** How many others wait now. */
  others: number;
};

/** The line with its notes as they are after the step. */
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
  // A ticket that moves back overtakes nobody.
  if (placeBefore !== null && place !== null && place >= placeBefore) {
    return notes;
  }
  const others = notes.filter((note) => note.number !== number);
  const why = whyOf(step);
  if (why !== null) {
    return [...others, { number, why, at }].slice(-EXPLAINED_MOST);
  }
  // Called in turn, they are still before those who did not see them coming.
  return after.status === "called" && cause !== "undo" ? notes : others;
}

function whyOf({ cause, placeBefore, place, others }: Step): Why | null {
  if (cause === "call") {
    return placeBefore === 0 || others === 0 ? null : "calledOut";
  }
  if (place === null || place >= others) return null;
  return whyBefore[cause] ?? null;
}
