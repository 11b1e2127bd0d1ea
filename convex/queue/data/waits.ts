/** What customers are told of their wait, kept to be checked, and what calls teach of it. The rules are rules/pace and rules/waitEstimate. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { positionOf } from "../rules/line";
import { waitFactsOf, type LineState } from "../rules/lineState";
import { minutesLate } from "../../business/rules/notice";
import { runningLate } from "../rules/runningLate";
import { openingFrom } from "../../business/rules/opening";
import { paceAfterCall, paceAfterCheck, type Quote } from "../rules/pace";
import { dayKey } from "../../base/rules/timezones";
import { estimate, quoteOf } from "../rules/waitEstimate";
import { patchTicket } from "./ticketRows";

/** What is needed of a line that is being worked on. */
type OpenLine = {
  readonly business: Doc<"businesses">;
  readonly row: Doc<"lines">;
  readonly at: number;
  state: LineState;
};

/** What somebody is told who joins at the end now; null if no minutes. */
export function quoteAtEnd(line: OpenLine): Quote | null {
  return quoteFor(line, line.state.waitingCount);
}

/** Keeps with a booking that has come into the line what its phone is told. */
export async function promiseWait(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
): Promise<void> {
  const position = positionOf(line.state.waiting, ticket.number);
  if (position === null || ticket.secretHash === null) return;
  const quote = quoteFor(line, position - 1);
  if (quote !== null) await patchTicket(ctx, ticket._id, { quote });
}

/** Brings the pace along after a call, and checks what its customer was told. */
export function learnFromCall(line: OpenLine, ticket: Doc<"tickets">): void {
  const { at, row, state, business } = line;
  const called = paceAfterCall(state.pace, {
    number: ticket.number,
    at,
    waiting: state.waitingCount,
    chairs: row.chairs,
  });
  const { quote } = ticket;
  const isChecked = quote !== undefined && ticket.state.firstCalledAt === null;
  const pace = isChecked
    ? paceAfterCheck(called, quote, at, dayKey(at, business.timezone))
    : called;
  line.state = { ...state, pace };
}

/** The pace as it was before this call; where somebody was called since, it keeps what the call has taught. */
export function unlearnCall(
  line: Pick<OpenLine, "state">,
  { at, number, figuresBefore }: Doc<"ticketEvents">,
): void {
  const { pace } = line.state;
  const isNewest = pace.calls.at(-1) === at && pace.currentNumber === number;
  if (!isNewest || figuresBefore === null) return;
  line.state = { ...line.state, pace: figuresBefore.pace };
}

function quoteFor(line: OpenLine, ahead: number): Quote | null {
  const { row, state, at } = line;
  const facts = waitFactsOf({ ...row, state });
  const opening = openingFrom(line.business, at);
  const found = estimate(facts, ahead, at, opening);
  const late = minutesLate(line.business.notice, at);
  return quoteOf(runningLate(found, late, at), at);
}
