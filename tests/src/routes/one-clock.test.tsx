/** Every page writes a business's times by the clock and the calendar of its country. product.md F6 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { bookingTime } from "../../../src/features/appointments/booking-time.ts";
import { ReadCard } from "../../../src/features/profile/read-card.tsx";
import { OwnerGate } from "../../../src/features/shell/owner-gate.tsx";
// Loaded already, so that a ticket takes no time that React cannot see.
import "../../../src/features/ticket/ticket-screen.tsx";
import "../../../src/features/ticket/scheduled/scheduled-screen.tsx";
import { momentOf, timeOf } from "../../../src/lib/time/format.ts";
import BusinessScreen from "../../../src/routes/admin/business.tsx";
import DisplayScreen from "../../../src/routes/display.tsx";
import SetupScreen from "../../../src/routes/setup.tsx";
import JoinScreen from "../../../src/routes/join.tsx";
import { openClock } from "../../../src/strings/language/page-clock.ts";
import { draw, find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner, page } from "../fake-session.tsx";
import {
  evenPace,
  id,
  line,
  NOW,
  openQueue,
  SECRET,
  SHOP,
  ticket,
} from "../samples.ts";
import { loaded } from "../user.ts";

const { businessId } = SHOP;
/** London's hours with an American clock: no time of it could come from the reader's settings. */
const AMERICAN = { ...SHOP, clock: "h12", country: "US" } as const;
const AT = Date.parse("2026-11-25T14:30:00Z");
const backend = freshBackend();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.set(api.profile.businesses.publicProfile, { businessId }, AMERICAN);
  history.replaceState(null, "", `/join?b=${businessId}`);
});
afterEach(() => openClock({ clock: "h24", country: null }));

async function ticketPage(more: Parameters<typeof ticket>[0]): Promise<void> {
  backend.set(api.line.tickets.mine, { secret: SECRET }, ticket(more));
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([1, 2, 3]));
  history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
  await draw(backend, <JoinScreen />);
  await loaded();
}

test("the join page", async () => {
  backend.set(api.desk.queues.publicList, { businessId }, [openQueue("A")]);
  await draw(backend, <JoinScreen />);
  expect(page()).toContain("Open until 5:00\u00A0PM");
});

test("a closed shop names the time of a call once, in the status", async () => {
  vi.setSystemTime(Date.parse("2026-11-23T07:00:00Z"));
  const busy = openQueue("A", { waitingCount: 4, pace: evenPace(20) });
  backend.set(api.desk.queues.publicList, { businessId }, [busy]);
  await draw(backend, <JoinScreen />);
  expect(page()).toContain("Closed now, opens today 9:00\u00A0AM");
  find("p", /4\u00a0waiting, about 10:\d\d\u00A0AM–\u20601\d:\d\d\u00A0[AP]M$/);
  expect(page().match(/about /g)).toHaveLength(1);
  expect(page()).not.toMatch(/\d min\b/);
});

test("a ticket", async () => {
  await ticketPage({ missedCallAt: NOW });
  expect(page()).toContain("joined 11:32\u00A0AM");
  expect(page()).toContain("11:42\u00A0AM");
});

test("a booking's page", async () => {
  await ticketPage({ isScheduled: true, scheduledTime: AT });
  find("span", "Wed, November 25, 2026");
  find("span", "2:30 PM");
  expect(document.title).toContain("Wed, November 25, 2026, 2:30\u00A0PM");
});

test("the display", async () => {
  const none = { calls: [], queues: [] };
  backend.set(api.line.display.board, { businessId }, none);
  history.replaceState(null, "", `/display?b=${businessId}`);
  await draw(backend, <DisplayScreen />);
  find(".board-clock", "11:42\u00A0AM");
});

test("the owner's pages, from the session's business", async () => {
  beSigned("in");
  const me = owner({ clock: "h12", country: "US" });
  backend.set(api.account.current.me, {}, me);
  await open(backend, "/dashboard", {
    path: "/dashboard",
    element: (
      <OwnerGate>
        {(_me, { timezone }) => <p>{bookingTime(AT, NOW, timezone)}</p>}
      </OwnerGate>
    ),
  });
  find("p", "Wed, Nov 25, 2:30\u00A0PM");
});

test("the hours of the set-up", async () => {
  beSigned("in");
  const more = { clock: "h12", country: "US", setupCompletedAt: null } as const;
  backend.set(api.account.current.me, {}, owner(more));
  await open(backend, "/setup", <SetupScreen />);
  await press("Next");
  expect(page()).toContain("9:00\u00A0AM");
});

test.each([
  [
    "byCountry",
    "9:00\u00A0AM to 5:00\u00A0PM",
    "Usual for the country (AM and PM)",
  ],
  ["h24", "09:00 to 17:00", "24 hours"],
] as const)("the profile with %s", async (choice, hours, words) => {
  openClock({ country: "US", clock: choice === "h24" ? "h24" : "h12" });
  const settings = {
    ...{ name: "A", phone: null, description: null, slotMinutes: 30 },
    ...{ operatingHours: SHOP.operatingHours, specialDays: [] },
    ...{ walkInsOnlyWhenOpen: false, almostAt: 2, graceMinutes: 5 },
    ...{ timezone: "Europe/London", country: "US", clock: choice },
    ...{ whenUnmarked: "ask" as const, boardNames: "number" as const },
  };
  const known = { businessId, settings, logoUrl: null, notice: null };
  await draw(backend, <ReadCard card="hours" known={known} />);
  find("dd", hours);
  await draw(backend, <ReadCard card="details" known={known} />);
  find("dd", words);
});

test("an admin reads a business's times by its clock, the platform's in 24 hours", async () => {
  const { timezone, clock: kind, country } = AMERICAN;
  const shop = { businessId, name: "A", timezone, clock: kind, country };
  const createdAt = AT;
  const search = { text: "", action: null, from: null, to: null, businessId };
  const first = { paginationOpts: { numItems: 20, cursor: null } };
  const by = { kind: "admin", email: "a@example.com" };
  const entry = { eventId: "e", at: AT, by, action: "planGranted" };
  backend.set(
    api.admin.audit.search,
    { ...search, ...first },
    {
      page: [{ ...entry, businessId, subject: "A", before: null, after: null }],
      ...{ isDone: true, continueCursor: "" },
    },
  );
  backend.set(
    api.admin.directory.business,
    { businessId },
    {
      ...{ ...shop, userId: id("u"), email: "a@example.com", plan: "pro" },
      ...{ state: "active", source: "stripe", flag: null, createdAt },
      ...{ isErasing: false, phone: null, setupCompletedAt: null },
      owner: { userId: id("u"), email: "a@example.com" },
      queues: { total: 0, active: 0, inactive: 0 },
      people: [],
      erasure: null,
      subscription: { grantedPlan: null, cancelAt: AT, graceEndsAt: null },
    },
  );
  await draw(
    backend,
    <MemoryRouter initialEntries={[`/a/${businessId}`]}>
      <Routes>
        <Route path="/a/:id" element={<BusinessScreen />} />
      </Routes>
    </MemoryRouter>,
  );
  find("dd", "Nov 25, 2026, 2:30\u00A0PM");
  find("dd", "Nov 25, 2026");
  find("time", "Nov 25, 2026, 2:30\u00A0PM");
  expect(momentOf(AT, timezone)).toBe("Nov 25, 2026, 2:30\u00A0PM");
  expect(momentOf(AT)).toBe("25 Nov 2026, 14:30");
  expect(timeOf(AT)).toBe("14:30");
});
