/** The desk's messages: one Undo, in one place, and none after the dashboard was left. */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Undoable } from "../../../convex/queue/rules/answers.ts";
import { setLoggingOut } from "../../../src/lib/account/logging-out.ts";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../src/features/desk/desk-window.tsx";
import "../../../src/features/sharing/join-card.tsx";
import { click, find, freshBackend, press } from "../fake-backend.tsx";
import { furnish, beSigned, open, page, signOut } from "../fake-session.tsx";
import { board, id } from "../samples.ts";
import { stubWidth } from "../width.ts";

const { queueId } = board();
const RESET = "Queue reset successfully.";
const ACTED = { ok: true, ticketId: "ticket-2", number: 2, eventId: "event" };
const backend = freshBackend();

beforeEach(() => {
  localStorage.setItem("yourturn.tab", "queue");
  furnish(backend);
  backend.on(api.desk.actions.callNext, () => {
    offerUndo("call", 2);
    return ACTED;
  });
  // As the login page does when it appears.
  setLoggingOut(false);
  signOut.mockImplementation(async () => beSigned("out"));
});

/** As the server does: besides its answer it sends the offer to every watcher of the queue. */
function offerUndo(code: Undoable, number: number | null) {
  const eventId = id<"event">("event") as never;
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
  const question = find("[role=alertdialog]").textContent;
  expect(question).toContain(
    "Are you sure you want to reset this queue (Walk-ins)? This will remove ALL customers (including scheduled) and reset counts.",
  );
  expect(document.activeElement?.textContent).toBe("Cancel");
  await click("[role=alertdialog] button", /^Reset Queue/);
}

const undos = () =>
  [...document.querySelectorAll("button")].filter(
    (button) => button.textContent === "Undo",
  );

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  test.each([
    [3, 1],
    [1_001, 0],
  ])("a reset of %i is shown once, with %i Undo", async (ended, offers) => {
    await show(layout);
    await reset(layout, ended);
    expect(page().split(RESET)).toHaveLength(2);
    expect(undos()).toHaveLength(offers);
  });
});

test("Undo waits on a phone's Queue tab", async () => {
  await show("phone");
  await press(/^Call Next/);
  await press("Manage");
  expect(undos()).toEqual([]);
  await press("Queue");
  expect(undos()).toHaveLength(1);
});
