/** Moves a person up or down the line. The affected customers can read that staff did (product.md C6). */
import type { ActedOrRefused } from "../../queue/rules/answers";
import { MAX_CHAIRS } from "../../queue/rules/chairs";
import { appError, refuse } from "../../base/rules/errors";
import type { StaffReason } from "../../queue/rules/events";
import { isEarly, orderPast } from "../../queue/rules/places";
import type { CounterCtx } from "../../account/data/access";
import { act } from "./calling";
import { findLine } from "../../queue/data/lines";
import { openAsStaff } from "../../line/data/openLine";
import { ensureOwnTicket, waitingBeside } from "../../queue/data/tickets";

/** Further than staff move a person by hand. */
const MAX_PLACES = 100;

/**
 * Moves a person by so many places; negative numbers move towards the front. Where no gap is left, the next free place
 * counts. Nobody goes behind an early one. @throws notFound, invalidInput unless a whole number from 1 to 100 in either direction
 */
export async function reorder(
  ctx: CounterCtx,
  ticketId: string,
  places: number,
  reason: StaffReason | undefined,
  now: number,
): Promise<ActedOrRefused> {
  const many = Math.abs(places);
  if (!Number.isInteger(places) || many < 1 || many > MAX_PLACES) {
    throw appError("invalidInput");
  }
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  const { generation, state } = ticket;
  const isInLine =
    generation === row?.state.generation &&
    state.status === "waiting" &&
    !state.isScheduled;
  if (!isInLine) return refuse("customerMovedOn");
  const line = openAsStaff(ctx, row, now);
  const way = places < 0 ? -1 : 1;
  // As many people as there are chairs may have the same booked time.
  const most = many + MAX_CHAIRS;
  const beside = await waitingBeside(ctx, line, ticket, way, most);
  const orders = beside
    .filter((one) => way === -1 || !isEarly(one, now))
    .map(({ state }) => state.orderAt);
  const orderAt = orderPast(orders, many, way);
  if (orderAt === null) return refuse("listChanged");
  return await act(ctx, line, ticket, { kind: "reorder", orderAt }, reason);
}
