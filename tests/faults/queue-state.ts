/** Every row of one queue in one snapshot, against the rules that always hold. Trusts no counter of the product. */
import { createHash } from "node:crypto";
import { parseLine } from "../../convex/queue/rules/line.ts";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";

type TicketState = {
  readonly status: string;
  readonly isScheduled: boolean;
  readonly orderAt: number;
  readonly slot?: Slot;
};
type Slot = { readonly start: number; readonly end: number };
export type Ticket = {
  readonly _id: string;
  readonly generation: number;
  readonly number: number;
  readonly secretHash: string | null;
  readonly state: TicketState;
};
export type TicketEvent = {
  readonly _id: string;
  readonly ticketId: string | null;
  readonly generation: number;
  readonly number: number | null;
  readonly kind: string;
  readonly before: TicketState | null;
  readonly after: TicketState | null;
};
export type QueueState = {
  readonly line: {
    readonly state: {
      readonly generation: number;
      readonly lastNumber: number;
      readonly waiting: string;
      readonly waitingCount: number;
      readonly scheduledCount: number;
      readonly called: readonly { readonly ticketId: string }[];
    };
  };
  readonly tickets: readonly Ticket[];
  readonly events: readonly TicketEvent[];
  readonly days: readonly {
    readonly counts: Readonly<Record<string, number>>;
  }[];
};

export async function queueState(url: string, queueId: string) {
  return (await runAsAdmin(url, "inspection:queue", { queueId })) as QueueState;
}

/** A phone's secret as the product stores it. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");
const waits = ({ status, isScheduled }: TicketState) =>
  status === "waiting" && !isScheduled;
const atCounter = ({ status }: TicketState) =>
  status === "called" || status === "serving";
/** Waiting, called or being served: what the plan limits. */
const isActive = (state: TicketState | null): boolean =>
  state !== null && (waits(state) || atCounter(state));

/** Every broken rule, in words; none when all is well. */
export const violations = (state: QueueState): string[] => [
  ...numbersBroken(state),
  ...lineBroken(state),
  ...eventsBroken(state),
  ...daysBroken(state),
];

/** Numbers of a generation are 1, 2, 3, … without gaps or duplicates. */
function numbersBroken({ tickets, line }: QueueState): string[] {
  const byGeneration = Map.groupBy(tickets, ({ generation }) => generation);
  const broken: string[] = [];
  for (const [generation, members] of byGeneration) {
    const numbers = members.map(({ number }) => number).sort((a, b) => a - b);
    numbers.forEach((number, index) => {
      if (number !== index + 1)
        broken.push(
          `generation ${generation}: ${number} in place ${index + 1}`,
        );
    });
    if (
      generation === line.state.generation &&
      numbers.length !== line.state.lastNumber
    )
      broken.push(`lastNumber ${line.state.lastNumber} of ${numbers.length}`);
  }
  return broken;
}

function lineBroken({ tickets, line }: QueueState): string[] {
  const waiting = tickets
    .filter(({ state }) => waits(state))
    .sort((a, b) => a.state.orderAt - b.state.orderAt || a.number - b.number)
    .map(({ number }) => number);
  const counter = tickets.filter(({ state }) => atCounter(state));
  const { state } = line;
  const broken: string[] = [];
  const order = parseLine(state.waiting).join();
  if (order !== waiting.join())
    broken.push(`waiting order ${order} is not ${waiting.join()}`);
  if (state.waitingCount !== waiting.length)
    broken.push(`waitingCount ${state.waitingCount} of ${waiting.length}`);
  const booked = tickets.filter(
    (ticket) => ticket.state.status === "waiting" && !waits(ticket.state),
  );
  if (state.scheduledCount !== booked.length)
    broken.push(`scheduledCount ${state.scheduledCount} of ${booked.length}`);
  const named = state.called.map(({ ticketId }) => ticketId).sort();
  if (
    named.join() !==
    counter
      .map(({ _id }) => _id)
      .sort()
      .join()
  )
    broken.push(`called names ${named.length} of ${counter.length}`);
  return broken;
}

/** Each ticket's events lead without a gap from its creation to its current state. */
function eventsBroken({ tickets, events }: QueueState): string[] {
  const byTicket = Map.groupBy(events, ({ ticketId }) => ticketId);
  const broken: string[] = [];
  for (const ticket of tickets) {
    let state: TicketState | null = null;
    for (const event of byTicket.get(ticket._id) ?? []) {
      if (!same(event.before, state))
        broken.push(
          `ticket ${ticket.number}: ${event.kind} from another state`,
        );
      state = event.after;
    }
    if (!same(state, ticket.state))
      broken.push(`ticket ${ticket.number}: its events end elsewhere`);
    byTicket.delete(ticket._id);
  }
  byTicket.delete(null);
  for (const id of byTicket.keys()) broken.push(`events of no ticket: ${id}`);
  return broken;
}

/** Which daily sum counts which event. */
const COUNTED = {
  join: "joins",
  call: "calls",
  complete: "served",
  skip: "skipped",
  leave: "left",
} as const;

function daysBroken({ days, events }: QueueState): string[] {
  const broken: string[] = [];
  for (const [kind, sum] of Object.entries(COUNTED)) {
    const counted = days.reduce(
      (total, day) => total + (day.counts[sum] ?? 0),
      0,
    );
    // Who cancels a booking ahead leaves no line (product.md W9).
    const happened = events.filter(
      (event) =>
        event.kind === kind &&
        !(kind === "leave" && event.before?.isScheduled === true),
    ).length;
    if (counted !== happened)
      broken.push(`days count ${counted} ${sum}, ${happened} happened`);
  }
  return broken;
}

function same(a: TicketState | null, b: TicketState | null): boolean {
  const text = (state: TicketState | null) =>
    state && JSON.stringify(Object.entries(state).sort());
  return text(a) === text(b);
}

/** How many were active after each event, in commit order. */
export function activeOverTime({ events }: QueueState): number[] {
  let active = 0;
  return events.map((event) => {
    active += Number(isActive(event.after)) - Number(isActive(event.before));
    return active;
  });
}

/** The most bookings at one moment, over everything booked now. */
export function mostBookedAtOnce({ tickets }: QueueState): number {
  const slots = tickets.flatMap(({ state: { status, slot } }) =>
    ["waiting", "called", "serving"].includes(status) && slot ? [slot] : [],
  );
  const atOnce = slots.map(
    ({ start: at }) =>
      slots.filter(({ start, end }) => start <= at && at < end).length,
  );
  return Math.max(0, ...atOnce);
}
