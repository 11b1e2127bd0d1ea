/** The account's controls on the dashboard, on a phone and at a desk. Open windows stay when the layout changes. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { must } from "../../../convex/base/rules/errors";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
// Loaded already, so that opening a window takes no time that React cannot see.
import "../../../src/features/sharing/join-card.tsx";
import "../../../src/routes/dashboard/rare-window.tsx";
import "../../../src/features/queues/no-queues.tsx";
import "../../../src/features/queues/queue-manager.tsx";
import "../../../src/features/desk/desk-window.tsx";
import { click, find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner, REAL } from "../fake-session.tsx";
import { board, line, queue } from "../samples.ts";
import { act } from "../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const CONTROLS = [
  "Upgrade to Pro",
  "Manage Billing",
  "Invoices",
  "Sign Out Everywhere",
  "Logout",
];
const backend = freshBackend();
/** Whether every width query matches, and the listeners for its changes. */
let wide = false;
const turns = new Set<() => void>();

beforeEach(() => {
  turns.clear();
  localStorage.setItem("yourturn.tab", "manage");
  const { queueId } = board();
  backend.set(api.desk.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.actions.board, { queueId }, board());
  backend.set(api.line.tickets.line, { queueId }, line([2, 3]));
  backend.set(api.account.deployment.current, {}, REAL);
  beSigned("in");
});

async function show(
  layout: "phone" | "desk",
  ...more: Parameters<typeof owner>
): Promise<void> {
  wide = layout === "desk";
  vi.stubGlobal("matchMedia", () => ({
    matches: wide,
    addEventListener: (_: string, turned: () => void) => turns.add(turned),
    removeEventListener: (_: string, turned: () => void) =>
      turns.delete(turned),
  }));
  backend.set(api.account.current.me, {}, owner(...more));
  await open(backend, "/dashboard", <DashboardScreen />);
}

const controls = () =>
  [...document.querySelectorAll("button")]
    .map((button) => button.textContent?.trim() ?? "")
    .filter((label) => CONTROLS.includes(label));

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  test("a paying Starter has all account controls", async () => {
    await show(layout, { plan: "starter" });
    expect(controls()).toEqual(CONTROLS);
  });

  test("Pro has no upgrade", async () => {
    await show(layout, { plan: "pro" });
    expect(controls()).toEqual(CONTROLS.slice(1));
  });

  test("a plan that an admin has granted has no invoices", async () => {
    await show(layout, { plan: "pro", subscription: { canManage: false } });
    expect(controls()).toEqual(["Sign Out Everywhere", "Logout"]);
  });

  test.each([
    ["Invoices", "[role=dialog] h2", "Invoices"],
    ["Sign Out Everywhere", "[role=alertdialog] h2", "Sign out everywhere?"],
    ["Upgrade to Pro", "[role=alertdialog] h2", "Upgrade to Pro?"],
  ])("%s opens its window, and Esc closes it", async (button, title, text) => {
    backend.on(api.billing.payments.invoices, () => ({
      ok: true,
      invoices: [],
    }));
    await show(layout, { plan: "starter" });
    await press(button);
    await act(async () => new Promise((loaded) => setTimeout(loaded)));
    find(title, text);
    const escape = new KeyboardEvent("keydown", {
      key: "Escape",
      bubbles: true,
    });
    await act(async () => document.activeElement?.dispatchEvent(escape));
    expect(document.querySelector(title)).toBeNull();
  });

  test("the skip link goes to Call Next where that is, else to the content", async () => {
    const skip = async () => {
      await click("a[href='#main']");
      return document.activeElement;
    };
    await show(layout);
    const main = find("main");
    const callNext = () => document.querySelector("[data-slot='call-next']");
    expect(await skip()).toBe(layout === "desk" ? callNext() : main);
    if (layout === "phone") await press("Queue");
    find("a", "To Call Next");
    expect(await skip()).toBe(must(callNext(), "Call Next"));
  });
});

test.each(["phone", "desk"] as const)(
  "on a %s, queues that cannot be loaded are reported and retried, and the rest stays",
  async (layout) => {
    const { queueId } = board();
    backend.set(api.desk.queues.list, {}, new Error("down"));
    await show(layout, { plan: "starter" });
    find("[role=alert] p", "Failed to load queues.");
    expect(document.querySelector("option")).toBeNull();
    expect(controls()).toEqual(CONTROLS);
    await press("Manage Queues");
    await act(async () => new Promise((loaded) => setTimeout(loaded)));
    find("[role=dialog] [role=alert] p", "Failed to load queues.");
    const times = () =>
      backend.asked.filter((name) => name === nameOf(api.desk.queues.list))
        .length;
    const before = times();
    await press("Try Again");
    expect(times()).toBeGreaterThan(before);
    const walkIns = queue("Walk-ins", { queueId });
    await backend.change(api.desk.queues.list, {}, [walkIns]);
    expect(document.querySelector("[role=alert]")).toBeNull();
    find("option", /^Walk-ins/);
  },
);

test("a list of queues that fails later is reported, and the desk stays usable", async () => {
  localStorage.setItem("yourturn.tab", "queue");
  await show("phone");
  await backend.change(api.desk.queues.list, {}, new Error("down"));
  find("[role=alert] p", "Failed to load queues.");
  find("option", /^Walk-ins/);
  find("button", "Find");
});

test.each(["phone", "desk"] as const)(
  "on a %s, a desk that fails leaves the rest, and recovers with its windows",
  async (layout) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    localStorage.setItem("yourturn.tab", "queue");
    const { queueId } = board();
    backend.set(api.desk.actions.board, { queueId }, new Error("down"));
    await show(layout);
    const failed = () => document.querySelectorAll("[role=alert]").length;
    // At a desk the chairs on duty show their own failure.
    expect(failed()).toBe(layout === "phone" ? 1 : 2);
    find("option", /^Walk-ins/);
    find("button", "Logout");
    backend.set(api.desk.actions.board, { queueId }, board());
    while (failed() > 0) await press("Try Again");
    await press("Find");
    await act(async () => new Promise((loaded) => setTimeout(loaded)));
    find("[role=dialog] h2", "Find a person");
  },
);

test("while queues load the page does not say that there are none", async () => {
  backend.set(api.desk.queues.list, {}, undefined);
  await show("desk");
  find("option", "Loading...");
  find("dd", "–");
  expect(document.body.textContent).not.toContain("No queues available");
});

test("the first queue is created in place", async () => {
  backend.set(api.desk.queues.list, {}, []);
  backend.on(api.desk.queues.create, () => ({ ok: true, queueId: "q" }));
  localStorage.setItem("yourturn.tab", "queue");
  await show("phone", { plan: "starter" });
  await act(async () => new Promise((loaded) => setTimeout(loaded)));
  find("h2", "No queues available");
  await press(/^Create Queue/);
  const made = backend.sent.filter(
    ({ name }) => name === nameOf(api.desk.queues.create),
  );
  expect(made).toMatchObject([{ args: { name: "Walk-ins" } }]);
});

test("turning a tablet keeps the desk's open window and its field", async () => {
  localStorage.setItem("yourturn.tab", "queue");
  await show("desk");
  await press("Find");
  await act(async () => new Promise((loaded) => setTimeout(loaded)));
  const field = () =>
    document.querySelector<HTMLInputElement>("[role=dialog] input");
  const typed = must(field(), "field of the window");
  await act(async () => {
    wide = false;
    turns.forEach((turned) => turned());
  });
  expect(document.querySelector("nav [aria-current]")?.textContent).toBe(
    "Queue",
  );
  expect(field()).toBe(typed);
});
