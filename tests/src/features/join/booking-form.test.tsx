/** Booking at the door: what must be picked, what is sent, and what happens when the time is gone. */
import type { ComponentProps } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import SlotPicker from "../../../../src/features/booking/slot-picker.tsx";
import { JoinForm } from "../../../../src/features/join/join-form.tsx";
import {
  call,
  click,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { NOW, openQueue, SHOP } from "../../samples.ts";
import { page } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { getFunctionName as nameOf } from "convex/server";
import { fill } from "../../user.ts";

const TAKEN = "Sorry, this time slot was just booked. Please select another.";
const DAY = "2026-11-25";
const at = (time: string, day = DAY) => Date.parse(`${day}T${time}:00Z`);
const slot = (time: string, isFree = true) => ({ startsAt: at(time), isFree });
const TIMES = ["09:00", "09:30", "10:00"];
const backend = freshBackend();
const onJoined = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  onJoined.mockReset();
});
const offer = (slots: readonly object[], queueId = "Walk-ins", day = DAY) =>
  backend.set(api.booking.slots.ofDay, { queueId, day }, { slots });

async function showForm(
  names = ["Walk-ins"],
  load = () => Promise.resolve({ default: SlotPicker }),
  more: Partial<ComponentProps<typeof JoinForm>> = {},
): Promise<void> {
  await draw(
    backend,
    <JoinForm
      shop={SHOP}
      queues={names.map((name) => openQueue(name))}
      opening={{ open: true, until: "17:00" }}
      loadSlotPicker={load}
      onTap={() => undefined}
      onJoined={onJoined}
      hasRecent={() => false}
      {...more}
    />,
  );
  if (more.way !== "book") await choose("Schedule");
}

/** Chooses in the phone's own list. */
const chooseQueue = async (name: string) =>
  await fill(find("select", new RegExp(name)), name);

/** Everything sent except the notes that a customer looks at the times. */
const booked = () =>
  backend.sent.filter(({ name }) => name !== nameOf(api.booking.slots.look));
const choose = async (label: string | RegExp) => await click("label", label);
const pickDay = async (number: string) =>
  await choose(new RegExp(`^\\w+ ${number}$`));
const confirm = async () => await press(/^Confirm Appointment/);
const bar = () => find("form > div:last-of-type", /Confirm/).textContent;

test("missing choices are asked for in the specification's words: the queue first, then the date, then the time", async () => {
  offer(TIMES.map((time) => slot(time)));
  await showForm(["Walk-ins", "Beard"]);
  await confirm();
  find("p", /Please select a queue to join\.$/);
  expect(document.activeElement?.getAttribute("name")).toBe("queue");
  await chooseQueue("Walk-ins");
  await confirm();
  find("[role=alert]", /Please select a date\.$/);
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(
    /^Monday,? 23 November 2026$/,
  );
  await pickDay("25");
  await confirm();
  find("[role=alert]", /Please select an available time slot\.$/);
  expect(document.activeElement?.getAttribute("name")).toBe("slot");
  expect(booked()).toEqual([]);
});

test("a picked queue without bookings is not replaced by another", async () => {
  offer(TIMES.map((time) => slot(time)));
  const queues = [openQueue("Walk-ins", { takesBookings: false })];
  window.history.replaceState(null, "", "/join?b=shop&q=Walk-ins");
  await showForm([], undefined, {
    queues: [...queues, openQueue("Beard")],
  });
  find(
    "p",
    /That queue takes no bookings now\. Please select a queue to join\.$/,
  );
  await confirm();
  expect(booked()).toEqual([]);
  await choose("Join Now");
  expect(
    document.querySelector<HTMLInputElement>("[name=queue]:checked")?.value,
  ).toBe("Walk-ins");
});

