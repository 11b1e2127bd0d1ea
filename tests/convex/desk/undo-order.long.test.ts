/**
 * Undo in any order (product.md D12): after any sequence of actions and undos, tickets, line and sums equal the result
 * of the remaining actions alone. These are read from the log and played through the transition table
 * (queue/rules/tickets.ts), which knows no undo.
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
import { startClockAt } from "../fake-clock.ts";
import { press, newShop } from "../base/calls.ts";

const { actions } = api.desk;
const NOON = Date.parse("2026-11-20T12:00:00Z");
startClockAt(NOON);

type Event = Doc<"ticketEvents">;
type Played = Pick<Doc<"tickets">, "queueId" | "number"> & {
  state: TicketState;
};

/** The move of an event, in the table's form. */
function moveOf({ kind, at, after }: Event): Move<Id<"users">> {
  const { calledBy, graceEndsAt, orderAt } = must(after, "state");
  switch (kind as MoveKind) {
    case "call":
      return {
        ...{ kind: "call", by: must(calledBy, "caller") },
        graceMs: graceEndsAt === null ? 0 : graceEndsAt - at,
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

/** The sums that actions change. */
function sums({ joins, calls, waits, waitMsSum, served, ...rest }: DayCounts) {
  const { services, serviceMsSum, noShows, skipped, left, removed } = rest;
  return {
    ...{ joins, calls, waits, waitMsSum, served, services, serviceMsSum },
    ...{ noShows, skipped, left, removed },
  };
}

async function openCounter() {
  const { app, owner, queueId } = await newShop({
    settings: { whenUnmarked: "missed" },
  });
  const other = granted(
    await owner.mutation(api.desk.queues.create, { name: "Colour" }),
  );
  const queues = [queueId, other.queueId] as const;
  const secrets: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    secrets.push(await app.join(queues[i === 3 ? 1 : 0]));
    vi.advanceTimersByTime(1_000);
  }
  return { app, owner, queues, secrets };
}
type Counter = Awaited<ReturnType<typeof openCounter>>;

const onCalled = [
  ...(["serve", "done", "noShow", "returnToQueue", "remove"] as const),
  "recall",
] as const;
const names = [
  ...["callNext", "callNext", "call", "skip", "move", "transfer", "transfer"],
  ...["edit", "addWalkIn", "leave", "deny", "notHere", "bringBack", "dismiss"],
  ...[...onCalled, "undo", "undo", "undo", "undo"],
];
type Step = { name: string; pick: number; inOther: boolean };

async function act(counter: Counter, { name, pick, inOther }: Step) {
  const { app, owner, queues, secrets } = counter;
  const queueId = queues[Number(inOther)] ?? queues[0];
  const to = queues[Number(!inOther)] ?? queues[1];
  const board = await owner.query(actions.board, { queueId });
  const one = <T>(of: readonly T[]): T | undefined => of[pick % of.length];
  const waiting = one(board.waiting)?.ticketId;
  const called = one(board.called)?.ticketId;
  const secret = must(one(secrets), "secret");
  switch (name) {
    case "callNext":
      return await press(owner, actions.callNext, { queueId });
    case "addWalkIn":
      return await press(owner, actions.addWalkIn, { queueId });
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
      return await press(owner, actions.skip, args);
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
      return await owner.mutation(actions.move, moved);
    }
    case "transfer":
      return await owner.mutation(actions.transfer, { ...args, queueId: to });
    case "edit":
      return await owner.mutation(actions.edit, { ...args, note: `${pick}` });
    default:
      return await owner.mutation(
        api.desk.actions[name as (typeof onCalled)[number]],
        args,
      );
  }
}

/** Undoes any entry of the history. Entries with `canUndo` must succeed, and all others must be refused. */
async function undoOne(
  { owner }: Counter,
  queueId: Id<"queues">,
  pick: number,
): Promise<void> {
  const history = await owner.query(actions.history, { queueId });
  const entry = history[pick % (history.length || 1)];
  if (entry === undefined) return;
  const { eventId, canUndo } = entry;
  expect({
    ...(await press(owner, actions.undo, { eventId })),
    code: entry.code,
  }).toMatchObject({ ok: canUndo });
}

async function ensureAlone({ app, queues }: Counter): Promise<void> {
  const log = (await rows(app, "ticketEvents")).filter(
    ({ undoneAt, kind }) => undoneAt === null && kind !== "undo",
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
}

test("undo in any order: gives the same as the remaining actions alone", async () => {
  const step = fc.record({
    name: fc.constantFrom(...names),
    pick: fc.nat(11),
    inOther: fc.integer({ min: 0, max: 3 }).map((n) => n === 3),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (steps) => {
        const counter = await openCounter();
        for (const one of steps) {
          await act(counter, one);
          vi.advanceTimersByTime(2_000);
        }
        await ensureAlone(counter);
      },
    ),
    { numRuns: 80 },
  );
});
