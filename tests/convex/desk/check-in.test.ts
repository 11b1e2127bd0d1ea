/** 'Here' on a booking: the person has come before their time and stands in line at it (product.md B4). */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { isEarly } from "../../../convex/queue/rules/places.ts";
import { isWaitingNow } from "../../../convex/queue/rules/lineState.ts";
import { at, openBookingShop, pass } from "../booking/booking-shop.ts";
import { lineFromTickets, lineRow, rows, ticketOf } from "../open-app.ts";
import { HOUR, MINUTE, NOON } from "../fake-clock.ts";
import { granted, press, refusedWith } from "../base/calls.ts";

const { actions } = api.desk;
const MOVED_ON = refusedWith("customerMovedOn");

async function openShop() {
  const shop = await openBookingShop();
  const { app, owner, queueId, board } = shop;
  /** The ticket with this number. */
  const id = async (number: number): Promise<Id<"tickets">> =>
    must(
      (await rows(app, "tickets")).find((one) => one.number === number),
      "ticket",
    )._id;
  const act = async (
    name: "checkIn" | "callNow" | "noShow" | "returnToQueue" | "bringBack",
    number: number,
  ) => await press(owner, actions[name], { ticketId: await id(number) });
  return {
    ...{ ...shop, id, act },
    /** Joins a minute after the last. */
    join: async () => {
      vi.advanceTimersByTime(MINUTE);
      return await app.join(queueId);
    },
    callNext: () => press(owner, actions.callNext, { queueId }),
    move: async (number: number, places: number) =>
      await press(owner, actions.move, {
        ...{ ticketId: await id(number), places, reason: "other" },
      }),
    /** Their numbers, after a check that the line adds up. */
    order: async () => {
      const line = await lineRow(app, queueId);
      expect(line.state).toEqual(await lineFromTickets(app, line));
      const { waiting } = await board();
      const numbers = parseLine(line.state.waiting);
      expect(waiting.map(({ number }) => number)).toEqual(numbers);
      return numbers;
    },
  };
}

describe("somebody who comes before their time", () => {
  test("joins the line at that time and frees the slot; undo makes it a booking again", async () => {
    const { app, owner, book, act, join, order, board, freeOn } =
      await openShop();
    const secret = await book(at("14:00"));
    await join();
    const answer = granted(await act("checkIn", 1));
    expect(await order()).toEqual([2, 1]);
    expect(await board()).toMatchObject({
      ...{ called: [], scheduled: [], undo: { code: "becomeDue", number: 1 } },
      waiting: [{ number: 2 }, { number: 1, scheduledTime: at("14:00") }],
    });
    expect(await freeOn()).toContain("14:00");
    const { eventId } = answer;
    expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
    expect(await order()).toEqual([2]);
    expect(await freeOn()).not.toContain("14:00");
    await pass(app, 2 * HOUR);
    expect((await ticketOf(app, secret)).isScheduled).toBe(false);
    expect(await order()).toEqual([2, 1]);
  });

  test("is called when nobody else waits, and keeps that time when put back", async () => {
    const { book, act, join, order, callNext } = await openShop();
    await book(at("14:00"));
    await act("checkIn", 1);
    expect(await callNext()).toMatchObject({ ok: true, number: 1 });
    await join();
    await act("returnToQueue", 1);
    expect(await order()).toEqual([2, 1]);
    await join();
    expect(await order()).toEqual([2, 3, 1]);
  });

  test("does not stand before somebody put first in line", async () => {
    const { book, act, join, order } = await openShop();
    await book(at("14:00"));
    await book(at("15:00"));
    await act("checkIn", 1);
    await act("callNow", 2);
    await join();
    expect(await order()).toEqual([2, 3, 1]);
  });

  test("who does not appear when called gets the second chance of everybody, then is out", async () => {
    const { app, book, act, join, order, callNext } = await openShop();
    const secret = await book(at("14:00"));
    await act("checkIn", 1);
    await callNext();
    for (let i = 0; i < 3; i += 1) await join();
    await act("noShow", 1);
    expect(await order()).toEqual([2, 3, 1, 4]);
    for (let i = 0; i < 3; i += 1) await callNext();
    await act("noShow", 1);
    expect(await ticketOf(app, secret)).toMatchObject({ endReason: "noShow" });
  });
});