test("the chosen time is shown above the button and sent with name and secret", async () => {
  offer(TIMES.map((time) => slot(time)));
  backend.on(api.booking.bookings.book, () => ({ ok: true, number: 7 }));
  await showForm();
  await pickDay("25");
  find("legend", /^Times on Wednesday,? 25 November$/);
  await choose("09:30");
  expect(bar()).toMatch(/^Walk-ins · Wed,? 25 November, 09:30/);
  await confirm();
  const [sent] = booked();
  expect(sent).toEqual(
    call(api.booking.bookings.book, {
      queueId: "Walk-ins",
      startsAt: at("09:30"),
      name: "",
      email: "",
      secret: expect.any(String) as string,
    }),
  );
  expect(onJoined).toHaveBeenCalledWith(sent?.args["secret"], "Walk-ins");
});

test("times after midnight are named with their date, and so is the chosen one", async () => {
  const next = { startsAt: at("00:30", "2026-11-26"), isFree: true };
  offer([slot("23:30"), next]);
  await showForm();
  await pickDay("25");
  find("fieldset p", /^After midnight, on Thursday,? 26 November$/);
  await choose("00:30");
  expect(bar()).toMatch(/^Walk-ins · Thu,? 26 November, 00:30/);
});

test("a time that others take meanwhile: is struck out and no longer chosen", async () => {
  offer(TIMES.map((time) => slot(time)));
  await showForm();
  await pickDay("25");
  await choose("09:30");
  await act(async () =>
    offer([slot("09:00"), slot("09:30", false), slot("10:00")]),
  );
  find("[role=alert]", new RegExp(TAKEN));
  expect(find("label", /^09:30, taken$/).className).toContain("line-through");
  expect(bar()).not.toMatch(/9:30/);
  await confirm();
  find("[role=alert]", new RegExp(TAKEN));
  expect(booked()).toEqual([]);
});

test("a time that others take meanwhile: leaves no free time if it was the last one", async () => {
  offer([slot("09:00")]);
  await showForm();
  await pickDay("25");
  await act(async () => offer([slot("09:00", false)]));
  find("[role=status]", "No available slots for this day.");
  find("label", /^09:00, taken$/);
});

test("a time that others take meanwhile: is refused if it was taken just before the tap; the next tap is a new booking", async () => {
  offer(TIMES.map((time) => slot(time)));
  backend.refuse(api.booking.bookings.book, "slotTaken");
  await showForm();
  await pickDay("25");
  await choose("09:30");
  await confirm();
  find("[role=alert]", new RegExp(TAKEN));
  await choose("10:00");
  expect(document.body.textContent).not.toContain(TAKEN);
  await confirm();
  const [first, second] = booked().map(({ args }) => args["secret"]);
  expect(first).not.toBe(second);
});

test("a lost answer is reported as unknown, and the retry uses the same secret", async () => {
  offer(TIMES.map((time) => slot(time)));
  backend.fail(api.booking.bookings.book);
  await showForm();
  await pickDay("25");
  await choose("09:30");
  await confirm();
  find(
    "[role=alert]",
    /Could not verify slot availability\. Please try again\.$/,
  );
  expect(bar()).toMatch(/09:30/);
  await confirm();
  const [first, second] = booked().map(({ args }) => args["secret"]);
  expect(first).toBe(second);
});

test("the form stays when times or the calendar cannot be loaded", async () => {
  backend.set(
    api.booking.slots.ofDay,
    { queueId: "Walk-ins", day: DAY },
    new Error("Server Error"),
  );
  await showForm();
  await pickDay("25");
  find("[role=alert]", /Could not load booking information for this day\.$/);
  await closeDrawn();
  await showForm(["Walk-ins"], () => Promise.reject(new Error("offline")));
  find("[role=alert]", /The calendar could not be loaded\./);
  find("label", /Your Name/);
});

test("Retry loads the calendar again, keeps what was typed, and says when it still fails", async () => {
  let isOffline = true;
  await showForm(["Walk-ins"], async () => {
    if (isOffline) throw new Error("offline");
    return { default: SlotPicker };
  });
  await fill(find("input[name=name]", ""), "Zoë");
  expect(page()).not.toContain("Still no connection.");
  await press("Retry");
  find("[role=alert]", /Still no connection\.$/);
  isOffline = false;
  await press("Retry");
  expect(page()).not.toContain("could not be loaded");
  await pickDay("25");
  expect(find("input[name=name]", "")).toHaveProperty("value", "Zoë");
});

