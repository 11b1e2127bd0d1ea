/** The parts of the dashboard: reached by its menu and from other pages, marked, and current while in sight. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
import "../../../src/routes/dashboard/manage.tsx";
// Loaded already, so that opening takes no time that React cannot see.
import "../../../src/features/messages/sms-card.tsx";
import "../../../src/features/calendar/calendar-card.tsx";
import { click, find, freshBackend } from "../fake-backend.tsx";
import { furnish, open, owner } from "../fake-session.tsx";
import { act } from "../act.ts";
import { stubSight } from "../sight.ts";
import { stubWidth } from "../width.ts";
import { panel } from "../features/messages/panel.ts";

const backend = freshBackend();
const tells = new Map<string, (entry: object) => void>();
/** Tells how much of a part is in sight. */
const look = async (id: string, share: number) =>
  await act(async () =>
    tells.get(id)?.({ isIntersecting: false, intersectionRatio: share }),
  );

beforeEach(() => {
  stubSight((part, tell) => {
    tells.set(part.id, tell);
  });
  Element.prototype.scrollIntoView = vi.fn();
  furnish(backend, owner({ plan: "pro" }));
});

async function show(isWide: boolean, hash = "") {
  stubWidth(isWide);
  await open(backend, `/dashboard${hash}`, <DashboardScreen />);
}
const marked = () => document.querySelector("[class*='outline-brand!']")?.id;
const current = () =>
  document.querySelector("aside [aria-current=location]")?.textContent;

test.each([
  ["by its entry", ""],
  ["by an address", "#sms-settings"],
])(
  "a part that is opened %s is marked for 800 ms and gets the focus",
  async (_how, hash) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await show(true, hash);
    if (hash === "") await click("aside button", "SMS Settings");
    expect(document.activeElement?.id).toBe("sms-settings");
    vi.advanceTimersByTime(799);
    expect(marked()).toBe("sms-settings");
    vi.advanceTimersByTime(1);
    expect(marked()).toBeUndefined();
  },
);

test("the part in sight is current: the counter first, then the one that was asked for", async () => {
  await show(true);
  expect(current()).toBe("Dashboard");
  await look("dashboard", 0);
  await look("queue-analytics", 1);
  await look("queue-status", 1);
  expect(current()).toBe("Queue Analytics");
  await click("aside button", "Queue Status");
  expect(current()).toBe("Queue Status");
  await look("queue-status", 0);
  expect(current()).toBe("Queue Analytics");
  await look("dashboard", 0.6);
  expect(current()).toBe("Dashboard");
});

test("on a phone the settings of texts open below Manage, and the arrow leads back", async () => {
  localStorage.setItem("yourturn.tab", "manage");
  await show(false);
  expect(document.querySelector("h1")?.textContent).toBe("Manage");
  await click("main a", /^SMS Settings/);
  find("h1", "SMS Settings");
  expect(document.activeElement?.id).toBe("main");
  expect(document.querySelector("nav [aria-current]")?.textContent).toBe(
    "Manage",
  );
  await click("main button[aria-label='Back to Manage']", "");
  find("h1", "Manage");
});

test("Manage says how many texts are used, unless the shop's own account sends them", async () => {
  localStorage.setItem("yourturn.tab", "manage");
  backend.set(api.messages.sms.panel, {}, panel());
  await show(false);
  find("main a", "SMS Settings37 of 50");
  const own = { sidLast4: "9f3c", from: "+447700900123" };
  const uncounted = panel({ own, isCounted: false });
  await backend.change(api.messages.sms.panel, {}, uncounted);
  find("main a", "SMS Settings");
});

test("an address of a part opens Manage on a phone whose last tab was another", async () => {
  localStorage.setItem("yourturn.tab", "queue");
  await show(false, "#calendar-settings");
  find("h1", "Calendar Settings");
  await click("nav button", "Overview");
  expect(document.querySelector("h1")?.textContent).toBe("Overview");
});
