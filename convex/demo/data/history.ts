/** The demo barbershop's past: sums of its days (figures.ts), ended tickets and events of the last two weeks. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { DEMO_QUEUES, pastVisits, type PastVisit } from "../rules/day";
import { hoursOn } from "../../business/rules/hours";
import { lessonsOf } from "../rules/pace";
import { must } from "../../base/rules/errors";
import type { Actor, EventKind } from "../../queue/rules/events";
import { afterMove, type Move } from "../../queue/rules/tickets";
import {
  newTicketState,
  staleAt,
  type TicketState,
} from "../../queue/rules/ticketState";
import { newLineState } from "../../queue/rules/lineState";
import { wallClock, weekdayOf } from "../../base/rules/timezones";
import { dayOf } from "../../queue/data/days";
import { plantFigures, type Visited } from "./figures";
import { insertTicket, type NewTicket } from "../../line/data/moves";
import { insertEvent } from "../../queue/data/events";
import { lineOf } from "../../queue/data/lines";
import { listQueues } from "../../queue/data/queues";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Number of past days with tickets; older days have only sums. */
export const TICKET_DAYS = 14;

/** Plants one past day, unless it exists, as its own generation. @param daysAgo 1 is yesterday */
export async function plantDay(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  daysAgo: number,
  now: number,
): Promise<void> {
  const opensAt = nineOClock(now - daysAgo * DAY_MS, business.timezone);
  const { day } = wallClock(opensAt, business.timezone);
  if (hoursOn(business, day) === null) return;
  const weekday = weekdayOf(day);
  const queues = await listQueues(ctx, business._id);
  for (const [index, queue] of queues.entries()) {
    if ((await dayOf(ctx, queue._id, day)) !== null) continue;
    const kind = must(DEMO_QUEUES[index], "kind of demo queue");
    const visits = pastVisits(opensAt, kind, weekday, daysAgo * 10 + index);
    const withTickets = daysAgo <= TICKET_DAYS;
    await plantVisits(ctx, business, queue._id, visits, day, withTickets);
  }
}

/** The instant of 09:00 on the day of `at`; exact except on a day of clock change. */
function nineOClock(at: number, timezone: string): number {
  const { hour, minute } = wallClock(at, timezone);
  const sinceHour = at % 60_000;
  return at - sinceHour - minute * 60_000 + (9 - hour) * HOUR_MS;
}

async function plantVisits(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  queueId: Id<"queues">,
  visits: readonly PastVisit[],
  day: string,
  withTickets: boolean,
): Promise<void> {
  const line = await lineOf(ctx, queueId);
  const { generation } = line.state;
  const { pace, told } = lessonsOf(visits, line.state.pace, day);
  const visited: Visited[] = [];
  for (const [index, visit] of visits.entries()) {
    const states = statesOf(visit, business.ownerId);
    const steps = stepsOf(visit, business.ownerId).map(({ move, at }, i) => ({
      ...{ kind: move.kind, at },
      before: must(states[i], "state before a step"),
    }));
    const one = { visit, told: must(told[index], "what was told"), steps };
    visited.push(one);
    const place = { queueId, generation, number: index + 1 };
    if (withTickets) await plantTicket(ctx, business, place, one, states, day);
  }
  await plantFigures(ctx, business, queueId, day, visited);
  const state = { ...newLineState(generation + 1), pace };
  await ctx.db.patch("lines", line._id, { state });
}

function statesOf(visit: PastVisit, by: Id<"users">): TicketState[] {
  const states: TicketState[] = [newTicketState(visit.joinedAt, false)];
  for (const { move, at } of stepsOf(visit, by)) {
    const before = must(states.at(-1), "state so far");
    states.push(must(afterMove(before, move, at), "step of a demo visit"));
  }
  return states;
}

async function plantTicket(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  place: { queueId: Id<"queues">; generation: number; number: number },
  { visit, told, steps }: Visited,
  states: readonly TicketState[],
  day: string,
): Promise<void> {
  const staff: Actor = { kind: "staff", userId: business.ownerId };
  const customer: Actor = { kind: "customer" };
  const { rating } = visit;
  const made: NewTicket = {
    businessId: business._id,
    ...place,
    name: visit.name,
    phone: null,
    secretHash: null,
    joinedAt: visit.joinedAt,
    scheduledTime: null,
    staleAt: staleAt(visit.joinedAt, null),
    state: must(states.at(-1), "last state"),
    ...(told.quote !== null && { quote: told.quote }),
    ...(rating !== null && { feedback: { rating, day } }),
  };
  const { _id: ticketId } = await insertTicket(ctx, made, visit.joinedAt);
  const event = { businessId: business._id, ...place, ticketId };
  const log = async (
    kind: EventKind,
    at: number,
    index: number,
    actor: Actor,
  ) => {
    const before = states[index - 1] ?? null;
    const after = must(states[index], "state of a step");
    await insertEvent(ctx, { ...event, kind, at, actor, before, after });
  };
  await log("join", visit.joinedAt, 0, customer);
  for (const [i, { kind, at }] of steps.entries())
    await log(kind, at, i + 1, kind === "leave" ? customer : staff);
}

function stepsOf(
  visit: PastVisit,
  by: Id<"users">,
): { move: Move<Id<"users">>; at: number }[] {
  const call = { kind: "call", by, graceMs: 0 } as const;
  switch (visit.outcome) {
    case "served":
      return [
        { move: call, at: visit.calledAt },
        { move: { kind: "serve" }, at: visit.servingAt },
        { move: { kind: "complete" }, at: visit.endedAt },
      ];
    case "noShow":
      return [
        { move: call, at: visit.calledAt },
        {
          move: { kind: "noShow", returnedTo: visit.calledAt },
          at: visit.endedAt - 1,
        },
        { move: { kind: "remove" }, at: visit.endedAt },
      ];
    case "left":
      return [{ move: { kind: "leave" }, at: visit.calledAt }];
  }
}
