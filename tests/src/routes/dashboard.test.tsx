/** The dashboard in its shell, on a phone and at a desk. Open windows stay when the layout changes. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { must } from "../../../convex/base/rules/errors";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
import { click, find, freshBackend, press } from "../fake-backend.tsx";
import { furnish, open, owner, pass } from "../fake-session.tsx";
import { board, id, line, queue } from "../samples.ts";
import { act } from "../act.ts";
import { getFunctionName as nameOf } from "convex/server";
import { loaded, strike } from "../user.ts";

const CONTROLS = {
  phone: ["Upgrade to Pro", "Sign out everywhere", "Logout"],
  desk: ["Upgrade to Pro", "Logout"],
};
const backend = freshBackend();
/** Whether every width query matches, and the listeners for its changes. */
let wide = false;
const turns = new Set<() => void>();

beforeEach(() => {
  turns.clear();
  localStorage.setItem("yourturn.tab", "manage");
  furnish(backend);
});

async function show(
  layout: "phone" | "desk",
  me: Parameters<typeof owner>[0] = {},
  hash = "",
): Promise<void> {
  wide = layout === "desk";
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return wide;
    },
    addEventListener: (_: string, turned: () => void) => turns.add(turned),
    removeEventListener: (_: string, turned: () => void) =>
      turns.delete(turned),
  }));
  backend.set(api.account.current.me, {}, owner(me));
  await open(backend, `/dashboard${hash}`, <DashboardScreen />);
}

const controls = (layout: keyof typeof CONTROLS) =>
  [...document.querySelectorAll("button")]
    .map((button) => button.textContent?.trim() ?? "")
    .filter((label) => CONTROLS[layout].includes(label));

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  test("with an open bill no address opens the upgrade", async () => {
    const subscription = { state: "pastDue", upgradeTo: null } as const;
    await show(layout, { plan: "starter", subscription }, "#upgrade");
    await loaded();
    expect(document.querySelector("[role=alertdialog]")).toBeNull();
    find("button", "Manage billing");
  });

  test("an address from another page opens the window that it names, once", async () => {
    history.replaceState(null, "", "/dashboard#manage-queues");
    await show(layout, { plan: "starter" }, location.hash);
    await loaded();
    find("[role=dialog] h2", "Manage Queues");
    expect(location.hash).toBe("");
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
    expect(controls(layout)).toEqual(CONTROLS[layout]);
    await press(/^Manage Queues/);
    await loaded();
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
    if (layout === "desk") find("option", /^Walk-ins/);
    else find("button", "Manage Queues1 of 5");
  },
);

test("a list of queues that fails later is reported, and the desk stays usable", async () => {
  localStorage.setItem("yourturn.tab", "queue");
  await show("phone");
  await backend.change(api.desk.queues.list, {}, new Error("down"));
  find("option", /^Walk-ins/);
  find("button", "Find");
  await press("Manage");
  find("[role=alert] p", "Failed to load queues.");
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
    expect(failed()).toBeGreaterThan(0);
    find("button", "Logout");
    backend.set(api.desk.actions.board, { queueId }, board());
    while (failed() > 0) await press("Try Again");
    find("option", /^Walk-ins/);
    await press("Today");
    await loaded();
    find("[role=dialog] h2", "Today");
  },
);

test("a picked queue that is deleted meanwhile gives way to another", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  localStorage.setItem("yourturn.tab", "queue");
  const { queueId } = board();
  const empty = { called: [], waiting: [], waitingCount: 0 };
  const hair = board({ name: "Hair", queueId: id("hair"), ...empty });
  backend.set(api.desk.actions.board, { queueId: "hair" }, hair);
  backend.set(api.line.tickets.line, { queueId: "hair" }, line([]));
  const walkIns = queue("Walk-ins", { queueId });
  const queues = [queue("Hair", { queueId: hair.queueId }), walkIns];
  backend.set(api.desk.queues.list, {}, queues);
  await show("phone");
  find("button", /^Call Next Nobody is waiting/);
  const gone = new Error("gone");
  await backend.change(api.desk.actions.board, { queueId: "hair" }, gone);
  find("[role=alert] button", "Try Again");
  await backend.change(api.desk.queues.list, {}, [walkIns]);
  find("button", /^Call Next #2/);
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test.each([
  ["the question before a reset", "Reset Queue", "Reset Queue?"],
  ["the number of chairs", "2 chairs", "2 chairs"],
])(
  "%s goes with its queue, and asks about no other",
  async (_what, opener, title) => {
    const { queueId } = board();
    const empty = { called: [], waiting: [], waitingCount: 0 };
    const at = { name: "Hair", queueId: id<never>("hair"), chairs: 2 };
    const hair = board({ ...at, ...empty });
    backend.set(api.desk.actions.board, { queueId: "hair" }, hair);
    backend.set(api.line.tickets.line, { queueId: "hair" }, line([]));
    const walkIns = queue("Walk-ins", { queueId });
    const queues = [queue("Hair", { queueId: hair.queueId }), walkIns];
    backend.set(api.desk.queues.list, {}, queues);
    await show("desk");
    if (opener === "Reset Queue") await click("button[aria-label=More]");
    await press(opener);
    await loaded();
    find(":is([role=dialog], [role=alertdialog]) h2", title);
    await backend.change(api.desk.queues.list, {}, [walkIns]);
    expect(document.querySelector("[aria-modal]")).toBeNull();
    expect(find("select").textContent).not.toContain("Hair");
  },
);

test("without a connection a phone's Reset says why it does nothing", async () => {
  await show("phone");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => backend.connect(false));
  await pass(10_000);
  await press("Reset Queue");
  find("[role=alert]", "You're offline. Nothing was changed.");
  await act(async () => backend.connect(true));
});

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
  await loaded();
  find("h2", "No queues available");
  await press(/^Create Queue/);
  const made = backend.sent.filter(
    ({ name }) => name === nameOf(api.desk.queues.create),
  );
  expect(made).toMatchObject([{ args: { name: "Walk-ins" } }]);
});

test("while all queues are inactive nobody can be added, and a press leads to them", async () => {
  const closed = queue("Walk-ins", { isActive: false });
  backend.set(api.desk.queues.list, {}, [closed]);
  localStorage.setItem("yourturn.tab", "queue");
  await show("phone");
  await loaded();
  find("h2", "No queues available");
  expect(() => find("button", "Add walk-in")).toThrow();
  await press("Manage Queues");
  await loaded();
  find("[role=dialog] h2", "Manage Queues");
});

test("a shop without a queue has Today and the list of keys", async () => {
  backend.set(api.desk.queues.list, {}, []);
  await show("desk");
  await press("Today");
  await loaded();
  find("[role=dialog] p", "Nothing has happened today.");
  await strike("Escape");
  await strike("?");
  find("[role=dialog] h2", "Keyboard");
});

test("turning a tablet keeps the desk's open window and its field", async () => {
  localStorage.setItem("yourturn.tab", "queue");
  await show("desk");
  await click("[aria-label='More for #2 Ana']");
  await click("[role=menuitem]", "Edit name, phone, note");
  await loaded();
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
