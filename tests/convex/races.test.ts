/**
 * On convex-test: simultaneous actions at the desk. The same with real connections and interleaved
 * transactions is in tests/faults/counter.test.ts.
 */
import { expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { must } from "../../convex/base/rules/errors.ts";
import { canMove, isMoveKind } from "../../convex/queue/rules/tickets.ts";
import { isActive } from "../../convex/queue/rules/ticketState.ts";
import {
  keyed,
  lineFromTickets,
  lineRow,
  openApp,
  rows,
  maintain,
} from "./open-app.ts";
import { press, newQueue } from "./base/calls.ts";

const desk = api.desk.actions;

async function openShop(people: number) {
  const app = await openApp();
  const shop = await app.shop({ plan: "pro" });
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1)
    secrets.push(await app.join(shop.queueId));
  return { app, secrets, ...shop };
}

test.each([
  [16, 5],
  [4, 4],
  [3, 9],
])(
  "%i staff call %i customers, each once and in order",
  async (staff, people) => {
    const { owner, queueId, app } = await openShop(people);
    const answers = await Promise.all(
      Array.from(
        { length: staff },
        async () => await press(owner, desk.callNext, { queueId }),
      ),
    );
    const called = answers.flatMap((answer) =>
      answer.ok ? answer.number : [],
    );
    const expected = Math.min(staff, people);
    expect(called).toEqual(Array.from({ length: expected }, (_, i) => i + 1));
    const others = answers.filter(({ ok }) => !ok);
    expect(others).toEqual(
      others.map(() => ({ ok: false, code: "nobodyWaiting" })),
    );
    const { state } = await lineRow(app, queueId);
    expect(state.pace.currentNumber).toBe(expected);
  },
);

test("of eight who skip the same customer one succeeds, and nobody else is skipped", async () => {
  const { owner, queueId, app } = await openShop(8);
  const { waiting } = await owner.query(desk.board, { queueId });
  const expectedTicketId = must(waiting[0], "first").ticketId;
  const answers = await Promise.all(
    Array.from(
      { length: 8 },
      async () =>
        await owner.mutation(desk.skip, {
          ...keyed({ queueId, expectedTicketId }),
        }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok)).toEqual(
    Array.from({ length: 7 }, () => ({ ok: false, code: "listChanged" })),
  );
  const { state } = await lineRow(app, queueId);
  expect(state.waitingCount).toBe(7);
});

test("sixteen queues created at once stop at the plan's limit", async () => {
  const { owner } = await openShop(0);
  const answers = await Promise.all(
    Array.from(
      { length: 16 },
      async (_, i) =>
        await owner.mutation(api.desk.queues.create, { name: `Queue ${i}` }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(9);
  expect(await owner.query(api.desk.queues.list, {})).toHaveLength(10);
});

test.each(["reset", "deleted", "a day later"] as const)(
  "everything at once, then %s: only legal moves, no open tickets, one end for each phone",
  async (end) => {
    const { app, owner, queueId, secrets } = await openShop(8);
    const to = await newQueue(owner, "Colour");
    const { waiting } = await owner.query(desk.board, { queueId });
    const id = (nth: number) => ({
      ticketId: must(waiting[nth], "ticket").ticketId,
    });
    const leave = async (nth: number) =>
      await app.backend.mutation(api.line.tickets.leave, {
        secret: must(secrets[nth], "secret"),
      });
    await Promise.all([
      press(owner, desk.callNext, { queueId }),
      leave(0),
      press(owner, desk.call, id(1)),
      press(owner, desk.transfer, { ...id(1), queueId: to }),
      leave(1),
      press(owner, desk.transfer, { ...id(2), queueId: to }),
      owner.mutation(desk.skip, {
        ...keyed({ queueId, expectedTicketId: id(3).ticketId }),
      }),
      press(owner, desk.call, id(4)),
      press(owner, desk.serve, id(4)),
      press(owner, desk.noShow, id(4)),
      press(owner, desk.remove, id(5)),
      leave(5),
      owner.mutation(desk.move, {
        ...keyed({ ...id(6), places: -3 }),
        reason: "other" as const,
      }),
    ]);
    for (const of of [queueId, to]) {
      const line = await lineRow(app, of);
      expect(line.state).toEqual(await lineFromTickets(app, line));
    }
    if (end === "a day later") {
      vi.advanceTimersByTime(24 * 60 * 60_000 + 60_000);
      await maintain(app);
    } else {
      for (const of of [queueId, to]) {
        const args = { queueId: of };
        await (end === "reset"
          ? press(owner, desk.reset, args)
          : owner.mutation(api.desk.queues.remove, args));
      }
    }
    expect(
      (await rows(app, "tickets")).filter(({ state }) =>
        isActive(state.status),
      ),
    ).toEqual([]);
    for (const { state } of await rows(app, "lines"))
      expect(state).toMatchObject({ waiting: "", waitingCount: 0, called: [] });
    for (const { kind, before } of await rows(app, "ticketEvents"))
      if (isMoveKind(kind))
        expect(canMove(must(before, kind), kind)).toBe(true);
    for (const secret of secrets) {
      const mine = await app.backend.query(api.line.tickets.mine, { secret });
      expect(mine?.endReason).not.toBeNull();
    }
  },
);
