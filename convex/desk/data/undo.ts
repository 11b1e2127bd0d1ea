/** Undoes an action: puts every ticket of it back to its state and place, without ringing. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must, refuse } from "../../base/rules/errors";
import type { Acted } from "../../queue/rules/answers";
import { lineOfTickets } from "../../queue/rules/lineState";
import { withCallsOfCalled } from "../../queue/rules/recentCalls";
import type { Refused } from "../../base/rules/refusals";
import { isActive, type TicketState } from "../../queue/rules/ticketState";
import { ensureOwn } from "../../business/data/ownRow";
import { businessDay } from "../../business/rules/opening";
import { undoneLater } from "../../queue/rules/events";
import type { CounterCtx } from "../../account/data/access";
import { putTime } from "../../booking/data/bookings";
import { restoreCrowd } from "../../line/data/crowds";
import { placeBehind } from "../../line/data/noShow";
import { act } from "./calling";
import { undoEdit } from "./edits";
import { insertEvent, markUndone } from "../../queue/data/events";
import { findLine, lineOf } from "../../queue/data/lines";
import { ensureOwnTicket } from "../../queue/data/tickets";
import {
  countMove,
  eventOf,
  memberOf,
  putState,
  saveState,
} from "../../line/data/moves";
import {
  openAsStaff,
  openLines,
  type OpenLine,
  type OpenLines,
} from "../../line/data/openLine";
import { undoChange } from "./queueChanges";
import { forget } from "./testTickets";
import { undoTransfer } from "./transfers";
import { whatStands, type Moved } from "./undoable";
import { unlearnCall } from "../../queue/data/waits";

/** A clock that ran out before the undo gets this much time again. */
const NO_SHOW_AGAIN_MS = 30_000;

/** The newest action within ten seconds, or one of `undoneLater` on its day, if it stands. @throws notFound */
export async function undoAction(
  ctx: CounterCtx,
  eventId: string,
  now: number,
): Promise<{ ok: true } | Refused<"nothingToUndo">> {
  const root = await ensureOwn(ctx, "ticketEvents", eventId);
  const row = await findLine(ctx, root.queueId);
  const offered = row?.undo ?? null;
  const isNewest = offered?.eventId === root._id;
  const dayOf = (at: number) => businessDay(ctx.business, at);
  const isOfToday =
    root.desk !== undefined &&
    undoneLater.has(root.kind) &&
    dayOf(root.at) === dayOf(now);
  const isOpen = (isNewest && now <= offered.expiresAt) || isOfToday;
  const moved = row && isOpen ? await whatStands(ctx, row, root) : null;
  if (
    // Guard untested: without a row nothing stands; the check is for the type.
    row === null ||
    moved === null ||
    moved.some(wouldExpire(now))
  ) {
    return refuse("nothingToUndo");
  }
  if (root.change !== undefined) {
    const undo = isNewest ? null : offered;
    const before = await undoChange(ctx, row, root.change, now);
    await ctx.db.patch("lines", row._id, { ...before, undo });
    await markUndone(ctx, root, now);
    return { ok: true };
  }
  const lines = openLines(ctx, row, now);
  if (!(await takeBack(ctx, lines, root, moved))) {
    return refuse("nothingToUndo");
  }
  if (root.kind !== "join") {
    await markUndone(ctx, root, now);
    await lines.close(isNewest ? null : undefined);
  }
  return { ok: true };
}

/** 'Move one back' after a Skip: undoes it and puts the person second in line, which is one action. @throws notFound */
export async function moveOneBack(
  ctx: CounterCtx,
  eventId: string,
  now: number,
): Promise<Acted | Refused<"nothingToUndo">> {
  const skipped = await ensureOwn(ctx, "ticketEvents", eventId);
  const { kind, ticketId, queueId } = skipped;
  if (kind !== "skip") return refuse("nothingToUndo");
  const undone = await undoAction(ctx, eventId, now);
  if (!undone.ok) return undone;
  const ticket = await ensureOwnTicket(ctx, must(ticketId, "skipped ticket"));
  const line = openAsStaff(ctx, await lineOf(ctx, queueId), now);
  const orderAt = await placeBehind(ctx, line, ticket, 1);
  const moved = await act(ctx, line, ticket, { kind: "reorder", orderAt });
  // A refusal would leave half of the action behind; an error takes all of it back.
  return must(moved.ok ? moved : null, "place of somebody back in line");
}

