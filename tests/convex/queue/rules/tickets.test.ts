import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel.js";
import { must } from "../../../../convex/base/rules/errors.ts";
import {
  afterMove,
  allowedFrom,
  canMove,
  type Move,
  type MoveKind,
} from "../../../../convex/queue/rules/tickets.ts";
import {
  isActive,
  newTicketState,
  staleAt,
  STALE_AFTER_MS,
  type TicketState,
  type TicketStatus,
} from "../../../../convex/queue/rules/ticketState.ts";

const by = "user" as Id<"users">;
const NOW = 1_700_000_000_000;

const moves: Record<MoveKind, Move<Id<"users">>> = {
  call: { kind: "call", by, graceMs: 300_000 },
  recall: { kind: "recall", graceMs: 300_000 },
  acknowledge: { kind: "acknowledge" },
  ...{ serve: { kind: "serve" }, complete: { kind: "complete" } },
  noShow: { kind: "noShow", returnedTo: NOW + 5 },
  notHere: { kind: "notHere", returnedTo: NOW + 5 },
  confirmServed: { kind: "confirmServed" },
  denyServed: { kind: "denyServed" },
  bringBack: { kind: "bringBack", returnedTo: NOW + 5 },
  dismiss: { kind: "dismiss" },
  returnToQueue: { kind: "returnToQueue" },
  ...{ skip: { kind: "skip" }, remove: { kind: "remove" } },
  leave: { kind: "leave" },
  becomeDue: { kind: "becomeDue", orderAt: NOW },
  rebook: {
    kind: "rebook",
    slot: { start: NOW + 7_200_000, end: NOW + 9_000_000 },
  },
  reorder: { kind: "reorder", orderAt: NOW + 7 },
  ...{ transfer: { kind: "transfer" }, reset: { kind: "reset" } },
  closeQueue: { kind: "closeQueue" },
  expire: { kind: "expire" },
};

const waiting = newTicketState(NOW, false);
const booked = newTicketState(NOW + 3_600_000, true);
/** In the line since the booked time, with its slot. */
const due = { ...waiting, slot: { start: NOW - 60_000, end: NOW + 60_000 } };
const at = (state: TicketState, ...kinds: MoveKind[]): TicketState =>
  kinds.reduce((now, kind) => {
    const next = afterMove(now, moves[kind], NOW);
    if (next === null) throw new Error(`${kind} refused`);
    return next;
  }, state);

const CALLED = at(waiting, "call");
const SERVING = at(CALLED, "serve");
/** Completed by the call of the next person. */
const overtaken = (state: TicketState): TicketState =>
  must(
    afterMove(state, { kind: "complete", byNextCall: true }, NOW),
    "completed ticket",
  );
const ASSUMED = overtaken(CALLED);
const DENIED = at(ASSUMED, "denyServed");
const situations: Record<string, TicketState> = {
  ...{ waiting, booked, due },
  dueCalledAgain: at(due, "call", "noShow", "call"),
  called: CALLED,
  acknowledged: at(CALLED, "acknowledge"),
  serving: SERVING,
  secondChance: at(CALLED, "noShow"),
  calledAgain: at(CALLED, "noShow", "call"),
  completed: at(SERVING, "complete"),
  completedWhileServing: overtaken(SERVING),
  completedOnTheWay: overtaken(at(CALLED, "acknowledge")),
  assumed: ASSUMED,
  assumedAgain: overtaken(at(CALLED, "noShow", "call")),
  confirmed: at(ASSUMED, "confirmServed"),
  denied: DENIED,
  deniedAgain: at(overtaken(at(DENIED, "bringBack", "call")), "denyServed"),
  dismissed: at(DENIED, "dismiss"),
  broughtBack: at(DENIED, "bringBack"),
  ...{ skipped: at(waiting, "skip"), cancelled: at(waiting, "leave") },
  expired: at(waiting, "expire"),
};

/** product.md T2, row by row: situation -> move -> status and reason. Every other move is refused. */
const table: Record<
  string,
  Partial<Record<MoveKind, [TicketStatus, TicketState["endReason"]]>>
> = {
  waiting: {
    call: ["called", null],
    skip: ["skipped", "skippedByStaff"],
    remove: ["cancelled", "removedByStaff"],
    leave: ["cancelled", "left"],
    reorder: ["waiting", null],
    transfer: ["waiting", null],
    reset: ["cancelled", "reset"],
    closeQueue: ["cancelled", "queueClosed"],
    expire: ["expired", "stale"],
  },
  booked: {
    call: ["called", null],
    becomeDue: ["waiting", null],
    rebook: ["waiting", null],
    remove: ["cancelled", "removedByStaff"],
    leave: ["cancelled", "left"],
    reset: ["cancelled", "reset"],
    closeQueue: ["cancelled", "queueClosed"],
    expire: ["expired", "stale"],
  },
  called: {
    ...{ recall: ["called", null], acknowledge: ["called", null] },
    ...{ serve: ["serving", null], complete: ["completed", "served"] },
    ...{ noShow: ["waiting", null], returnToQueue: ["waiting", null] },
    remove: ["cancelled", "removedByStaff"],
    ...{ leave: ["cancelled", "left"], transfer: ["waiting", null] },
    reset: ["cancelled", "reset"],
    closeQueue: ["cancelled", "queueClosed"],
    expire: ["expired", "stale"],
  },
  serving: {
    complete: ["completed", "served"],
    remove: ["cancelled", "removedByStaff"],
    transfer: ["waiting", null],
    reset: ["cancelled", "reset"],
    closeQueue: ["cancelled", "queueClosed"],
    expire: ["expired", "stale"],
  },
  completed: {},
  completedWhileServing: {},
  completedOnTheWay: {},
  assumed: {
    notHere: ["waiting", null],
    confirmServed: ["completed", "served"],
    denyServed: ["completed", "served"],
  },
  assumedAgain: {
    notHere: ["skipped", "noShow"],
    confirmServed: ["completed", "served"],
    denyServed: ["completed", "served"],
  },
  confirmed: {},
  denied: {
    notHere: ["waiting", null],
    bringBack: ["waiting", null],
    dismiss: ["completed", "served"],
  },
  // Already brought back once: the desk may only look at it.
  deniedAgain: {
    notHere: ["skipped", "noShow"],
    dismiss: ["completed", "served"],
  },
  dismissed: {},
  skipped: {},
  cancelled: {},
  expired: {},
};
table.acknowledged = { ...table.called };
table.secondChance = { ...table.waiting };
table.broughtBack = { ...table.waiting };
table.due = { ...table.waiting };
table.dueCalledAgain = { ...table.called, noShow: ["skipped", "noShow"] };
table.calledAgain = { ...table.called, noShow: ["skipped", "noShow"] };

