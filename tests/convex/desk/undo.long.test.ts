import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import {
  lineFromTickets,
  lineRow,
  openApp,
  rows,
  ticketOf,
  type App,
  type Shop,
} from "../open-app.ts";
import { startClockAt } from "../fake-clock.ts";
import { press } from "../base/calls.ts";

const { actions } = api.desk;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const NOTHING = { ok: false, code: "nothingToUndo" };
startClockAt(NOON);

async function openShop(people: number) {
  const app = await openApp();
  const shop = await app.shop({ settings: { whenUnmarked: "came" } });
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1) {
    secrets.push(await app.join(shop.queueId));
    vi.advanceTimersByTime(1_000);
  }
  return { app, secrets, ...shop };
}

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
  { app, secrets }: { app: App; secrets: readonly string[] },
  pick: number,
): Promise<void> {
  await app.backend.mutation(api.line.tickets.wasServed, {
    secret: must(secrets[pick], "secret"),
    served: false,
  });
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
          expect(await press(shop.owner, actions.undo, { eventId })).toEqual({
            ok: true,
          });
          expect(await snapshot(shop.app, shop)).toEqual(before);
          const line = await lineRow(shop.app, shop.queueId);
          expect(line.state).toEqual(await lineFromTickets(shop.app, line));
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
    const secret = shop.secrets[0] ?? "";
    const call: Action = { name: "callNext", pick: 0 };
    const eventId = must(await act(shop, call), "call");
    await press(shop.owner, actions.undo, { eventId });
    expect(await ticketOf(shop.app, secret)).toMatchObject({
      status: "waiting",
      callCount: 1,
      calledAt: null,
    });
    await act(shop, call);
    expect((await ticketOf(shop.app, secret)).callCount).toBe(2);
    // The wait that ended in the call counts once.
    const [day] = await rows(shop.app, "queueDays");
    expect(day?.counts).toMatchObject({ calls: 1, waits: 1 });
  });

  test("bring back the customer whom the call completed", async () => {
    const shop = await openShop(3);
    await act(shop, { name: "callNext", pick: 0 });
    await act(shop, { name: "serve", pick: 0 });
    const call: Action = { name: "callNext", pick: 0 };
    const eventId = must(await act(shop, call), "call");
    expect(await ticketOf(shop.app, shop.secrets[0] ?? "")).toMatchObject({
      status: "completed",
    });
    await press(shop.owner, actions.undo, { eventId });
    expect(await ticketOf(shop.app, shop.secrets[0] ?? "")).toMatchObject({
      status: "serving",
      callCount: 1,
    });
    expect((await ticketOf(shop.app, shop.secrets[1] ?? "")).status).toBe(
      "waiting",
    );
  });
});

describe("undo is refused", () => {
  const call: Action = { name: "callNext", pick: 0 };

  test("a second time, the day after, and for a reset after ten seconds", async () => {
    const shop = await openShop(3);
    const undo = (eventId: string) =>
      press(shop.owner, actions.undo, { eventId });
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
    expect(await press(shop.owner, actions.undo, { eventId })).toEqual(NOTHING);
  });

  test("when the customer has left meanwhile", async () => {
    const shop = await openShop(1);
    const eventId = must(await act(shop, call), "call");
    const secret = shop.secrets[0] ?? "";
    await shop.app.backend.mutation(api.line.tickets.leave, { secret });
    expect(await press(shop.owner, actions.undo, { eventId })).toEqual(NOTHING);
    expect((await ticketOf(shop.app, secret)).status).toBe("cancelled");
  });

  test("for a reset after a customer joined the new generation", async () => {
    const shop = await openShop(2);
    const reset: Action = { name: "reset", pick: 0 };
    const eventId = must(await act(shop, reset), "reset");
    await shop.app.join(shop.queueId);
    expect(await press(shop.owner, actions.undo, { eventId })).toEqual(NOTHING);
    const line = await lineRow(shop.app, shop.queueId);
    expect(parseLine(line.state.waiting)).toEqual([1]);
    expect(line.state.generation).toBe(2);
  });
});

test("the log: has one row per state change, and undo adds its own", async () => {
  const shop = await openShop(2);
  const call: Action = { name: "callNext", pick: 0 };
  await act(shop, call);
  const eventId = must(await act(shop, call), "second call");
  await press(shop.owner, actions.undo, { eventId });
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
