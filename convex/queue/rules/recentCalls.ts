/** The newest calls of a line, for the display. Part of the hot row, so that the display reads no history. */
import type { Infer } from "convex/values";
import type { recentCallValidator } from "./validators";
import type { Cause } from "./explained";
import type { TicketState } from "./ticketState";

export type RecentCall = Infer<typeof recentCallValidator>;

/** With more calls at once, which is rare, the display may miss the oldest. */
export const MAX_RECENT_CALLS = 8;

type Line = { recentCalls?: RecentCall[] };

export type CallStep = {
  ticketId: RecentCall["ticketId"];
  number: number;
  cause: Cause;
  before: TicketState;
  after: TicketState;
  at: number;
};

/** The newest calls after the step. An undone call is removed. */
export function withCall<L extends Line>(line: L, step: CallStep): L {
  const { ticketId, number, cause, before, after, at } = step;
  if (cause === "call" || cause === "recall") {
    const others = callsWithout(line, ticketId);
    const { callCount, chairId } = after;
    const call = {
      ...{ ticketId, number, at, callCount },
      ...(chairId !== undefined && { chair: chairId }),
    };
    return { ...line, recentCalls: [...others, call].slice(-MAX_RECENT_CALLS) };
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
  return line.recentCalls === undefined
    ? line
    : { ...line, recentCalls: callsWithout(line, ticketId) };
}

/** For a rebuilt line: lists the people at the desk as called. Other calls are unknown. */
export function withCallsOfCalled<
  L extends Line & { called: readonly Omit<RecentCall, "callCount">[] },
>(line: L): L {
  const calls = line.called.map(({ ticketId, number, at, chair }) => ({
    ...{ ticketId, number, at },
    callCount: 1,
    ...(chair !== undefined && { chair }),
  }));
  return { ...line, recentCalls: calls.slice(-MAX_RECENT_CALLS) };
}

function callsWithout(
  { recentCalls = [] }: Line,
  ticketId: RecentCall["ticketId"],
): RecentCall[] {
  return recentCalls.filter((call) => call.ticketId !== ticketId);
}

/** The call at this chair before the newest call, unless the chair was off duty since; `back`: how many calls ago. */
export function callBefore(
  calls: readonly RecentCall[] = [],
  chairId: RecentCall["chair"],
  worksSince: number,
): { at: number; back: number } | null {
  const index = calls.findLastIndex(
    ({ chair }, place) => chair === chairId && place < calls.length - 1,
  );
  const call = calls[index];
  return call === undefined || call.at < worksSince
    ? null
    : { at: call.at, back: calls.length - 1 - index };
}
