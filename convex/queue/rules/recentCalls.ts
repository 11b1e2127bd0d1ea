/**
 * The newest calls of a line, for the board on the wall: who was called last,
 * whatever has become of them since. Part of the hot row, so that the board
 * reads no history. Not who is at the counter now: that is `called` in
 * lineState.ts.
 */
import { v, type Infer } from "convex/values";
import type { Cause } from "./explained";
import type { TicketState } from "./ticketState";

/** A ticket stands here once, with its newest call; `at` is when it rang. */
export const recentCallValidator = v.object({
  ticketId: v.id("tickets"),
  number: v.number(),
  at: v.number(),
  callCount: v.number(),
});
export type RecentCall = Infer<typeof recentCallValidator>;

/** More calls than this come to a board so seldom at once that the oldest may be missed. */
export const RECENT_MOST = 8;

type Line = { recentCalls?: RecentCall[] };

/** What one move of a ticket means for the list; `at` is when it was made. */
export type CallStep = {
  ticketId: RecentCall["ticketId"];
  number: number;
  cause: Cause;
  before: TicketState;
  after: TicketState;
  at: number;
};

/** The line with its newest calls as they are after the step: a call that is taken back was none. */
export function withCall<L extends Line>(line: L, step: CallStep): L {
  const { ticketId, number, cause, before, after, at } = step;
  if (cause === "call" || cause === "recall") {
    const others = callsWithout(line, ticketId);
    const call = { ticketId, number, at, callCount: after.callCount };
    return { ...line, recentCalls: [...others, call].slice(-RECENT_MOST) };
  }
  const isTakenBack =
    cause === "undo" && before.calledAt !== null && after.status === "waiting";
  return isTakenBack ? withoutCalls(line, ticketId) : line;
}

/** The line as if this ticket had never been called. */
export function withoutCalls<L extends Line>(
  line: L,
  ticketId: RecentCall["ticketId"],
): L {
  if (line.recentCalls === undefined) return line;
  return { ...line, recentCalls: callsWithout(line, ticketId) };
}

/** A line that is built anew: those at the counter have been called, of others nothing is known. */
export function withCallsOfCalled<
  L extends Line & { called: readonly Omit<RecentCall, "callCount">[] },
>(line: L): L {
  const calls = line.called.map(({ ticketId, number, at }) => ({
    ...{ ticketId, number, at },
    callCount: 1,
  }));
  return { ...line, recentCalls: calls.slice(-RECENT_MOST) };
}

function callsWithout(
  { recentCalls = [] }: Line,
  ticketId: RecentCall["ticketId"],
): RecentCall[] {
  return recentCalls.filter((call) => call.ticketId !== ticketId);
}
