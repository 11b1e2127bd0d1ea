/** A booking before its time: what it shows, adding it to a calendar, moving it, cancelling it, becoming due. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { appointmentFile } from "../../../../../src/features/ticket/scheduled/add-to-calendar.ts";
import { untilThen } from "../../../../../src/features/ticket/scheduled/appointment-words.ts";
import type { Ticket } from "../../../../../src/features/ticket/types.ts";
import { FakeBackend, find, press } from "../../../fake-backend.tsx";
import { line, NOW, SECRET, SHOP, ticket } from "../../../samples.ts";
import { drawTicket, PICKED } from "../../../ticket-page.tsx";
import { act } from "../../../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const mine = { secret: SECRET };
const AT = Date.parse("2026-11-25T10:30:00Z");
const BOOKED = { isScheduled: true, scheduledTime: AT } as const;
let backend: FakeBackend;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend = new FakeBackend();
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([1, 2, 3]));
});

const be = async (own: Ticket) =>
  await act(async () => backend.set(api.line.tickets.mine, mine, own));
async function open(more: Partial<Ticket> = {}) {
  await be(ticket({ ...BOOKED, ...more }));
  await drawTicket(backend);
}

describe("a booking", () => {
  test("shows its time and what happens then, but no place", async () => {
    await open();
    find("h1", "You're in the queue!");
    find("p", "Your appointment is scheduled for");
    find("p", "Wed 25 November 2026");
    find("p", "10:30 AM");
    find(
      "p",
      "In 2 days. When it is time, this page turns into your place in the queue.",
    );
    expect(document.body.textContent).not.toMatch(/position|ahead|min\b/);
  });

  test("becomes a place in the line on its own", async () => {
    await open();
    await be(ticket({ scheduledTime: AT }));
    find("p", "Your position");
    find("p", "3");
  });

  test.each([
    ["2026-11-25T10:29:30Z", "In 1 minute."],
    ["2026-11-25T08:00:00Z", "In 3 hours."],
    ["2026-11-24T23:59:00Z", "Tomorrow."],
    ["2026-11-25T10:30:01Z", "Your time has come."],
  ])("at %s reads %s", (now, words) => {
    expect(untilThen(AT, Date.parse(now), "Europe/London")).toBe(words);
  });

  test("counts days by the shop's calendar", () => {
    // 23:30 in London is the next day in Kathmandu.
    const now = Date.parse("2026-11-24T23:30:00Z");
    expect(untilThen(AT, now, "Asia/Kathmandu")).toBe("In 11 hours.");
  });

  test("shows that the connection is lost", async () => {
    vi.useFakeTimers({
      now: NOW,
      toFake: ["Date", "setTimeout", "clearTimeout"],
    });
    await open();
    await act(async () => backend.connect(false));
    await act(async () => vi.advanceTimersByTime(2_000));
    find("span", "Reconnecting · as of 11:42");
    find("span", "Connection lost. Your booking is safe on the server.");
  });
});

describe("the calendar file", () => {
  const file = (more: Partial<Ticket> = {}, at = AT) =>
    appointmentFile(ticket({ ...BOOKED, ...more }), at, SHOP);

  test("has the slot's length, but neither the secret nor a name", () => {
    history.replaceState(null, "", `/join?b=shop#ticket=${SECRET}`);
    const text = file();
    expect(text).toContain("DTSTART:20261125T103000Z");
    expect(text).toContain("DTEND:20261125T110000Z");
    expect(text).toMatch(/URL:.*\/join\?b=shop\r\n/);
    expect(text).not.toMatch(/ssss|Zoë/);
  });

  test("of a moved booking is a newer version of the same event", () => {
    const uid = /UID:.*/.exec(file())?.[0];
    vi.setSystemTime(NOW + 60_000);
    const moved = file({}, PICKED);
    expect(moved).toContain(uid);
    expect(moved).toContain("SEQUENCE:660");
    expect(file({ number: 4 })).not.toContain(uid);
  });

  test("is downloaded by the button", async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      made.push(blob as Blob);
      return "blob:appointment";
    });
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, "click")
      .mockReturnValue();
    await open();
    await act(async () => find("button", "Add to my calendar").click());
    expect(clicked.mock.contexts[0]).toHaveProperty(
      "download",
      "appointment.ics",
    );
    expect(made[0]?.type).toBe("text/calendar;charset=utf-8");
    vi.restoreAllMocks();
  });
});

describe("moving", () => {
  test("asks for a time, sends it and closes", async () => {
    backend.on(api.booking.bookings.move, () => ({ ok: true }));
    await open();
    await press("Move booking");
    find("[aria-modal] p", /^Booked for Wed 25 November 2026, 10:30 AM\./);
    await act(async () => find("[aria-modal] button", /^Move booking/).click());
    find("[role=alert]", "Please select an available time slot.");
    expect(backend.sent).toEqual([]);
    await press("2:00 PM");
    await act(async () => find("[aria-modal] button", /^Move booking/).click());
    expect(backend.sent).toEqual([
      {
        name: nameOf(api.booking.bookings.move),
        args: { ...mine, startsAt: PICKED },
      },
    ]);
    expect(() => find("[aria-modal] h2", "Move booking")).toThrow();
    await be(ticket({ ...BOOKED, scheduledTime: PICKED }));
    find("p", "Thu 26 November 2026");
  });

  test("to a time that others have taken says so, and another can be chosen", async () => {
    backend.on(api.booking.bookings.move, () => ({
      ok: false,
      code: "slotTaken",
    }));
    await open();
    await press("Move booking");
    await press("2:00 PM");
    await act(async () => find("[aria-modal] button", /^Move booking/).click());
    find(
      "[role=alert]",
      "Sorry, this time slot was just booked. Please select another.",
    );
    expect(find("button", "2:00 PM").ariaPressed).toBe("false");
  });
});

describe("cancelling", () => {
  test("asks first; Keep sends nothing", async () => {
    backend.on(api.line.tickets.leave, () => ({ ok: true }));
    await open();
    await press("Cancel booking");
    find("[aria-modal] h2", "Cancel booking?");
    await press("Keep booking");
    expect(backend.sent).toEqual([]);
    await press("Cancel booking");
    await act(async () =>
      find("[aria-modal] button", /^Cancel booking/).click(),
    );
    expect(backend.sent).toEqual([
      { name: nameOf(api.line.tickets.leave), args: mine },
    ]);
  });
});
