/** The hot row of one queue as pure state: waiting order, called people and counters after each move. */
import { v, type Infer } from "convex/values";
import { explainedValidator } from "./explained";
import { encodeLine, insertIntoLine, removeFromLine } from "./line";
import { newPace, paceSummary } from "./pace";
import type { TicketState } from "./ticketState";
import type { WaitFacts } from "./waitEstimate";
import { paceValidator, recentCallValidator } from "./validators";

/** Oldest call first. The plan's people limit bounds the list. */
export const calledEntryValidator = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
  at: v.number(),
  serving: v.boolean(),
  /** Who called, or works at the named chair. Their next Call Next completes this ticket. */
  by: v.nullable(v.id("users")),
  /** The named chair; its next call completes this ticket instead. */
  chair: v.optional(v.id("chairs")),
});

/** Ends at `until`, or when staff end it. */
export const pauseValidator = v.object({
  since: v.number(),
  until: v.nullable(v.number()),
});

export const waitFactsValidator = v.object({
  pace: v.nullable(v.string()),
  lastCallAt: v.nullable(v.number()),
  chairs: v.number(),
  places: v.optional(v.number()),
  atCounter: v.number(),
  pause: v.nullable(pauseValidator),
});

export const lineStateValidator = v.object({
  /** Rises with each reset. Numbers are unique and dense within one generation. */
  generation: v.number(),
  lastNumber: v.number(),
  /** Numbers of the people waiting now, in calling order (line.ts). */
  waiting: v.string(),
  waitingCount: v.number(),
  scheduledCount: v.number(),
  /** For the mean wait so far: people waiting now without a booking, by business day of joining. */
  waitingDays: v.array(
    v.object({ day: v.string(), count: v.number(), joinedAtSum: v.number() }),
  ),
  called: v.array(calledEntryValidator),
  /** The greatest orderAt that a newcomer got. The next goes behind it even if the clock went back. */
  lastOrderAt: v.number(),
  pace: paceValidator,
  /** People who stand where others did not expect them; absent when there are none. */
  explained: v.optional(v.array(explainedValidator)),
  /** The newest calls, oldest first; absent before the first one. */
  recentCalls: v.optional(v.array(recentCallValidator)),
});
export type LineState = Infer<typeof lineStateValidator>;
export type WaitingDays = LineState["waitingDays"];

/** The figures that the tickets do not add up to. Undo restores them. */
export const lineFiguresValidator = v.object({
  generation: v.number(),
  lastNumber: v.number(),
  lastOrderAt: v.number(),
  pace: paceValidator,
});
export type LineFigures = Infer<typeof lineFiguresValidator>;

export function figuresOf(state: LineState): LineFigures {
  const { generation, lastNumber, lastOrderAt, pace } = state;
  return { generation, lastNumber, lastOrderAt, pace };
}

/** A queue without tickets. */
export function newLineState(generation: number): LineState {
  return {
    generation,
    lastNumber: 0,
    waiting: "",
    waitingCount: 0,
    scheduledCount: 0,
    waitingDays: [],
    called: [],
    lastOrderAt: 0,
    pace: newPace(),
  };
}

/** People who count against the plan: waiting now, called and being served. */
export function activePeople(line: LineState): number {
  return line.waitingCount + line.called.length;
}

export type LineMember = {
  ticketId: LineState["called"][number]["ticketId"];
  number: number;
  joinedAt: number;
  /** The business day of `joinedAt`. */
  joinedDay: string;
  /** Bookings do not count in the mean wait. */
  isBooking: boolean;
};

/** `before`: null for a new ticket. @param index 0-based place; only read if it starts to wait or changes place */
export function lineAfter(
  line: LineState,
  member: LineMember,
  before: TicketState | null,
  after: TicketState,
  index: number,
): LineState {
  const next = { ...line };
  const waited = before !== null && isWaitingNow(before);
  const waits = isWaitingNow(after);
  const sign = Number(waits) - Number(waited);
  if (waited) next.waiting = removeFromLine(next.waiting, member.number);
  if (waits) next.waiting = insertIntoLine(next.waiting, index, member.number);
  next.waitingCount += sign;
  if (sign !== 0 && !member.isBooking) {
    next.waitingDays = withDay(next.waitingDays, member, sign);
  }
  next.scheduledCount +=
    Number(isBooked(after)) - Number(before !== null && isBooked(before));
  next.called = calledAfter(line.called, member, after);
  next.lastNumber = Math.max(next.lastNumber, member.number);
  return next;
}

/** The line that a set of tickets adds up to. For undo of a reset, and for tests. */
export function lineOfTickets(
  figures: LineFigures,
  tickets: readonly { member: LineMember; state: TicketState }[],
): LineState {
  const start = { ...newLineState(figures.generation), ...figures };
  const inOrder = tickets.toSorted(
    ({ state: a, member: one }, { state: b, member: other }) =>
      a.orderAt - b.orderAt || one.number - other.number,
  );
  const line = inOrder.reduce((sum, { member, state }) => {
    // The order is written once, because rewriting it for each ticket is quadratic.
    const next = lineAfter({ ...sum, waiting: "" }, member, null, state, 0);
    return { ...next, waiting: "" };
  }, start);
  const numbers = inOrder
    .filter(({ state }) => isWaitingNow(state))
    .map(({ member }) => member.number);
  return { ...line, waiting: encodeLine(numbers) };
}

/** What the wait in a line depends on, as readers get it. */
export function waitFactsOf(row: {
  state: LineState;
  chairs: number;
  places?: number;
  pause: Infer<typeof pauseValidator> | null;
}): WaitFacts {
  const { state, chairs, places, pause } = row;
  return {
    pace: paceSummary(state.pace),
    lastCallAt: state.pace.calls.at(-1) ?? null,
    chairs,
    ...(chairs === 0 && places !== undefined && { places }),
    atCounter: state.called.length,
    pause,
  };
}

/** In the line now: counts as waiting, and Call Next can call it. */
export function isWaitingNow(state: TicketState): boolean {
  return state.status === "waiting" && !state.isScheduled;
}

function isBooked(state: TicketState): boolean {
  return state.status === "waiting" && state.isScheduled;
}

function withDay(days: WaitingDays, member: LineMember, sign: number) {
  const rest = days.filter(({ day }) => day !== member.joinedDay);
  const old = days.find(({ day }) => day === member.joinedDay);
  const count = (old?.count ?? 0) + sign;
  if (count === 0) return rest;
  const joinedAtSum = (old?.joinedAtSum ?? 0) + sign * member.joinedAt;
  return [...rest, { day: member.joinedDay, count, joinedAtSum }].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  );
}

function calledAfter(
  called: LineState["called"],
  { ticketId, number }: LineMember,
  after: TicketState,
): LineState["called"] {
  const others = called.filter((entry) => entry.ticketId !== ticketId);
  if (after.status !== "called" && after.status !== "serving") {
    return others.length === called.length ? called : others;
  }
  const entry = {
    ticketId,
    number,
    at: after.calledAt ?? 0,
    serving: after.status === "serving",
    by: after.calledBy,
    ...(after.chairId !== undefined && { chair: after.chairId }),
  };
  return [...others, entry].sort((a, b) => a.at - b.at || a.number - b.number);
}
