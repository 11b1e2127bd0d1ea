/** What the counter says: one Undo, in one place, and nothing of it after the dashboard was left. */
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { setLoggingOut } from "../../../src/lib/logging-out.ts";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../src/features/sharing/join-card.tsx";
import { FakeBackend, find, press } from "../fake-backend.tsx";
import {
  authLibrary,
  beSigned,
  open,
  owner,
  page,
  place,
  signOut,
  useConvexAuth,
} from "../fake-session.tsx";
import { board, id, line, queue } from "../samples.ts";

vi.mock("convex/react", async (load) => ({
  ...(await load<object>()),
  useConvexAuth: () => useConvexAuth(),
}));
vi.mock("@convex-dev/auth/react", () => ({
  useAuthActions: () => authLibrary.useAuthActions(),
  useAuthToken: () => authLibrary.useAuthToken(),
}));

const { queueId } = board();
const CALLED = "Called customer #2";
const ACTED = { ok: true, ticketId: "ticket-2", number: 2, eventId: "event" };
let backend: FakeBackend;

beforeEach(() => {
  localStorage.setItem("yourturn.tab", "queue");
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  backend = new FakeBackend();
  backend.set(api.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.board, { queueId }, board());
  backend.set(api.tickets.line, { queueId }, line([2, 3]));
  backend.set(api.services.current, {}, { payments: "real", mail: "real" });
  backend.set(api.account.me, {}, owner());
  // As the server does it: the answer, and the offer for every watcher of the queue.
  const offer = {
    eventId: id<"event">("event") as never,
    code: "call" as const,
    number: 2,
    expiresAt: Date.now() + 10_000,
  };
  backend.on(api.desk.callNext, () => {
    backend.set(api.desk.board, { queueId }, board({ undo: offer }));
    return ACTED;
  });
  // As the login page does it when it is there.
  setLoggingOut(false);
  signOut.mockImplementation(async () => beSigned("out"));
  beSigned("in");
});

async function show(layout: "phone" | "desk"): Promise<void> {
  if (layout === "desk") {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  }
  await open(backend, "/dashboard", {
    path: "/dashboard",
    element: <DashboardScreen />,
  });
}

const undos = () =>
  [...document.querySelectorAll("button")].filter(
    (button) => button.textContent === "Undo",
  );

describe.each(["phone", "desk"] as const)("on a %s", (layout) => {
  // Canary: a phone with `undoPlace` "toast" has two.
  test("one Undo, and what it takes back is spoken", async () => {
    await show(layout);
    await press(/^Call Next/);
    expect(undos()).toHaveLength(1);
    find("[role=status]", new RegExp(CALLED));
    expect(page().split(CALLED)).toHaveLength(2);
  });

  // Canary: without useDeskToasts in the workplace the Undo is on the login page.
  test("none of it on the login page", async () => {
    await show(layout);
    await press(/^Call Next/);
    await press("Logout");
    expect(place()).toMatch(/^\/login/);
    expect(page()).toContain("Logged out successfully");
    expect(page()).not.toContain(CALLED);
    expect(undos()).toEqual([]);
  });
});

// Canary: showing regardless of `isLeft` offers it to whoever signs in next.
test("an answer that comes after the dashboard was left is told to nobody", async () => {
  let answer: (value: unknown) => void = () => undefined;
  backend.on(
    api.desk.callNext,
    () => new Promise((resolve) => (answer = resolve)),
  );
  await show("desk");
  await press(/^Call Next/);
  await press("Logout");
  await act(async () => answer(ACTED));
  expect(place()).toMatch(/^\/login/);
  expect(page()).not.toContain(CALLED);
});

test("on a phone's Manage tab Undo stands above the bar too", async () => {
  await show("phone");
  await press(/^Call Next/);
  await press("Manage");
  expect(undos()).toHaveLength(1);
});
