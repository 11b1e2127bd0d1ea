/** Named samples of customers and desk. A test sets only what should differ. */
import { expect } from "vitest";
import type { Board, Person } from "../../src/features/desk/types.ts";
import type { OpenQueue } from "../../src/features/join/types.ts";
import type { Chair, Queue } from "../../src/features/queues/types.ts";
import type { Line, Profile, Ticket } from "../../src/features/ticket/types.ts";
import { UNDO_MS } from "../../convex/queue/rules/events.ts";
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { newVisitRules } from "../../convex/business/rules/visitRules.ts";
import { encodeLine } from "../../convex/queue/rules/line.ts";
import { must } from "../../convex/base/rules/errors.ts";
import { newPace, paceSummary } from "../../convex/queue/rules/pace.ts";
import { spanText } from "../../convex/queue/rules/paceCodec.ts";

/** Ids are opaque texts. Tests make up their own. */
export const id = <T>(text: string): T => text as unknown as T;
export const SECRET = "s".repeat(32);
export const NOW = Date.parse("2026-11-23T11:42:00Z");

export const SHOP: Profile = {
  businessId: id("shop"),
  name: "Fade & Fortune",
  phone: "+44 20 7946 0123",
  description: null,
  logoUrl: null,
  timezone: "Europe/London",
  clock: "h24",
  country: "GB",
  operatingHours: defaultHours,
  ...newVisitRules,
  slotMinutes: 30,
  chairWord: "chair",
  demo: false,
  takesCustomers: true,
  smsPossible: false,
  mailPossible: false,
  notice: null,
};

/** A queue that new customers may choose. */
export const openQueue = (
  name: string,
  more: Partial<OpenQueue> = {},
): OpenQueue => ({
  queueId: id(name),
  name,
  letter: null,
  description: null,
  waitingCount: 3,
  servingCount: 0,
  limitReached: false,
  takesBookings: true,
  pause: null,
  pace: null,
  lastCallAt: null,
  chairs: 1,
  atCounter: 0,
  ...more,
});

/** Ticket #3 waiting in "Walk-ins". */
export const ticket = (more: Partial<Ticket> = {}): Ticket => ({
  ticketId: id("ticket-3"),
  mailedTo: null,
  place: null,
  letter: null,
  number: 3,
  name: "Zoë",
  status: "waiting",
  endReason: null,
  acknowledged: false,
  callCount: 0,
  calledAt: null,
  graceEndsAt: null,
  servingAt: null,
  endedAt: null,
  joinedAt: NOW - 10 * 60_000,
  scheduledTime: null,
  bookedUntil: null,
  isScheduled: false,
  noShows: 0,
  servedAssumed: false,
  saidServed: null,
  feedback: null,
  missedCallAt: null,
  queueId: id("walk-ins"),
  queueName: "Walk-ins",
  businessId: SHOP.businessId,
  businessName: SHOP.name,
  timezone: SHOP.timezone,
  generation: 1,
  ...more,
});

/** The pace that a phone gets of one chair with this time per person. */
export function evenPace(minutes: number): string {
  const turns = spanText(minutes * 60_000).repeat(20);
  return must(paceSummary({ ...newPace(), turns }), "summary of a pace");
}

/** The line with these numbers waiting. */
export const line = (
  numbers: readonly number[],
  more: Partial<Line> = {},
): Line => ({
  generation: 1,
  waiting: encodeLine(numbers),
  waitingCount: numbers.length,
  called: [],
  lastNumber: Math.max(0, ...numbers),
  currentNumber: 0,
  pace: null,
  lastCallAt: null,
  explained: [],
  isActive: true,
  chairs: 1,
  pause: null,
  ...more,
});

/** A person in the desk's list. */
export const person = (number: number, more: Partial<Person> = {}): Person => ({
  ticketId: id(`ticket-${number}`),
  queueId: id("walk-ins"),
  letter: null,
  number,
  name: null,
  phone: null,
  status: "waiting",
  joinedAt: NOW - 60_000 * number,
  orderAt: number,
  calledAt: null,
  servingAt: null,
  graceEndsAt: null,
  acknowledged: false,
  note: null,
  noShows: 0,
  calledByMe: false,
  by: null,
  scheduledTime: null,
  ...more,
});

/** A desk where #1 is called and #2 and #3 wait. */
export const board = (more: Partial<Board> = {}): Board => ({
  queueId: id("walk-ins"),
  name: "Walk-ins",
  letter: null,
  isActive: true,
  chairs: 1,
  hasNamedChairs: false,
  mine: null,
  pause: null,
  whenUnmarked: "came",
  graceMinutes: 5,
  generation: 1,
  called: [
    person(1, {
      ...{ status: "called", calledAt: NOW - 48_000, calledByMe: true },
    }),
  ],
  waiting: [person(2, { name: "Ana" }), person(3)],
  waitingCount: 2,
  scheduled: [],
  scheduledCount: 0,
  undo: null,
  crowds: [],
  notServed: [],
  ...more,
});

/** The server's answer to an action on a customer. */
export const acted = (number = 2, name: string | null = "Ana") => ({
  ...{ ok: true, ticketId: `ticket-${number}`, number, name },
  ...{ eventId: "event", completed: [] },
});

/** What a board offers to undo: an action on #2 just now. */
export const offer = (
  code: Offer["code"],
  more: Partial<Offer> = {},
): Offer => ({
  ...{ eventId: id("event"), code, number: 2, name: "Ana" },
  ...{ ticketId: id("ticket-2"), expiresAt: NOW + UNDO_MS },
  ...more,
});
type Offer = NonNullable<Board["undo"]>;

/** An open, empty queue. */
export const queue = (name: string, more: Partial<Queue> = {}): Queue => ({
  queueId: id(name),
  name,
  letter: null,
  description: null,
  isActive: true,
  isPaused: false,
  takesBookings: true,
  createdAt: NOW,
  waitingCount: 0,
  scheduledCount: 0,
  calledCount: 0,
  servingCount: 0,
  lastNumber: 0,
  ...more,
});

/** A named chair on duty, where nobody works. */
export const chair = (name: string, more: Partial<Chair> = {}): Chair => ({
  chairId: id(name),
  name,
  queueIds: [id("walk-ins")],
  duty: "on",
  until: null,
  isTaken: false,
  isMine: false,
  person: null,
  ...more,
});

/** Matches any request key. */
export const requestKey: unknown = expect.any(String);
/** With each action of the outbox. */
export const byOwner = { requestKey, asPerson: "owner" };
