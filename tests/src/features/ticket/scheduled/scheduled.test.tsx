/** A booking before its time: what it shows, adding it to a calendar, moving it, cancelling it, becoming due. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import * as leaving from "../../../../../src/lib/address/leave-for.ts";
import { appointmentFile } from "../../../../../src/features/ticket/scheduled/add-to-calendar.ts";
import { untilThen } from "../../../../../src/features/ticket/scheduled/appointment-words.ts";
import type { Ticket } from "../../../../../src/features/ticket/types.ts";
import {
  call,
  click,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { line, NOW, SECRET, SHOP, ticket } from "../../../samples.ts";
import { drawTicket, PICKED } from "../../../ticket-page.tsx";
import { act } from "../../../act.ts";

const mine = { secret: SECRET };
const AT = Date.parse("2026-11-25T10:30:00Z");
const BOOKED = { isScheduled: true, scheduledTime: AT } as const;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([1, 2, 3]));
});
const be = async (own: Ticket) =>
  await backend.change(api.line.tickets.mine, mine, own);
async function open(more: Partial<Ticket> = {}) {
  await be(ticket({ ...BOOKED, ...more }));
  await drawTicket(backend);
}

test("a booking: shows its time and what happens then, but no place", async () => {
  await open();
  find("h1", "You're booked");
  find("p", "Your appointment is scheduled for Wed 25 November 2026 10:30");
  find("p", "In 2 days. When it's time, this page shows your place in line.");
  expect(document.body.textContent).not.toMatch(/position|ahead|min\b/);
});

test.each([
  ["2026-11-25T10:29:30Z", "In 1 minute."],
  ["2026-11-25T09:01:00Z", "In 89 minutes."],
  ["2026-11-25T08:59:00Z", "In 1 h 31."],
  ["2026-11-25T08:00:00Z", "In 2 h 30."],
  ["2026-11-24T23:59:00Z", "Tomorrow."],
  ["2026-11-25T10:30:01Z", "It's time for your appointment."],
])("a booking: at %s reads %s", (now, words) => {
  expect(untilThen(AT, Date.parse(now), "Europe/London")).toBe(words);
});

test("a booking: counts days by the shop's calendar", () => {
  // 23:30 in London is the next day in Kathmandu.
  const now = Date.parse("2026-11-24T23:30:00Z");
  expect(untilThen(AT, now, "Asia/Kathmandu")).toBe("In 11 h 00.");
});

test("a booking: within the hour counts minutes, also over midnight", () => {
  // 00:30 in Kiritimati.
  const now = AT - 45 * 60_000;
  expect(untilThen(AT, now, "Pacific/Kiritimati")).toBe("In 45 minutes.");
});

test("a booking: shows that the connection is lost", async () => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setTimeout", "clearTimeout"],
  });
  await open();
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  find("span", "Offline · as of 11:42");
  find("span", "Connection lost. Your booking is safe on the server.");
  await press("Move");
  find(
    "[aria-modal] [role=status] div",
    "You can continue when you're back online.",
  );
  expect(
    find("[aria-modal] button", /^Move booking/).hasAttribute("disabled"),
  ).toBe(true);
});

const file = (more: Partial<Ticket> = {}, at = AT) =>
  appointmentFile(ticket({ ...BOOKED, ...more }), at, SHOP);

test("the calendar file: has the slot's length, but neither the secret nor a name", () => {
  history.replaceState(null, "", `/join?b=shop#ticket=${SECRET}`);
  const text = file();
  expect(text).toContain("DTSTART:20261125T103000Z");
  expect(text).toContain("DTEND:20261125T110000Z");
  expect(text).toMatch(/URL:.*\/join\?b=shop\r\n/);
  expect(text).not.toMatch(/ssss|Zoë/);
});

test("the calendar file: keeps the booking's length when the shop changes its own", () => {
  const text = file({ bookedUntil: AT + 45 * 60_000 });
  expect(text).toContain("DTEND:20261125T111500Z");
});

test("the calendar file: of a moved booking is a newer version of the same event", () => {
  const uid = /UID:.*/.exec(file())?.[0];
  vi.setSystemTime(NOW + 60_000);
  const moved = file({}, PICKED);
  expect(moved).toContain(uid);
  expect(moved).toContain("SEQUENCE:660");
  expect(file({ number: 4 })).not.toContain(uid);
});

test("the calendar file: is opened by its address where the browser cannot open a made one", async () => {
  const { userAgent } = navigator;
  Object.defineProperty(navigator, "userAgent", {
    value: "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1",
    configurable: true,
  });
  const left = vi.spyOn(leaving, "leaveFor").mockReturnValue();
  await open();
  await click("button", "Add to my calendar");
  expect(left.mock.calls).toEqual([
    [`${location.origin}/api/appointment?ticket=ticket-3`],
  ]);
  Object.defineProperty(navigator, "userAgent", { value: userAgent });
});

test("moving: to a day with too many bookings from there asks for another day", async () => {
  backend.refuse(api.booking.bookings.move, "tooManyHeld");
  await open();
  await press("Move");
  await press("14:00");
  await click("[aria-modal] button", /^Move booking/);
  find("[role=alert]", /from the same connection\. Please pick another day\.$/);
});

test("cancelling: names what is cancelled; Keep sends nothing", async () => {
  backend.on(api.line.tickets.leave, () => ({ ok: true }));
  await open();
  await press("Cancel booking");
  find("[aria-modal] h2", /^Cancel Wed,? 25 November, 10:30\?$/);
  find("[aria-modal] p", /Walk-ins.* at .*Fade & Fortune/);
  await press("Keep booking");
  expect(backend.sent).toEqual([]);
  await press("Cancel booking");
  await click("[aria-modal] button", /^Cancel booking/);
  expect(backend.sent).toEqual([call(api.line.tickets.leave, mine)]);
  await be(ticket({ ...BOOKED, status: "cancelled", endReason: "left" }));
  find("p", /^Wed,? 25 November, 10:30, .*Walk-ins/);
  await press("Book another time");
  expect(window.location.hash).toBe("#book");
});

test("cancelling: is beside the way to another booking", async () => {
  await open();
  expect(find("a", "Book another time").getAttribute("href")).toBe("#book");
});
