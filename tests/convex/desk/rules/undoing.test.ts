/** Undo in any order (product.md D12), played with the transition table alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
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
  newBookingState,
  newTicketState,
  type TicketState,
} from "../../../../convex/queue/rules/ticketState.ts";
import { isWherePut } from "../../../../convex/desk/rules/undoing.ts";

const NOW = 1_700_000_000_000;
const by = "user" as Id<"users">;

/** Moves that end whole queues are not actions on one person. A ticket's queue is not part of its state. */
const ENDS = ["reset", "closeQueue", "expire", "transfer"];
/** Moves by customers, and rings: these are never undone. */
const NEVER = ["recall", "acknowledge", "confirmServed", "denyServed", "leave"];
/** Those of them that mean nothing without the action before them. */
const SIDES = NEVER.filter((kind) => kind !== "leave");

type Done = {
  ticket: number;
  move: Move<Id<"users">>;
  at: number;
  put: TicketState;
  before: TicketState;
  stands: boolean;
};

function moveAt(kind: MoveKind, at: number): Move<Id<"users">> {
  return {
    ...{ kind, by, graceMs: 300_000, returnedTo: at + 5, orderAt: at },
    slot: { start: at + 7_200_000, end: at + 9_000_000 },
    ...(kind === "complete" && { byNextCall: true }),
  } as never;
}

const start = (): TicketState[] => [
  newTicketState(NOW - 2, false),
  newTicketState(NOW - 1, false),
  newBookingState({ start: NOW + 3_600_000, end: NOW + 5_400_000 }),
];

/** Rings stay, whatever is undone. */
function silent({ callCount: _, acknowledgedAt: __, ...state }: TicketState) {
  return { ...state, servedAssumed: state.servedAssumed };
}

test("any sequence of actions and undos gives the same as the remaining actions alone", () => {
  const kinds = (Object.keys(allowedFrom) as MoveKind[]).filter(
    (kind) => !ENDS.includes(kind),
  );
  const step = fc.record({
    ticket: fc.nat(2),
    isUndo: fc.boolean(),
    pick: fc.nat(20),
  });
  let undone = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const now = start();
      const log: Done[] = [];
      steps.forEach(({ ticket, isUndo, pick }, i) => {
        const at = NOW + i * 1_000;
        if (isUndo) {
          const one = log[pick % (log.length || 1)];
          if (one === undefined || !one.stands) return;
          const { callCount } = must(now[one.ticket], "ticket");
          if (NEVER.includes(one.move.kind)) return;
          if (!isWherePut(must(now[one.ticket], "ticket"), one.put)) return;
          now[one.ticket] = { ...one.before, callCount };
          one.stands = false;
          undone += 1;
          return;
        }
        const before = must(now[ticket], "ticket");
        const can = kinds.filter((kind) => canMove(before, kind));
        const kind = can[pick % (can.length || 1)];
        if (kind === undefined) return;
        const move = moveAt(kind, at);
        const put = afterMove(before, move, at);
        if (put === null) return;
        log.push({ ticket, move, at, put, before, stands: true });
        now[ticket] = put;
      });
      const alone = start();
      for (const { ticket, move, at, stands } of log) {
        if (!stands) continue;
        const next = afterMove(must(alone[ticket], "ticket"), move, at);
        if (next === null && SIDES.includes(move.kind)) continue;
        alone[ticket] = must(next, `state after ${move.kind}`);
      }
      expect(now.map(silent)).toEqual(alone.map(silent));
    }),
    { numRuns: 2_000 },
  );
  expect(undone).toBeGreaterThan(1_000);
});
