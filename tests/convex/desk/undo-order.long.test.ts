/**
 * Undo in any order (product.md D12): after any sequence of actions and undos, tickets, line and sums equal the result
 * of the remaining actions alone, and so do the sums of the two people at the counter (W14). These are read from the
 * log and played through the transition table (queue/rules/tickets.ts), which knows no undo.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import {
  addedByMove,
  emptyDay,
  takenBackByMove,
  withAdded,
  withJoin,
  type DayCounts,
} from "../../../convex/queue/rules/days.ts";
import {
  noCounts,
  type PersonCounts,
} from "../../../convex/queue/rules/personDays.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import {
  afterMove,
  isMoveKind,
  type Move,
  type MoveKind,
} from "../../../convex/queue/rules/tickets.ts";
import type { TicketState } from "../../../convex/queue/rules/ticketState.ts";
import { keyed, lineFromTickets, lineRow, rows, granted } from "../open-app.ts";
import { press, newShop, newQueue } from "../base/calls.ts";

const { actions } = api.desk;

type Event = Doc<"ticketEvents">;
type Played = Pick<Doc<"tickets">, "queueId" | "number"> & {
  state: TicketState;
};

/** The move of an event, in the table's form. */
function moveOf({ kind, at, after }: Event): Move<Id<"users">> {
  const { calledBy, chairId, graceEndsAt, orderAt } = must(after, "state");
  switch (kind as MoveKind) {
    case "call":
      return {
        ...{ kind: "call", by: must(calledBy, "caller") },
        graceMs: graceEndsAt === null ? 0 : graceEndsAt - at,
        chair: chairId && { id: chairId, worksSince: null },
      };
    case "recall":
      return { kind: "recall", graceMs: must(graceEndsAt, "grace") - at };
    case "noShow":
    case "notHere":
    case "bringBack":
      return { kind: kind as "noShow", returnedTo: orderAt };
    case "reorder":
      return { kind: "reorder", orderAt };
    case "complete":
      return {
        kind: "complete",
        ...(after?.servedAssumed !== undefined && { byNextCall: true }),
      };
    default:
      return { kind } as Move<Id<"users">>;
  }
}

/** Rings and answers mean nothing without the action before them. */
const onTheSide: ReadonlySet<string> = new Set(["recall", "denyServed"]);

/** What the remaining events make of their tickets. Fails the test if one of them could not have happened. */
function playedThrough(log: readonly Event[]): Map<string, Played> {
  const tickets = new Map<string, Played>();
  for (const event of log) {
    const { ticketId, queueId, kind } = event;
    const number = must(event.number, "number");
    const id = must(ticketId, "ticket");
    if (kind === "join") {
      tickets.set(id, { queueId, number, state: must(event.after, "state") });
    } else if (isMoveKind(kind)) {
      const { state: ringing } = must(tickets.get(id), `ticket of a ${kind}`);
      const state = afterMove(ringing, moveOf(event), event.at);
      if (state === null && onTheSide.has(kind)) continue;
      if (state === null) throw new Error(`${kind} of #${number} cannot be`);
      const { queueId: to = queueId, number: as = number } =
        event.movedTo ?? {};
      tickets.set(id, { queueId: to, number: as, state });
    }
  }
  return tickets;
}

/** The sums of the remaining events, by queue. Quoted waits are left out. */
function countedUp(
  log: readonly Event[],
  joinedAt: ReadonlyMap<string, number>,
): Map<string, DayCounts> {
  const days = new Map<string, DayCounts>();
  for (const { queueId, ticketId, kind, before, at } of log) {
    const since = joinedAt.get(ticketId ?? "") ?? 0;
    let day = days.get(queueId) ?? emptyDay();
    if (kind === "join") day = withJoin(day, 12);
    else if (isMoveKind(kind)) {
      const added = addedByMove(kind, must(before, "state before"), since, at);
      if (added !== null) day = withAdded(day, added, 1, 12);
      const taken = takenBackByMove(kind);
      if (taken !== null) day = withAdded(day, taken, -1, 12);
    }
    days.set(queueId, day);
  }
  return days;
}

