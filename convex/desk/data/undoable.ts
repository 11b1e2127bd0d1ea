/** Finds what still stands of an action. The rule is in rules/undoing.ts. */
import type { Doc } from "../../_generated/dataModel";
import { END_BATCH } from "../../line/rules/endBatch";
import { must } from "../../base/rules/errors";
import { isWherePut } from "../rules/undoing";
import { findLine } from "../../queue/data/lines";
import { changeStands } from "./queueChanges";
import { haveRoom } from "../../booking/data/slots";
import { isTransferred } from "./transfers";
import { rowsBy, type Reader } from "../../base/data/rowBy";

const partsOf = rowsBy("ticketEvents", "partOf", END_BATCH);
export type Moved = { event: Doc<"ticketEvents">; ticket: Doc<"tickets"> };

/** Its events with tickets, its own first. Null if undone, moved on, blanked (product.md U7), or a slot is taken. */
export async function whatStands(
  ctx: Reader,
  row: Doc<"lines">,
  root: Doc<"ticketEvents">,
): Promise<Moved[] | null> {
  if (root.undoneAt !== null || !isOfThisLine(row, root)) return null;
  const { change } = root;
  if (change !== undefined && !(await changeStands(ctx, row, change))) {
    return null;
  }
  const parts = await partsOf(ctx, root._id);
  const events = root.ticketId === null ? parts : [root, ...parts];
  const moved: Moved[] = [];
  for (const event of events) {
    const ticketId = must(event.ticketId, "ticket of an event");
    const ticket = await ctx.db.get("tickets", ticketId);
    if (ticket === null || !isStanding(event, ticket)) return null;
    moved.push({ event, ticket });
  }
  const queueIds = new Set(moved.map(({ event }) => event.queueId));
  for (const queueId of queueIds) {
    const there = moved.filter(({ event }) => event.queueId === queueId);
    const line = queueId === row.queueId ? row : await findLine(ctx, queueId);
    if (line === null || !(await isRoomFor(ctx, line, there))) return null;
  }
  return moved;
}

/** Whether a line can take these people of the action back. */
async function isRoomFor(
  ctx: Reader,
  line: Doc<"lines">,
  moved: readonly Moved[],
): Promise<boolean> {
  const { generation } = line.state;
  // A reset since then has ended them; only its own undo reaches back.
  const isOfEarlierLine = ({ event }: Moved) =>
    event.kind !== "reset" && event.generation !== generation;
  if (moved.some(isOfEarlierLine)) return false;
  const slots = moved.flatMap(({ event, ticket }) => {
    const slot = event.before?.slot;
    const hasIt = slot?.start === ticket.state.slot?.start;
    return slot === undefined || hasIt ? [] : [slot];
  });
  const own = new Set(moved.map(({ ticket }) => ticket._id));
  return await haveRoom(ctx, line, slots, own);
}

/** A reset can be undone only until a customer joins, because numbers would be given twice. */
function isOfThisLine(
  { state }: Doc<"lines">,
  { kind, generation }: Doc<"ticketEvents">,
): boolean {
  return kind === "queueReset"
    ? state.generation === generation + 1 && state.lastNumber === 0
    : state.generation === generation;
}

function isStanding(event: Doc<"ticketEvents">, ticket: Doc<"tickets">) {
  if (ticket.blankedAt !== undefined) return false;
  if (event.kind === "edit") return ticket.edited?.eventId === event._id;
  const isThere =
    event.kind === "transfer"
      ? isTransferred(ticket, event)
      : ticket.queueId === event.queueId &&
        ticket.generation === event.generation &&
        ticket.number === event.number;
  const put = must(event.after, "state after a move");
  return isThere && isWherePut(ticket.state, put);
}
