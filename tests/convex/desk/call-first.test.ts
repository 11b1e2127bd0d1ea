/** Call Next for all queues at once. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { keyed, rows, granted } from "../open-app.ts";
import { MINUTE } from "../fake-clock.ts";
import { newQueue, newShop, press, refusedWith } from "../base/calls.ts";

const { actions, queues } = api.desk;
const NOBODY = refusedWith("nobodyWaiting");

/** A shop with the queues Haircut and, a little younger, Beard. */
async function openShop() {
  const shop = await newShop();
  const { app, owner, queueId: hair } = shop;
  vi.advanceTimersByTime(MINUTE);
  return {
    ...{ app, owner, hair, beard: await newQueue(owner, "Beard") },
    join: async (queueId: string, name: string) => {
      await app.join(queueId, name);
      vi.advanceTimersByTime(MINUTE);
    },
    callFirst: () => press(owner, actions.callFirst, {}),
    called: async () => granted(await press(owner, actions.callFirst, {})).name,
  };
}

test("calls whoever has waited longest in any queue, and says of which queue", async () => {
  const { hair, beard, join, callFirst } = await openShop();
  await join(beard, "Ana");
  await join(hair, "Bo");
  await join(hair, "Cy");
  await join(beard, "Di");
  const order = [
    { name: "Ana", number: 1, queueId: beard },
    { name: "Bo", number: 1, queueId: hair },
    { name: "Cy", number: 2, queueId: hair },
    { name: "Di", number: 2, queueId: beard },
  ];
  for (const person of order) expect(await callFirst()).toMatchObject(person);
  expect(await callFirst()).toEqual(NOBODY);
});

test("on a tie calls the older queue's, whichever was joined first", async () => {
  const { app, hair, beard, called } = await openShop();
  await app.join(beard, "Ana");
  await app.join(hair, "Bo");
  expect(await called()).toBe("Bo");
  expect(await called()).toBe("Ana");
});

test("calls as Call Next of that queue: ends the turn before, rings, and can be undone", async () => {
  const { app, owner, hair, beard, join, callFirst } = await openShop();
  await join(hair, "Ana");
  await join(beard, "Bo");
  await join(hair, "Cy");
  const [ana] = [granted(await callFirst())];
  await callFirst();
  vi.advanceTimersByTime(3 * MINUTE);
  const call = granted(await callFirst());
  // Bo is at the other queue's chair.
  expect(call).toMatchObject({
    ...{ name: "Cy", completed: [1] },
    assumed: [{ ticketId: ana.ticketId, number: 1 }],
  });
  const board = await owner.query(actions.board, { queueId: hair });
  expect(board).toMatchObject({
    called: [{ name: "Cy" }],
    undo: { code: "call", eventId: call.eventId },
  });
  await press(owner, actions.undo, { eventId: call.eventId });
  const tickets = await rows(app, "tickets");
  expect(tickets.map(({ state }) => [state.status, state.callCount])).toEqual([
    ...[["called", 1] as const, ["called", 1] as const],
    ["waiting", 1],
  ]);
});

test("passes over paused queues until the pause's time has come", async () => {
  const { owner, hair, beard, join, called, callFirst } = await openShop();
  await join(hair, "Ana");
  await join(hair, "Bo");
  await join(beard, "Cy");
  const until = Date.now() + 10 * MINUTE;
  await press(owner, queues.setPause, { queueId: hair, until });
  expect(await called()).toBe("Cy");
  expect(await callFirst()).toEqual(NOBODY);
  // The alarm that writes the end of the pause has not run.
  vi.setSystemTime(until);
  expect(await called()).toBe("Ana");
  await press(owner, queues.setPause, { queueId: hair, until: null });
  vi.setSystemTime(until + 60 * MINUTE);
  expect(await callFirst()).toEqual(NOBODY);
});

test("calls people who wait in a closed queue, and nobody who is only booked", async () => {
  const { app, owner, hair, beard, join, called, callFirst } = await openShop();
  const slot = { startsAt: Date.parse("2026-11-20T15:00:00Z") };
  const secret = "b".repeat(32);
  const wish = { ...slot, secret, queueId: beard, name: "Ed", email: "" };
  granted(await app.backend.mutation(api.booking.bookings.book, wish));
  await join(hair, "Ana");
  await owner.mutation(queues.setActive, { queueId: hair, isActive: false });
  expect(await called()).toBe("Ana");
  expect(await callFirst()).toEqual(NOBODY);
});

test("calls nobody of another shop, and once per request key", async () => {
  const { app, owner, hair, join } = await openShop();
  const other = await app.shop();
  await app.join(other.queueId, "Stranger");
  await join(hair, "Ana");
  await join(hair, "Bo");
  const args = keyed({});
  const answer = await owner.mutation(actions.callFirst, args);
  expect(answer).toMatchObject({ name: "Ana" });
  expect(await owner.mutation(actions.callFirst, args)).toEqual(answer);
  const waiting = (await rows(app, "tickets"))
    .filter(({ state }) => state.status === "waiting")
    .map(({ name }) => name);
  expect(waiting).toEqual(["Stranger", "Bo"]);
});
