/** Stores the waits that customers are quoted, checks them, and lets the pace learn from calls. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CalledTo } from "../rules/chairState";
import { positionOf } from "../rules/line";
import { waitFactsOf, type LineState } from "../rules/lineState";
import { minutesLate } from "../../business/rules/notice";
import { callBefore } from "../rules/recentCalls";
import { runningLate } from "../rules/runningLate";
import { businessDay, openingFrom } from "../../business/rules/opening";
import { paceAfterCall, paceAfterCheck, type Quote } from "../rules/pace";
import { estimate, quoteOf } from "../rules/waitEstimate";
import { patchTicket } from "./ticketRows";

type OpenLine = {
  readonly business: Doc<"businesses">;
  readonly row: Doc<"lines">;
  readonly at: number;
  state: LineState;
};

/** The quote for a customer who joins at the end now. Null without minutes. */
export function quoteAtEnd(line: OpenLine): Quote | null {
  return quoteFor(line, line.state.waitingCount);
}

/** Stores the quote for a booking that has just entered the line. */
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

/** Updates the pace after a call, and checks the customer's quote. `state.recentCalls` ends with this call. */
export function learnFromCall(
  line: OpenLine,
  ticket: Doc<"tickets">,
  chair?: CalledTo,
): void {
  const { at, row, state, business } = line;
  const called = paceAfterCall(state.pace, {
    ...{ number: ticket.number, at, waiting: state.waitingCount },
    chairs: Math.max(1, row.chairs),
    ...(typeof chair?.worksSince === "number" && {
      before: callBefore(state.recentCalls, chair.id, chair.worksSince),
    }),
  });
  const { quote } = ticket;
  const isChecked = quote !== undefined && ticket.state.firstCalledAt === null;
  const pace = isChecked
    ? paceAfterCheck(called, quote, at, businessDay(business, at))
    : called;
  line.state = { ...state, pace };
}

/** Restores the pace from before this call, unless another call followed. */
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
