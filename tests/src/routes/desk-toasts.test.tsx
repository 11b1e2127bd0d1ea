/** The desk's messages: one Undo, in one place, and none after the dashboard was left. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Undoable } from "../../../convex/queue/rules/answers.ts";
import { setLoggingOut } from "../../../src/lib/account/logging-out.ts";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../src/features/desk/people/add-walk-in.tsx";
import "../../../src/features/desk/desk-window.tsx";
import "../../../src/features/sharing/join-card.tsx";
import { click, find, freshBackend, press } from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  place,
  signOut,
  REAL,
} from "../fake-session.tsx";
import { board, id, line, queue } from "../samples.ts";
import { act } from "../act.ts";
import { stubWidth } from "../width.ts";

const { queueId } = board();
const CALLED = "Called customer #2";
const RESET = "Queue reset successfully.";
const ACTED = { ok: true, ticketId: "ticket-2", number: 2, eventId: "event" };
const backend = freshBackend();

beforeEach(() => {
  localStorage.setItem("yourturn.tab", "queue");
  backend.set(api.desk.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.actions.board, { queueId }, board());
  backend.set(api.line.tickets.line, { queueId }, line([2, 3]));
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.account.current.me, {}, owner());
  backend.on(api.desk.actions.callNext, () => {
    offerUndo("call", 2);
    return ACTED;
  });
  // As the login page does when it appears.
  setLoggingOut(false);
  signOut.mockImplementation(async () => beSigned("out"));
  beSigned("in");
});

/** As the server does: besides its answer it sends the offer to every watcher of the queue. */
function offerUndo(code: Undoable, number: number | null, event = "event") {
  const eventId = id<"event">(event) as never;
  const expiresAt = Date.now() + 10_000;
  const who = { number, ticketId: null, name: null };
  const undo = { eventId, code, ...who, expiresAt };
  backend.set(api.desk.actions.board, { queueId }, board({ undo }));
}

async function show(layout: "phone" | "desk"): Promise<void> {
  stubWidth(layout === "desk");
  await open(backend, "/dashboard", <DashboardScreen />);
}

/** Resets this many people. The server offers to undo up to a thousand. */
async function reset(layout: "phone" | "desk", ended: number): Promise<void> {
  backend.on(api.desk.actions.reset, () => {
    if (ended <= 1_000) offerUndo("queueReset", null);
    return { ok: true, ended, eventId: "event" };
  });
  if (layout === "phone") {
    await press("Manage");
    await press("Reset Queue");
  } else {
    await click("button[aria-label=More]");
    await click("[role=menuitem]", "Reset Queue");
  }
  await click("[role=alertdialog] button", /^Reset Queue/);
}

const undos = () =>
  [...document.querySelectorAll("button")].filter(
    (button) => button.textContent === "Undo",
  );

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  test("a call shows one Undo, and a screen reader announces the call", async () => {
    await show(layout);
    await press(/^Call Next/);
    expect(undos()).toHaveLength(1);
    find("[role=status]", new RegExp(CALLED));
    expect(page().split(CALLED)).toHaveLength(2);
  });

  test("a reset is shown once, with its Undo", async () => {
    await show(layout);
    await reset(layout, 3);
    expect(page().split(RESET)).toHaveLength(2);
    expect(undos()).toHaveLength(1);
  });

  test("a reset that is too large to undo is shown once, without Undo", async () => {
    await show(layout);
    await reset(layout, 1_001);
    expect(page().split(RESET)).toHaveLength(2);
    expect(undos()).toEqual([]);
  });

  test("no message of the desk is left on the login page", async () => {
    await show(layout);
    await press(/^Call Next/);
    await press("Logout");
    if (layout === "phone") {
      expect(page()).toContain("Log out on this phone?");
      await press(/^Log out/);
    }
    expect(place()).toMatch(/^\/login/);
    expect(page()).toContain("Logged out successfully");
    expect(page()).not.toContain(CALLED);
    expect(undos()).toEqual([]);
  });
});

test("an answer after the dashboard was left is not shown", async () => {
  let answer: (value: unknown) => void = () => undefined;
  backend.on(
    api.desk.actions.callNext,
    () => new Promise((resolve) => (answer = resolve)),
  );
  await show("desk");
  await press(/^Call Next/);
  await press("Logout");
  await act(async () => answer(ACTED));
  expect(place()).toMatch(/^\/login/);
  expect(page()).not.toContain(CALLED);
});

test("an added customer's number and place stay for 8 s, for the barber to read out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  backend.on(api.desk.actions.addWalkIn, () => {
    offerUndo("join", 7, "added");
    const three = queue("Walk-ins", { queueId, waitingCount: 3 });
    backend.set(api.desk.queues.list, {}, [three]);
    return { ok: true, ticketId: "ticket-7", number: 7, eventId: "added" };
  });
  await show("phone");
  await press("Add walk-in");
  await press(/^Add to queue/);
  const shown = find("[role=dialog]");
  expect(shown.textContent).toContain("#7Place 3");
  expect(page().split("#7 is in line")).toHaveLength(2);
  await act(async () => vi.advanceTimersByTime(7_999));
  expect(shown.isConnected).toBe(true);
  await act(async () => vi.advanceTimersByTime(1));
  expect(shown.isConnected).toBe(false);
  expect(undos()).toHaveLength(1);
});

test("Undo waits on a phone's Queue tab", async () => {
  await show("phone");
  await press(/^Call Next/);
  await press("Manage");
  expect(undos()).toEqual([]);
  await press("Queue");
  expect(undos()).toHaveLength(1);
});
