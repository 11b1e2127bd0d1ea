import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { lineRow, rows, type App, type Shop } from "../open-app.ts";
import { NOON, SECOND } from "../fake-clock.ts";
import { press } from "../base/calls.ts";
import { openCounter } from "./counter-shop.ts";

const { actions } = api.desk;
const NOTHING = { ok: false, code: "nothingToUndo" };

const openShop = (people: number) =>
  openCounter(people, {
    ...{ settings: { whenUnmarked: "came" }, apartMs: SECOND },
  });

/** Everything that undo must restore. The rings of the phone are not part of it. */
async function snapshot(app: App, { queueId }: Shop) {
  const tickets = (await rows(app, "tickets")).map(
    ({ number, generation, state }) => ({
      number,
      generation,
      state: { ...state, callCount: 0 },
    }),
  );
  // Undo itself changes these: `explained` differs, and `recentCalls` holds what has rung.
  const { lastOrderAt, explained, recentCalls, ...state } = (
    await lineRow(app, queueId)
  ).state;
  expect(recentCalls?.length ?? 0).toBeLessThanOrEqual(6);
  expect(explained?.length ?? 0).toBeLessThanOrEqual(6);
  expect(lastOrderAt).toBeGreaterThan(0);
  const days = (await rows(app, "queueDays")).map(({ counts }) => counts);
  const told = (await rows(app, "notServed")).map(({ ticketId }) => ticketId);
  return { tickets, state, days, told: told.sort() };
}

const names = [
  ...(["callNext", "call", "skip", "serve", "done", "noShow"] as const),
  ...(["notHere", "bringBack", "dismiss", "returnToQueue"] as const),
  ...(["remove", "reset"] as const),
];
type Action = { name: (typeof names)[number]; pick: number };

/** Does the action to a ticket that it fits. Null if there is none or it was refused. */
async function act({ owner, queueId }: Shop, { name, pick }: Action) {
  const board = await owner.query(actions.board, { queueId });
  const from = {
    ...{ call: board.waiting, skip: board.waiting.slice(0, 1) },
    ...{ notHere: board.undo?.assumed ?? [] },
    ...{ bringBack: board.notServed, dismiss: board.notServed },
  };
  const people: { ticketId: Id<"tickets"> }[] =
    name in from ? from[name as keyof typeof from] : board.called;
  const ticket = people[pick % (people.length || 1)];
  const perform = async () => {
    if (name === "reset" || name === "callNext")
      return await press(owner, actions[name], { queueId });
    if (ticket === undefined) return { ok: false as const };
    const { ticketId } = ticket;
    const first = { queueId, expectedTicketId: ticketId };
    if (name === "skip") return await press(owner, actions.skip, first);
    return await press(owner, api.desk.actions[name], { ticketId });
  };
  const answer = await perform();
  return answer.ok ? answer.eventId : null;
}

/** A customer says that they were not served. Has no effect where no one is asked. */
async function deny(
  { app, secret }: Awaited<ReturnType<typeof openShop>>,
  pick: number,
): Promise<void> {
  const args = { secret: secret(pick + 1), served: false };
  await app.backend.mutation(api.line.tickets.wasServed, args);
}