/** What the remaining events add up to for the person who called each ticket, written out here a second time. */
function countedFor(log: readonly Event[]) {
  const people = new Map<string, PersonCounts>();
  for (const { kind, before, after, at } of log) {
    const by = kind === "call" ? after?.calledBy : before?.calledBy;
    if (!by) continue;
    const sum = people.get(by) ?? noCounts();
    people.set(by, sum);
    const { servingAt = null } = before ?? {};
    if (kind === "call") sum.calls += 1;
    if (kind === "complete") sum.served += 1;
    if (kind === "complete" && servingAt !== null) {
      sum.services += 1;
      sum.serviceMsSum += at - servingAt;
    }
    if (kind === "noShow" || kind === "notHere") sum.noShows += 1;
    if (kind === "notHere" || kind === "bringBack") sum.served -= 1;
  }
  return people;
}

/** The sums that actions change. */
function sums({ joins, calls, waits, waitMsSum, served, ...rest }: DayCounts) {
  const { services, serviceMsSum, noShows, skipped, left, removed } = rest;
  return {
    ...{ joins, calls, waits, waitMsSum, served, services, serviceMsSum },
    ...{ noShows, skipped, left, removed },
  };
}

/** With named chairs: the owner and a barber work at chairs that serve both queues. */
async function openCounter(hasChairs: boolean) {
  const shop = await newShop({ settings: { whenUnmarked: "missed" } });
  const { app, owner, queueId } = shop;
  const colour = await newQueue(owner, "Colour");
  const queues = [queueId, colour] as const;
  const { caller: sam } = await app.member(shop, "staff");
  for (const [name, who] of hasChairs
    ? ([
        ["1", owner],
        ["2", sam],
      ] as const)
    : []) {
    const settings = { name, queueIds: [...queues] };
    const made = await owner.mutation(api.desk.chairs.create, settings);
    await press(who, api.desk.chairs.take, { chairId: granted(made).chairId });
  }
  const secrets: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    secrets.push(await app.join(queues[i === 3 ? 1 : 0]));
    vi.advanceTimersByTime(1_000);
  }
  return { app, people: [owner, sam] as const, staff: owner, queues, secrets };
}
type Counter = Awaited<ReturnType<typeof openCounter>>;

const onCalled = [
  ...(["serve", "done", "noShow", "returnToQueue", "remove"] as const),
  "recall",
] as const;
const names = [
  ...[
    "callNext",
    "callNext",
    "callFirst",
    "callFirst",
    "call",
    "skip",
    "move",
    "transfer",
    "transfer",
  ],
  ...["edit", "addWalkIn", "leave", "deny", "notHere", "bringBack", "dismiss"],
  ...[...onCalled, "undo", "undo", "undo", "undo"],
];
type Step = { name: string; pick: number; inOther: boolean; who: 0 | 1 };

async function act(counter: Counter, { name, pick, inOther }: Step) {
  const { app, staff, queues, secrets } = counter;
  const queueId = queues[Number(inOther)] ?? queues[0];
  const to = queues[Number(!inOther)] ?? queues[1];
  const board = await staff.query(actions.board, { queueId });
  const one = <T>(of: readonly T[]): T | undefined => of[pick % of.length];
  const waiting = one(board.waiting)?.ticketId;
  const called = one(board.called)?.ticketId;
  const secret = must(one(secrets), "secret");
  switch (name) {
    case "callNext":
      return await press(staff, actions.callNext, { queueId });
    case "callFirst":
      return await callTheFirst(counter);
    case "addWalkIn":
      return await press(staff, actions.addWalkIn, { queueId });
    case "leave":
      return await app.backend.mutation(api.line.tickets.leave, { secret });
    case "deny": {
      const args = { secret, served: false };
      return await app.backend.mutation(api.line.tickets.wasServed, args);
    }
    case "undo":
      return await undoOne(counter, queueId, pick);
    case "skip": {
      const first = board.waiting[0]?.ticketId ?? "";
      const args = { queueId, expectedTicketId: first };
      return await press(staff, actions.skip, args);
    }
  }
  const from = {
    notHere: one(board.undo?.assumed ?? [])?.ticketId,
    bringBack: one(board.notServed)?.ticketId,
    dismiss: one(board.notServed)?.ticketId,
    ...{ call: waiting, move: waiting, transfer: waiting, edit: waiting },
  };
  const ticketId = name in from ? from[name as keyof typeof from] : called;
  if (ticketId === undefined) return;
  const args = keyed({ ticketId });
  switch (name) {
    case "move": {
      const places = [-2, -1, 1, 3][pick % 4] ?? 1;
      const moved = { ...args, places, reason: "other" as const };
      return await staff.mutation(actions.move, moved);
    }
    case "transfer":
      return await staff.mutation(actions.transfer, { ...args, queueId: to });
    case "edit":
      return await staff.mutation(actions.edit, { ...args, note: `${pick}` });
    default:
      return await staff.mutation(
        api.desk.actions[name as (typeof onCalled)[number]],
        args,
      );
  }
}