test("after the time it is as if the booking had come due", async () => {
  const { book, act, join, order } = await openShop();
  await book(at("14:00"));
  vi.setSystemTime(at("14:10"));
  await join();
  // The alarm of the booked time is lost.
  await act("checkIn", 1);
  expect(await order()).toEqual([1, 2]);
});

test("is refused for everybody but an upcoming booking", async () => {
  const { app, book, act, join, order, callNext } = await openShop();
  const secret = await book(at("14:00"));
  await join();
  expect(await act("checkIn", 2)).toEqual(MOVED_ON);
  await act("checkIn", 1);
  expect(await act("checkIn", 1)).toEqual(MOVED_ON);
  await callNext();
  expect(await act("checkIn", 2)).toEqual(MOVED_ON);
  await app.backend.mutation(api.line.tickets.leave, { secret });
  expect(await act("checkIn", 1)).toEqual(MOVED_ON);
  expect(await order()).toEqual([]);
});

const names = [
  ...(["join", "join", "book", "checkIn", "checkIn", "callNext"] as const),
  ...(["callNext", "noShow", "noShow", "returnToQueue", "callNow"] as const),
  ...(["up", "down", "undo", "skip", "moveOneBack", "later"] as const),
];
type Step = { name: (typeof names)[number]; pick: number };
type Answer = { ok: boolean; eventId?: string } | undefined;
const CLOCKS = ["13:00", "14:30", "15:00", "16:00"];

/** Does a step to somebody whom it fits, if there is anybody. */
async function doStep(
  shop: Awaited<ReturnType<typeof openShop>>,
  { name, pick }: Step,
  eventId: string,
): Promise<Answer> {
  const { app, owner, queueId } = shop;
  const { waiting, called, scheduled } = await shop.board();
  const one = (of: readonly { number: number }[]) =>
    of[pick % (of.length || 1)]?.number;
  switch (name) {
    case "join":
      await shop.join();
      return;
    case "book":
      await shop.tryBook(at(CLOCKS[pick % 4] ?? ""));
      return;
    case "later":
      await pass(app, 20 * MINUTE);
      return;
    case "callNext":
      return await shop.callNext();
    case "undo":
    case "moveOneBack":
      return await press(owner, actions[name], { eventId });
    case "skip": {
      const expectedTicketId = waiting[0]?.ticketId ?? "";
      return await press(owner, actions.skip, { queueId, expectedTicketId });
    }
    case "up":
    case "down": {
      const number = one(waiting);
      const places = (name === "up" ? -1 : 1) * (1 + (pick % 3));
      return number === undefined ? undefined : await shop.move(number, places);
    }
    case "checkIn":
    case "callNow":
    case "noShow":
    case "returnToQueue": {
      const isBooked = name === "checkIn" || name === "callNow";
      const number = one(isBooked ? scheduled : called);
      return number === undefined ? undefined : await shop.act(name, number);
    }
  }
}

test("whatever staff and customers do, nobody stands behind somebody whose time has not come", async () => {
  const step = fc.record({
    name: fc.constantFrom(...names),
    pick: fc.nat(20),
  });
  let early = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      async (steps) => {
        vi.setSystemTime(NOON);
        const shop = await openShop();
        for (const clock of CLOCKS) await shop.book(at(clock));
        let eventId = granted(await shop.act("checkIn", 1)).eventId as string;
        for (const one of steps) {
          eventId = (await doStep(shop, one, eventId))?.eventId ?? eventId;
          vi.advanceTimersByTime(1_000);
          await shop.order();
          const isLate = (await rows(shop.app, "tickets"))
            .filter(({ state }) => isWaitingNow(state))
            .sort((a, b) => a.state.orderAt - b.state.orderAt)
            .map((ticket) => isEarly(ticket, Date.now()));
          early += isLate.filter(Boolean).length;
          expect(isLate).toEqual(isLate.toSorted());
        }
      },
    ),
    { numRuns: 15 },
  );
  expect(early).toBeGreaterThan(50);
});