describe("the transition table", () => {
  for (const [name, state] of Object.entries(situations)) {
    for (const kind of Object.keys(moves) as MoveKind[]) {
      const expected = table[name]?.[kind];
      const title = expected === undefined ? "refused" : expected.join(", ");
      test(`${name}, ${kind}: ${title}`, () => {
        const after = afterMove(state, moves[kind], NOW + 1);
        expect(canMove(state, kind)).toBe(expected !== undefined);
        if (expected === undefined) {
          expect(after).toBeNull();
          return;
        }
        expect(after?.status).toBe(expected[0]);
        expect(after?.endReason).toBe(expected[1]);
        const ended = !isActive(expected[0]);
        // A statement about an end is not a new end.
        const endedNow = expected[0] === state.status ? NOW : NOW + 1;
        expect(after?.endedAt).toBe(ended ? endedNow : null);
        if (ended) expect(after?.graceEndsAt).toBeNull();
        // A booked time becomes free with the end, and not before.
        if (ended || kind === "transfer") expect(after?.slot).toBeUndefined();
        else if (kind !== "rebook") expect(after?.slot).toEqual(state.slot);
      });
    }
  }

  test("only leads from open states, and from an end that was assumed", () => {
    const leadsFromAnEnd = (Object.keys(moves) as MoveKind[]).filter((kind) =>
      allowedFrom[kind].some((status) => !isActive(status)),
    );
    expect(leadsFromAnEnd).toEqual([
      ...["notHere", "confirmServed", "denyServed", "bringBack", "dismiss"],
    ]);
  });
});

describe("what a move does to the rest of the ticket", () => {
  test("a call rings and starts the grace clock; zero minutes start none", () => {
    expect(CALLED).toMatchObject({
      callCount: 1,
      calledAt: NOW,
      calledBy: by,
      graceEndsAt: NOW + 300_000,
    });
    const off = afterMove(waiting, { kind: "call", by, graceMs: 0 }, NOW);
    expect(off?.graceEndsAt).toBeNull();
  });

  test("recall rings again and restarts the clock, even for a customer on the way", () => {
    const acknowledged = at(CALLED, "acknowledge");
    expect(acknowledged.graceEndsAt).toBeNull();
    const again = afterMove(acknowledged, moves.recall, NOW + 1);
    expect(again).toMatchObject({
      callCount: 2,
      acknowledgedAt: null,
      graceEndsAt: NOW + 300_001,
    });
  });

  test("serving does not ring a second time", () => {
    expect(SERVING.callCount).toBe(CALLED.callCount);
    expect(SERVING.graceEndsAt).toBeNull();
  });

  test("return keeps the place, and the first no-show goes where it is sent", () => {
    const back = at(CALLED, "returnToQueue");
    expect(back.orderAt).toBe(waiting.orderAt);
    expect(back).toMatchObject({ calledAt: null, graceEndsAt: null });
    const sent = at(CALLED, "noShow");
    expect(sent).toMatchObject({ orderAt: NOW + 5, noShows: 1 });
  });

  test("an assumed end is taken back completely, without a ring", () => {
    const back = at(DENIED, "bringBack");
    expect(back).toEqual({
      ...at(CALLED, "noShow"),
      orderAt: NOW + 5,
      broughtBack: true,
    });
    expect(at(ASSUMED, "notHere")).toEqual(at(CALLED, "noShow"));
    expect(back.callCount).toBe(CALLED.callCount);
  });

  test("a customer who was brought back has had their second chance", () => {
    const missed = at(DENIED, "bringBack", "call", "noShow");
    expect(missed).toMatchObject({ status: "skipped", endReason: "noShow" });
  });

  test("the number of rings never falls, whatever happens", () => {
    const anyMoves = fc.array(
      fc.constantFrom(...(Object.keys(moves) as MoveKind[])),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(anyMoves, (kinds) => {
        let state = waiting;
        for (const kind of kinds) {
          const next = afterMove(state, moves[kind], NOW);
          if (next === null) continue;
          expect(next.callCount).toBeGreaterThanOrEqual(state.callCount);
          state = next;
        }
      }),
    );
  });

  test("a booking is stale a day after its own time, not a day after it was made", () => {
    const wednesday = NOW + 2 * STALE_AFTER_MS;
    expect(staleAt(NOW, wednesday)).toBe(wednesday + STALE_AFTER_MS);
    expect(staleAt(NOW, null)).toBe(NOW + STALE_AFTER_MS);
    expect(staleAt(NOW, NOW - 5_000)).toBe(NOW + STALE_AFTER_MS);
  });
});