/** A ticket that would expire at once cannot come back. */
function wouldExpire(now: number) {
  return ({ event, ticket }: Moved): boolean =>
    event.before !== null &&
    isActive(event.before.status) &&
    now >= ticket.staleAt;
}

async function takeBack(
  ctx: CounterCtx,
  lines: OpenLines,
  root: Doc<"ticketEvents">,
  moved: readonly Moved[],
): Promise<boolean> {
  const { own: line } = lines;
  const [first] = moved;
  switch (root.kind) {
    case "queueReset":
      await undoReset(ctx, line, root, moved);
      return true;
    case "join":
      return first !== undefined && (await forget(ctx, first.ticket, line.at));
    case "edit":
      if (first === undefined) return false;
      await undoEdit(ctx, first.ticket, line.at);
      await recordUndo(ctx, line, root, first.ticket, null);
      return true;
    case "transfer": {
      if (first === undefined) return false;
      const back = stateBefore(first, line.at);
      await undoTransfer(ctx, line, root, first.ticket, back);
      await recordUndo(ctx, line, root, first.ticket, back);
      return true;
    }
    default:
      await undoMoves(ctx, lines, root, moved);
      return true;
  }
}

async function undoMoves(
  ctx: MutationCtx,
  lines: OpenLines,
  root: Doc<"ticketEvents">,
  moved: readonly Moved[],
): Promise<void> {
  for (const one of moved) {
    // A call to a chair may complete somebody of another queue.
    const line = must(await lines.of(one.ticket.queueId), "line that stands");
    const before = stateBefore(one, line.at);
    await putState(ctx, line, one.ticket, before, "undo");
    if (one.event.kind === "rebook") {
      await putTime(ctx, one.ticket, before.orderAt);
    }
    await recordUndone(ctx, line, root._id, one, before);
  }
  const { own } = lines;
  if (root.kind === "call") unlearnCall(own, root);
  if (root.kind === "crowdRemoved")
    await restoreCrowd(ctx, own.row, root._id, own.at);
}

async function undoReset(
  ctx: MutationCtx,
  line: OpenLine,
  root: Doc<"ticketEvents">,
  moved: readonly Moved[],
): Promise<void> {
  const restored = [];
  for (const one of moved) {
    const { ticket } = one;
    const state = stateBefore(one, line.at);
    await saveState(ctx, line, ticket, state, "undo");
    await recordUndone(ctx, line, root._id, one, state);
    restored.push({ member: memberOf(ticket, line.business), state });
  }
  const figures = must(root.figuresBefore, "figures of a reset");
  line.state = withCallsOfCalled(lineOfTickets(figures, restored));
}

/** The earlier state, but with the current callCount, so the phone does not ring again. */
function stateBefore({ event, ticket }: Moved, now: number): TicketState {
  const before = must(event.before, "state before an action");
  const { graceEndsAt } = before;
  return {
    ...before,
    callCount: ticket.state.callCount,
    graceEndsAt:
      graceEndsAt !== null && graceEndsAt <= now
        ? now + NO_SHOW_AGAIN_MS
        : graceEndsAt,
  };
}

/** Updates sums and log after one ticket of an action has been put back. */
async function recordUndone(
  ctx: MutationCtx,
  line: OpenLine,
  rootId: Id<"ticketEvents">,
  { event, ticket }: Moved,
  after: TicketState,
): Promise<void> {
  countMove(line, ticket, event, -1);
  if (event._id !== rootId) await markUndone(ctx, event, line.at);
  await insertEvent(ctx, {
    ...eventOf(line, ticket),
    kind: "undo",
    before: ticket.state,
    after,
    partOf: rootId,
  });
}

/** Logs an undo that changes no sums. */
async function recordUndo(
  ctx: MutationCtx,
  line: OpenLine,
  root: Doc<"ticketEvents">,
  ticket: Doc<"tickets">,
  after: TicketState | null,
): Promise<void> {
  const { queueId, generation } = root;
  const number = must(root.number, "number of a ticket");
  await insertEvent(ctx, {
    ...eventOf(line, { ...ticket, queueId, generation, number }),
    kind: "undo",
    before: after === null ? null : ticket.state,
    after,
    partOf: root._id,
  });
}