describe("action and undo", () => {
  test("leave the queue identical, after any history", async () => {
    const action = fc.record({
      name: fc.constantFrom(...names),
      pick: fc.nat(5),
    });
    // Two calls in a row and an answer, which returning a customer needs.
    const step = fc.record({
      name: fc.constantFrom(...names, "callNext", "callNext", "deny"),
      pick: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 10 }),
        action,
        async (history, last) => {
          const shop = await openShop(6);
          for (const step of history) {
            if (step.name === "deny") await deny(shop, step.pick);
            else if (step.name !== "reset") {
              await act(shop, { ...step, name: step.name });
            }
            vi.advanceTimersByTime(2_000);
          }
          const before = await snapshot(shop.app, shop);
          const rung = (await rows(shop.app, "tickets")).map(
            ({ state }) => state.callCount,
          );
          const eventId = await act(shop, last);
          if (eventId === null) return;
          const midway = await rows(shop.app, "tickets");
          vi.advanceTimersByTime(9_000);
          expect(await shop.undo({ eventId })).toEqual({
            ok: true,
          });
          expect(await snapshot(shop.app, shop)).toEqual(before);
          await shop.order();
          // The undo rings no one. Only the action itself may have rung.
          (await rows(shop.app, "tickets")).forEach(({ state }, i) => {
            expect(state.callCount).toBe(midway[i]?.state.callCount);
            expect(state.callCount).toBeGreaterThanOrEqual(rung[i] ?? 0);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("ring once more when an undone call is made again", async () => {
    const shop = await openShop(2);
    const call: Action = { name: "callNext", pick: 0 };
    const eventId = must(await act(shop, call), "call");
    await shop.undo({ eventId });
    expect(await shop.see(1)).toMatchObject({
      status: "waiting",
      callCount: 1,
      calledAt: null,
    });
    await act(shop, call);
    expect((await shop.see(1)).callCount).toBe(2);
    // The wait that ended in the call counts once.
    const [day] = await rows(shop.app, "queueDays");
    expect(day?.counts).toMatchObject({ calls: 1, waits: 1 });
  });
});

describe("undo is refused", () => {
  const call: Action = { name: "callNext", pick: 0 };

  test("a second time, the day after, and for a reset after ten seconds", async () => {
    const shop = await openShop(3);
    const undo = (eventId: string) => shop.undo({ eventId });
    const first = must(await act(shop, call), "call");
    const second = must(await act(shop, call), "call");
    expect(await undo(second)).toEqual({ ok: true });
    expect(await undo(second)).toEqual(NOTHING);
    vi.setSystemTime(NOON + 12 * 60 * 60_000);
    expect(await undo(first)).toEqual(NOTHING);
    const reset = must(await act(shop, { name: "reset", pick: 0 }), "reset");
    vi.advanceTimersByTime(10_001);
    expect(await undo(reset)).toEqual(NOTHING);
  });

  test("for a ticket that would expire at once", async () => {
    const shop = await openShop(1);
    vi.setSystemTime(NOON + 24 * 60 * 60_000 - 1_000);
    const eventId = must(await act(shop, call), "call");
    vi.setSystemTime(NOON + 24 * 60 * 60_000);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
  });

  test("when the customer has left meanwhile", async () => {
    const shop = await openShop(1);
    const eventId = must(await act(shop, call), "call");
    await shop.leave(1);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
    expect((await shop.see(1)).status).toBe("cancelled");
  });

  test("for a reset after a customer joined the new generation", async () => {
    const shop = await openShop(2);
    const reset: Action = { name: "reset", pick: 0 };
    const eventId = must(await act(shop, reset), "reset");
    await shop.app.join(shop.queueId);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
    expect(await shop.order()).toEqual([1]);
    expect((await lineRow(shop.app, shop.queueId)).state.generation).toBe(2);
  });
});

test("the log: has one row per state change, and undo adds its own", async () => {
  const shop = await openShop(2);
  const call: Action = { name: "callNext", pick: 0 };
  await act(shop, call);
  const eventId = must(await act(shop, call), "second call");
  await shop.undo({ eventId });
  const log = (await rows(shop.app, "ticketEvents")).map(
    ({ kind, number, before, after, undoneAt }: Doc<"ticketEvents">) =>
      `${kind} #${number} ${before?.status ?? "-"}>${after?.status ?? "-"}${undoneAt === null ? "" : " (undone)"}`,
  );
  expect(log).toEqual([
    "join #1 ->waiting",
    "join #2 ->waiting",
    "call #1 waiting>called",
    "call #2 waiting>called (undone)",
    "complete #1 called>completed (undone)",
    "undo #2 called>waiting",
    "undo #1 completed>called",
  ]);
});
