/** What the board offers to undo, about whom, and how long it can be undone (product.md D12). */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop } from "../booking/booking-shop.ts";
import { rows } from "../open-app.ts";
import { HOUR, MINUTE, NOON } from "../fake-clock.ts";
import { granted, press, refusedWith, newQueue } from "../base/calls.ts";

const { actions, queues } = api.desk;

/** A shop with a booking at 15:00, #1, and with #2 to #4 waiting. */
async function openShop() {
  const shop = await openBookingShop();
  const { app, owner, queueId } = shop;
  await shop.book(at("15:00"));
  const secrets: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    secrets.push(await app.join(queueId));
    vi.advanceTimersByTime(MINUTE);
  }
  const colour = await newQueue(owner, "Colour");
  const tickets = await rows(app, "tickets");
  const ofNumber = (number: number) => {
    const ticket = tickets.find((one) => one.number === number);
    return { ticketId: must(ticket, "ticket")._id };
  };
  const call = () => press(owner, actions.callNext, { queueId });
  return {
    ...{ ...shop, call, colour },
    ...{ booking: ofNumber(1), first: ofNumber(2) },
    /** #2 was called and #3 after it; the visit of #2 is assumed. */
    assume: async () => {
      await call();
      vi.advanceTimersByTime(3 * MINUTE);
      await call();
    },
    deny: async () => {
      const args = { secret: secrets[0] ?? "", served: false };
      await app.backend.mutation(api.line.tickets.wasServed, args);
    },
  };
}
type Opened = Awaited<ReturnType<typeof openShop>>;

/** Each code of an offer, with the presses that lead to it. */
const kinds: Record<string, (shop: Opened) => Promise<unknown>> = {
  call: ({ call }) => call(),
  skip: ({ owner, queueId, first }) =>
    press(owner, actions.skip, { queueId, expectedTicketId: first.ticketId }),
  serve: async ({ owner, call, first }) => {
    await call();
    await press(owner, actions.serve, first);
  },
  complete: async ({ owner, call, first }) => {
    await call();
    await press(owner, actions.done, first);
  },
  noShow: async ({ owner, call, first }) => {
    await call();
    await press(owner, actions.noShow, first);
  },
  returnToQueue: async ({ owner, call, first }) => {
    await call();
    await press(owner, actions.returnToQueue, first);
  },
  notHere: async ({ owner, assume, first }) => {
    await assume();
    await press(owner, actions.notHere, first);
  },
  bringBack: async ({ owner, assume, deny, first }) => {
    await assume();
    await deny();
    await press(owner, actions.bringBack, first);
  },
  dismiss: async ({ owner, assume, deny, first }) => {
    await assume();
    await deny();
    await press(owner, actions.dismiss, first);
  },
  remove: ({ owner, first }) => press(owner, actions.remove, first),
  becomeDue: ({ owner, booking }) => press(owner, actions.checkIn, booking),
  rebook: ({ owner, booking }) =>
    press(owner, api.booking.appointments.move, {
      ...{ ...booking, startsAt: at("16:00") },
    }),
  reorder: ({ owner, first }) =>
    press(owner, actions.move, { ...first, places: 1, reason: "other" }),
  transfer: ({ owner, first, colour }) =>
    press(owner, actions.transfer, { ...first, queueId: colour }),
  edit: ({ owner, first }) =>
    press(owner, actions.edit, { ...first, note: "" }),
  chairsSet: ({ owner, queueId }) =>
    press(owner, queues.setChairs, { queueId, chairs: 2 }),
  pauseSet: ({ owner, queueId }) =>
    press(owner, queues.setPause, { queueId, until: null }),
  pauseEnded: async ({ owner, queueId }) => {
    await press(owner, queues.setPause, { queueId, until: null });
    await press(owner, queues.resume, { queueId });
  },
};

test.each(Object.keys(kinds))(
  "%s: is offered after customers have joined, and taken back hours later, once",
  async (code) => {
    const shop = await openShop();
    const { app, owner, queueId, board } = shop;
    await must(kinds[code], code)(shop);
    await app.join(queueId);
    vi.setSystemTime(Date.now() + 90 * MINUTE);
    const undo = must((await board()).undo, "offer");
    expect(undo.code).toBe(code);
    const { eventId } = undo;
    expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
    expect((await board()).undo).toBeNull();
    expect(await press(owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
  },
);

// One rule for all kinds, on people and on queues.
test.each(["call", "chairsSet"])(
  "%s: is not taken back the day after",
  async (code) => {
    const shop = await openShop();
    await must(kinds[code], code)(shop);
    const { eventId } = must((await shop.board()).undo, "offer");
    vi.setSystemTime(NOON + 14 * HOUR);
    expect(await press(shop.owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
  },
);

test("the offer names its person, and says whether a booking was taken from them", async () => {
  const { owner, queueId, board, book } = await openBookingShop();
  granted(await press(owner, actions.addWalkIn, { queueId, name: "Ana" }));
  granted(await press(owner, actions.callNext, { queueId }));
  const { called, undo } = await board();
  expect(undo).toMatchObject({
    ...{ code: "call", name: "Ana" },
    ticketId: called[0]?.ticketId,
  });
  expect(undo).not.toHaveProperty("wasBooked");

  await book(at("14:00"));
  const [booking] = (await board()).scheduled;
  const { ticketId } = must(booking, "booking");
  granted(await press(owner, actions.remove, { ticketId }));
  const offered = (await board()).undo;
  expect(offered).toMatchObject({ code: "remove", ticketId, wasBooked: true });
  const [newest, ...others] = await owner.query(actions.history, { queueId });
  expect(newest).toMatchObject({ code: "remove", wasBooked: true });
  expect(others.every((one) => one.wasBooked === undefined)).toBe(true);
});

test("a change of the queue is about nobody", async () => {
  const { owner, queueId, board } = await openBookingShop();
  await press(owner, api.desk.queues.setPause, { queueId, until: null });
  const { undo } = await board();
  expect(undo).toMatchObject({ code: "pauseSet", ticketId: null, name: null });
});
