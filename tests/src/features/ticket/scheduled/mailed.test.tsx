/** product.md E8: the page that the link in a booking's mails opens. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { rememberTicket } from "../../../../../src/features/ticket/stored-tickets.ts";
// Loaded already, so that they take no time that React cannot see.
import "../../../../../src/features/booking/slot-picker.tsx";
import "../../../../../src/features/ticket/scheduled/mailed-screen.tsx";
import "../../../../../src/features/ticket/ticket-screen.tsx";
import JoinScreen from "../../../../../src/routes/join.tsx";
import { draw, find, freshBackend, press } from "../../../fake-backend.tsx";
import { page } from "../../../fake-session.tsx";
import { NOW, openQueue, SECRET, SHOP, ticket } from "../../../samples.ts";

const { view } = api.booking.mailed;
const { businessId } = SHOP;
const TOKEN = "ticket3.abc";
const AT = Date.parse("2026-11-25T10:30:00Z");
const own = ticket({ isScheduled: true, scheduledTime: AT, name: "Zoë" });
const { ticketId, queueId } = own;
const facts = {
  ...{ letter: "H", number: 3, queueId, queueName: "Walk-ins" },
  ...{ timezone: SHOP.timezone, generation: 1, joinedAt: own.joinedAt },
  ...{ scheduledTime: AT, endReason: null, mailedTo: "m…@example.test" },
};
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  history.replaceState(null, "", `/join?b=${businessId}#booking=${TOKEN}`);
  backend.set(api.profile.businesses.publicProfile, { businessId }, SHOP);
  backend.set(api.desk.queues.publicList, { businessId }, [
    openQueue("walk-ins"),
  ]);
});
const be = async (found: object | null) =>
  await backend.change(view, { token: TOKEN }, found);
async function open(found: object | null, title: string) {
  await be(found);
  await draw(backend, <JoinScreen />);
  await vi.waitFor(() => find("h1", title));
}
const BOOKED = { ticketId, booking: facts };

test("a booking shows its time and number, not its customer, and opening it changes nothing", async () => {
  await open(BOOKED, "You're booked");
  find("span", "Wed 25 November 2026");
  find("span", "10:30");
  find("section", /Fade & Fortune.*Walk-ins.*H3/);
  expect(page()).not.toMatch(
    /Anonymous|shows your place|Confirmation sent|calendar/,
  );
  expect(backend.sent).toEqual([]);
});

test("that the shop has cancelled it is said", async () => {
  const booking = { ...facts, endReason: "removedByStaff" };
  await open({ ticketId, booking }, "Your booking is cancelled");
  find("p", /^The shop cancelled it\./);
});

test.each([
  ["whose time comes", { ticketId, booking: null }, "This booking is over"],
  ["that is not known", null, "This link doesn't open a booking"],
])(
  "of a booking %s it says so and leads to the shop's page",
  async (_, found, title) => {
    await open(BOOKED, "You're booked");
    await be(found);
    find("h1", title);
    expect(page()).not.toMatch(/Cancel booking|10:30/);
    await press("The shop's page");
    expect(window.location.href).toMatch(/\/join\?b=shop$/);
    find("h1", /^Join the queue/);
  },
);

test("a phone that holds the ticket shows the ticket, also after its time", async () => {
  const stored = { businessId, queueId: "walk-ins", takenAt: NOW };
  rememberTicket({ ...stored, secret: SECRET });
  rememberTicket({ ...stored, secret: "o".repeat(32) });
  const { mine } = api.line.tickets;
  backend.set(mine, { secret: SECRET }, own);
  backend.set(mine, { secret: "o".repeat(32) }, null);
  await be({ ticketId, booking: null });
  await draw(backend, <JoinScreen />);
  await vi.waitFor(() => find("h1", "You're booked"));
  expect(window.location.hash).toBe(`#ticket=${SECRET}`);
  expect(page()).toContain("Zoë");
});
