/** Moving somebody up or down the line: the place that they get. Why is said with it, and told to those whom it concerns (product.md C6). */
import type { Doc } from "../../_generated/dataModel";
import type { ActedOrRefused } from "../../queue/rules/answers";
import { MOST_CHAIRS } from "../../queue/rules/chairs";
import { appError, refuse } from "../../base/rules/errors";
import type { StaffReason } from "../../queue/rules/events";
import { orderPast } from "../../queue/rules/places";
import type { CounterCtx } from "../../account/data/access";
import { act, movedOn } from "./calling";
import { findLine } from "../../queue/data/lines";
import { openAsStaff } from "../../line/data/openLine";
import { ensureOwnTicket, waitingBeside } from "../../queue/data/tickets";

/** Further than anybody moves a person by hand. */
const MOST_PLACES = 100;

/**
 * Moves a person by so many places, nearer to the front for a negative number,
 * to the end of the line at most. Where two stand so close that nobody fits
 * between them it is the next place on that way.
 * @throws notFound, invalidInput for no whole number of places from 1 to 100 either way
 */
export async function reorder(
  ctx: CounterCtx,
  ticketId: string,
  places: number,
  reason: StaffReason,
  now: number,
): Promise<ActedOrRefused> {
  const many = Math.abs(places);
  if (!Number.isInteger(places) || many < 1 || many > MOST_PLACES) {
    throw appError("invalidInput");
  }
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (row === null || !isInLine(ticket, row)) return movedOn();
  const line = openAsStaff(ctx, row, now);
  const way = places < 0 ? -1 : 1;
  // As many may stand at one booked time as there are chairs.
  const beside = await waitingBeside(
    ctx,
    line,
    ticket,
    way,
    many + MOST_CHAIRS,
  );
  const orders = beside.map(({ state }) => state.orderAt);
  const orderAt = orderPast(orders, many, way);
  if (orderAt === null) return refuse("listChanged");
  return await act(ctx, line, ticket, { kind: "reorder", orderAt }, reason);
}

function isInLine(
  { generation, state }: Doc<"tickets">,
  { state: line }: Doc<"lines">,
): boolean {
  return (
    generation === line.generation &&
    state.status === "waiting" &&
    !state.isScheduled
  );
}
