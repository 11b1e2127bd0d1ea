/** The menus of the people, by their state: the design, §5. */
import { beforeEach, expect, test, vi } from "vitest";
import {
  bookedMenu,
  calledMenu,
  waitingMenu,
} from "../../../../../src/features/desk/people/person-menu.ts";
import type { MenuItem } from "../../../../../src/ui/menu.tsx";
import type { Desk } from "../../../../../src/features/desk/use-desk.ts";
import { person } from "../../../samples.ts";

const MIDDLE = { isFar: false, isFirst: false, isLast: false };
const done = vi.fn();
const deskWith = (text: Desk["text"], hasOtherQueues = true) =>
  ({
    ...{
      text,
      hasOtherQueues,
      open: done,
      move: done,
      shift: done,
      booking: done,
    },
  }) as unknown as Desk;
const desk = deskWith(vi.fn());
const labels = (items: readonly MenuItem[]) => items.map(({ label }) => label);
const ana = person(1, { phone: "+447700900456", name: "Ana" });
const called = { ...ana, status: "called" as const };
const pick = (items: readonly MenuItem[], label: string) => {
  items.find((item) => item.label === label)?.onSelect();
  return done.mock.lastCall;
};
beforeEach(() => done.mockReset());

test("of a called person", () => {
  expect(labels(calledMenu(called, desk))).toEqual([
    "Call again",
    "Move back in line",
    "Move to another queue",
    "Send SMS",
    "Edit name, phone, note",
  ]);
});

test("of a person being served: neither called again nor moved back", () => {
  expect(labels(calledMenu({ ...ana, status: "serving" }, desk))).toEqual([
    "Move to another queue",
    "Send SMS",
    "Edit name, phone, note",
  ]);
});

test("of a waiting person", () => {
  expect(labels(waitingMenu(ana, desk, MIDDLE))).toEqual([
    "Move to front",
    "Move one back",
    "Move to a place or queue",
    "Send SMS",
    "Edit name, phone, note",
    "Skip",
  ]);
});

test("of the first, the last and somebody beyond the rows: only moves that do something", () => {
  const moves = (place: Partial<typeof MIDDLE>) =>
    labels(waitingMenu(ana, desk, { ...MIDDLE, ...place })).filter((label) =>
      label.startsWith("Move"),
    );
  expect(moves({ isFirst: true })).toEqual([
    "Move one back",
    "Move to a place or queue",
  ]);
  expect(moves({ isLast: true })).toEqual([
    "Move to front",
    "Move to a place or queue",
  ]);
  for (const place of [{ isFar: true }, { isFirst: true, isLast: true }]) {
    expect(moves(place)).toEqual(["Move to another queue"]);
  }
});

test("in a shop with one queue nobody can move to another", () => {
  const only = deskWith(null, false);
  const waiting = labels(waitingMenu(ana, only, MIDDLE));
  expect(waiting).toContain("Move to a place");
  const alone = { ...MIDDLE, isFirst: true, isLast: true };
  for (const menu of [
    ...[waiting, labels(calledMenu(called, only))],
    labels(waitingMenu(ana, only, alone)),
    labels(waitingMenu(ana, only, { ...MIDDLE, isFar: true })),
  ]) {
    expect(menu.join()).not.toMatch(/queue|place or/);
  }
});

test("of somebody booked", () => {
  expect(labels(bookedMenu(ana, desk))).toEqual([
    "Here",
    "Move to another time",
    "Send SMS",
    "Edit name, phone, note",
    "Cancel booking",
  ]);
});

test("each entry does what it says", () => {
  const waits = waitingMenu(ana, desk, MIDDLE);
  expect(pick(waits, "Move to front")).toEqual([ana, 0]);
  expect(pick(waits, "Move one back")).toEqual([ana, "oneBack"]);
  expect(pick(waits, "Move to a place or queue")).toEqual([
    { name: "move", person: ana },
  ]);
  expect(pick(waits, "Skip")).toEqual(["remove", ana]);
  expect(
    pick(
      waitingMenu(ana, desk, { ...MIDDLE, isFar: true }),
      "Move to another queue",
    ),
  ).toEqual([{ name: "move", person: ana }]);
  const at = calledMenu(called, desk);
  expect(pick(at, "Call again")).toEqual(["recall", called]);
  expect(pick(at, "Move back in line")).toEqual(["returnToQueue", called]);
  expect(pick(at, "Edit name, phone, note")).toEqual([
    { name: "edit", person: called },
  ]);
  const booked = bookedMenu(ana, desk);
  expect(pick(booked, "Here")).toEqual(["checkIn", ana]);
  expect(pick(booked, "Move to another time")).toEqual(["moving", ana]);
  expect(pick(booked, "Cancel booking")).toEqual(["cancelling", ana]);
});

test("what takes a person away is marked as such", () => {
  const danger = [
    ...waitingMenu(ana, desk, MIDDLE),
    ...calledMenu(called, desk),
    ...bookedMenu(ana, desk),
  ].filter((item) => item.danger);
  expect(labels(danger)).toEqual(["Skip", "Cancel booking"]);
});

test("a text is offered for people with a number, if the plan sends texts", () => {
  const offers = (of: Desk, whom = ana) =>
    [
      waitingMenu(whom, of, MIDDLE),
      calledMenu(whom, of),
      bookedMenu(whom, of),
    ].map((items) => labels(items).includes("Send SMS"));
  const text = vi.fn();
  expect(offers(deskWith(text))).toEqual([true, true, true]);
  pick(waitingMenu(ana, deskWith(text), MIDDLE), "Send SMS");
  expect(text).toHaveBeenCalledWith(ana);
  expect(offers(deskWith(text), person(2))).toEqual([false, false, false]);
  expect(offers(deskWith(null))).toEqual([false, false, false]);
});
