/** What the board offers to undo, and whom it is about (product.md D12). */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop } from "../booking/booking-shop.ts";
import { granted, press } from "../base/calls.ts";

const { actions } = api.desk;

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