/** The call is the least of all lines, and leaves at most one person being served at each chair. */
async function callTheFirst({ app, staff }: Counter) {
  const waiting = (await rows(app, "tickets"))
    .filter(({ state }) => state.status === "waiting")
    .sort(
      (a, b) =>
        a.state.orderAt - b.state.orderAt ||
        a.number - b.number ||
        a.queueId.localeCompare(b.queueId),
    );
  const called = await press(staff, actions.callFirst, {});
  expect(called.ok && called.ticketId).toBe(waiting[0]?._id ?? false);
  const served = (await rows(app, "tickets")).flatMap(({ state }) =>
    state.status === "serving" && state.chairId !== undefined
      ? [state.chairId]
      : [],
  );
  expect(served).toHaveLength(new Set(served).size);
}

/** Undoes any entry of the history. Entries with `canUndo` must succeed, and all others must be refused. */
async function undoOne(
  { staff }: Counter,
  queueId: Id<"queues">,
  pick: number,
): Promise<void> {
  const history = await staff.query(actions.history, { queueId });
  const entry = history[pick % (history.length || 1)];
  if (entry === undefined) return;
  const { eventId, canUndo } = entry;
  expect({
    ...(await press(staff, actions.undo, { eventId })),
    code: entry.code,
  }).toMatchObject({ ok: canUndo });
}

async function ensureAlone({ app, queues }: Counter): Promise<void> {
  const log = (await rows(app, "ticketEvents")).filter(
    ({ ticketId, undoneAt, kind }) =>
      ticketId !== null && undoneAt === null && kind !== "undo",
  );
  const played = playedThrough(log);
  const tickets = await rows(app, "tickets");
  // How often a phone has rung stays, whatever is undone.
  const silent = ({ queueId, number, state }: Played) => {
    const { acknowledgedAt: _, callCount: __, ...rest } = state;
    return { queueId, number, state: rest };
  };
  expect(tickets.map(silent)).toEqual(
    tickets.map(({ _id }) => silent(must(played.get(_id), "ticket"))),
  );
  const joinedAt = new Map<string, number>(
    tickets.map(({ _id, joinedAt: at }) => [_id, at]),
  );
  const counted = countedUp(log, joinedAt);
  const days = await rows(app, "queueDays");
  for (const queueId of queues) {
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
    const inOrder = [...played.values()]
      .filter((one) => one.queueId === queueId)
      .filter(({ state }) => state.status === "waiting")
      .sort((a, b) => a.state.orderAt - b.state.orderAt || a.number - b.number);
    expect(parseLine(line.state.waiting)).toEqual(
      inOrder.map(({ number }) => number),
    );
    expect(
      sums(days.find((row) => row.queueId === queueId)?.counts ?? emptyDay()),
    ).toEqual(sums(counted.get(queueId) ?? emptyDay()));
  }
  const own = (await rows(app, "personDays")).map((row) => [
    row.userId,
    row.counts,
  ]);
  expect(Object.fromEntries(own.filter(hasCounts))).toEqual(
    Object.fromEntries([...countedFor(log)].filter(hasCounts)),
  );
}

const hasCounts = (row: unknown) => /: ?[1-9]/.test(JSON.stringify(row));

test.each([
  ["without named chairs", false],
  ["with two named chairs that serve both queues", true],
])(
  "undo in any order, %s: gives the same as the remaining actions alone",
  async (_, hasChairs) => {
    const step = fc.record({
      name: fc.constantFrom(...names),
      pick: fc.nat(11),
      inOther: fc.integer({ min: 0, max: 3 }).map((n) => n === 3),
      who: fc.constantFrom(0 as const, 1 as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async (steps) => {
          const counter = await openCounter(hasChairs);
          for (const one of steps) {
            await act({ ...counter, staff: counter.people[one.who] }, one);
            vi.advanceTimersByTime(2_000);
          }
          await ensureAlone(counter);
        },
      ),
      { numRuns: 80 },
    );
  },
);
