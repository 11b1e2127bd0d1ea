/** The desk after a lapse: people in the queues are served, and nothing is offered that the server would refuse. */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../src/features/queues/queue-manager.tsx";
import "../../../src/features/sharing/join-card.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { furnish, open, owner, page } from "../fake-session.tsx";
import { board } from "../samples.ts";
import { stubWidth } from "../width.ts";
import { loaded } from "../user.ts";

const LAPSED = { state: "lapsed", isSubscribed: false } as const;
const ON_HOLD = { ...LAPSED, isOnHold: true };
const { queueId } = board();
const backend = freshBackend();

beforeEach(() => {
  localStorage.setItem("yourturn.tab", "queue");
  furnish(backend);
});

async function show(
  layout: "phone" | "desk",
  me: object = LAPSED,
): Promise<void> {
  stubWidth(layout === "desk");
  backend.set(api.account.current.me, {}, owner({ subscription: me }));
  await open(backend, "/dashboard?serve", <DashboardScreen />);
  await loaded();
}

const buttons = () =>
  [...document.querySelectorAll("button")].map(
    (button) => button.getAttribute("aria-label") ?? button.textContent?.trim(),
  );
const INVITING = ["Add walk-in", "Show code", "Share Link"];

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  test("customers in line can be called and served, and nothing invites new ones", async () => {
    await show(layout);
    for (const kept of [/^Call Next/, /^Skip #2/, /^Here/, /^Didn't come/]) {
      find("button", kept);
    }
    expect(buttons()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(INVITING.join("|"))]),
    );
    expect(page()).toContain("nobody new can join");
  });

  test("an empty queue explains why no customers come", async () => {
    const empty = { called: [], waiting: [], waitingCount: 0 };
    backend.set(api.desk.actions.board, { queueId }, board(empty));
    await show(layout);
    expect(page()).toContain("Nobody new can join until you choose a plan.");
    for (const text of INVITING) expect(buttons()).not.toContain(text);
  });

  test("while a bill is open, it must be paid before customers come", async () => {
    const empty = { called: [], waiting: [], waitingCount: 0 };
    backend.set(api.desk.actions.board, { queueId }, board(empty));
    await show(layout, ON_HOLD);
    expect(page()).toContain(
      "Nobody new can join until the open bill is paid.",
    );
    expect(page()).not.toMatch(/choose a plan/i);
  });
});

test("queues are shown read-only, with the reason", async () => {
  await show("desk");
  await press("Manage Queues");
  const dialog = find("[role=dialog]", /Walk-ins/);
  expect(dialog.textContent).toContain(
    "You need an active subscription to create or change queues.",
  );
  expect(dialog.querySelector("a")?.getAttribute("href")).toBe(
    "/payment-required",
  );
  const within = [...dialog.querySelectorAll("button")];
  expect(within.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Close",
  ]);
  expect(dialog.querySelector("input")).toBeNull();
});

test("while a bill is open, the queues' window leads to paying it", async () => {
  await show("desk", ON_HOLD);
  await press("Manage Queues");
  find("[role=dialog] a", "Pay open bill");
});

test("a business on hold without a queue is not told to choose a plan", async () => {
  backend.set(api.desk.queues.list, {}, []);
  await show("phone", ON_HOLD);
  expect(page()).toContain(
    "You can create one as soon as the open bill is paid.",
  );
});

test("before the lapse the manager offers creating and three actions per queue", async () => {
  await show("desk", { state: "active", isSubscribed: true });
  await press("Manage Queues");
  const dialog = find("[role=dialog]", /Create Queue/);
  expect(dialog.querySelectorAll("li button")).toHaveLength(3);
});