test("another queue has other times: the day is kept, the time is not", async () => {
  offer(TIMES.map((time) => slot(time)));
  offer([slot("14:00")], "Beard");
  await showForm(["Walk-ins", "Beard"]);
  await chooseQueue("Walk-ins");
  await pickDay("25");
  await choose("09:30");
  await chooseQueue("Beard");
  find("label", "14:00");
  expect(bar()).not.toMatch(/\d:\d/);
});

test("a full queue can be chosen for a booking; people waiting now are not counted", async () => {
  const full = ["Walk-ins", "B"].map((name) =>
    openQueue(name, { limitReached: true }),
  );
  await showForm([], undefined, { queues: full });
  const option = find("option", "Walk-ins · 30 min") as HTMLOptionElement;
  expect(option.disabled).toBe(false);
  await chooseQueue("Walk-ins");
  expect(find("select", /Walk-ins/)).toHaveProperty("value", "Walk-ins");
  expect(page()).not.toMatch(/waiting|full/);
});

const tiles = () => [...document.querySelectorAll("[name=day]")];

test("the days: are two weeks from today, without a scroller; closed ones are off", async () => {
  await showForm();
  find("legend", "Day · November and December");
  const names = tiles().map((tile) => tile.getAttribute("aria-label") ?? "");
  expect(names).toHaveLength(14);
  expect(names[0]).toMatch(/^Monday,? 23 November 2026$/);
  expect(names[13]).toMatch(/^Sunday,? 6 December 2026, closed$/);
  const off = tiles().filter((tile) => tile.matches(":disabled"));
  expect(off.map((tile) => tile.getAttribute("value"))).toEqual([
    "2026-11-28",
    "2026-11-29",
    "2026-12-05",
    "2026-12-06",
  ]);
});

test("the days: go on in the month that 'Later' opens", async () => {
  await showForm();
  expect(document.querySelector("[role=grid]")).toBeNull();
  await press("Later");
  find("p", "Closed on Saturdays and Sundays.");
  offer([slot("14:00")], "Walk-ins", "2026-12-09");
  await click("[role=gridcell] button", "9");
  find("legend", /^Times on Wednesday,? 9 December$/);
  await press("Later");
  expect(document.querySelector("[role=grid]")).toBeNull();
});

test("the form: is titled 'Book a time' and asks for the name, then the address", async () => {
  const shop = { ...SHOP, mailPossible: true, smsPossible: true };
  await showForm(["Walk-ins"], undefined, { shop });
  find("h1", "Book a time · Walk-ins");
  const fields = [...document.querySelectorAll("input:not([type=radio])")];
  expect(fields.map((field) => field.getAttribute("name"))).toEqual([
    "name",
    "email",
  ]);
  find("button", "Text me when it is my turn");
});

test("another booking soon after the first asks nothing, another place in line does", async () => {
  offer([slot("09:00")]);
  backend.on(api.booking.bookings.book, () => ({ ok: true, number: 2 }));
  await showForm(undefined, undefined, { way: "book", hasRecent: () => true });
  await choose("Join Now");
  await press(/^Join Queue Now/);
  await vi.waitFor(() => find("h2", "Add someone else?"));
  await press("Cancel");
  await choose("Schedule");
  await pickDay("25");
  await choose("09:00");
  await confirm();
  expect(onJoined).toHaveBeenCalledTimes(1);
});

test("[K4] looking at a queue's times is reported for that queue", async () => {
  offer(TIMES.map((time) => slot(time)));
  await showForm(["Walk-ins"]);
  await pickDay("25");
  const looks = backend.sent.filter(
    ({ name }) => name === nameOf(api.booking.slots.look),
  );
  // Effects run twice, as in development.
  expect(looks.map(({ args }) => args)).toEqual([
    { queueId: "Walk-ins" },
    { queueId: "Walk-ins" },
  ]);
});
