/** Every word on the main screens is from the tables (marked in a made-up language), from Intl, or data. */
import type { ReactNode } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { click, draw, find, freshBackend } from "../fake-backend.tsx";
import { beSigned, open, owner, REAL } from "../fake-session.tsx";
import {
  board,
  line,
  NOW,
  openQueue,
  queue,
  SECRET,
  SHOP,
  ticket,
} from "../samples.ts";
import { marked, MARKED, unmarkedWords } from "./marked-language.ts";
import { stubWidth } from "../width.ts";

const { businessId } = SHOP;
const { queueId } = board();
let screens: Awaited<ReturnType<typeof loadScreens>>;
const backend = freshBackend();

/** Runs after the language is open, because the tables are read when a screen is loaded. */
async function loadScreens() {
  vi.resetModules();
  const { openLanguage } =
    await import("../../../src/strings/language/language.ts");
  const files = { [`./${MARKED}.ts`]: () => Promise.resolve(marked) };
  await openLanguage([MARKED], files);
  // Preloads what screens load on demand, so that it takes no time that React cannot see.
  await import("../../../src/features/ticket/ticket-screen.tsx");
  await import("../../../src/features/booking/slot-picker.tsx");
  await import("../../../src/features/sharing/join-card.tsx");
  await import("../../../src/routes/dashboard/rare-window.tsx");
  await import("../../../src/routes/dashboard/manage.tsx");
  return {
    join: (await import("../../../src/routes/join.tsx")).default,
    landing: (await import("../../../src/routes/landing.tsx")).default,
    demo: (await import("../../../src/routes/book-demo.tsx")).default,
    privacy: (await import("../../../src/routes/privacy.tsx")).default,
    terms: (await import("../../../src/routes/terms.tsx")).default,
    login: (await import("../../../src/routes/login.tsx")).default,
    signup: (await import("../../../src/routes/signup.tsx")).default,
    forgot: (await import("../../../src/routes/forgot-password.tsx")).default,
    dashboard: (await import("../../../src/routes/dashboard.tsx")).default,
    notFound: (await import("../../../src/routes/not-found.tsx")).default,
    storage: (await import("../../../src/routes/storage-test.tsx")).default,
  };
}

beforeAll(async () => {
  screens = await loadScreens();
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.profile.businesses.publicProfile, { businessId }, SHOP);
  backend.set(api.desk.queues.publicList, { businessId }, [
    openQueue("Walk-ins", { queueId, waitingCount: 2 }),
  ]);
  backend.set(api.line.tickets.line, { queueId }, line([1, 2, 3, 4]));
  backend.set(api.desk.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.actions.board, { queueId }, board());
});

/** Waits until everything loaded on demand is there. */
const drawn = async () => {
  await vi.waitFor(() => expect(document.body.textContent).toMatch(/⟦/));
};
async function show(element: ReactNode, path = "/there"): Promise<void> {
  await open(backend, path, { path, element });
  await drawn();
}

test("the join form", async () => {
  history.replaceState(null, "", `/join?b=${businessId}`);
  await draw(backend, <screens.join />);
  await drawn();
  expect(document.querySelector("form")).not.toBeNull();
  expect(unmarkedWords()).toEqual([]);
});

test("calendar and times of a booking", async () => {
  const day = "2026-11-24";
  const slots = [{ startsAt: NOW + 86_400_000, isFree: true }];
  backend.set(api.booking.slots.ofDay, { queueId, day }, { slots });
  history.replaceState(null, "", `/join?b=${businessId}`);
  await draw(backend, <screens.join />);
  await click("label", /Schedule/);
  await vi.waitFor(() => find("label", /24$/));
  await click("label", /24$/);
  expect(document.querySelector("[name=slot]")).not.toBeNull();
  expect(unmarkedWords()).toEqual([]);
});

test.each([
  ["waiting", {}],
  ["called", { status: "called", calledAt: NOW, graceEndsAt: NOW + 300_000 }],
  ["ended", { status: "completed", endReason: "served", endedAt: NOW }],
  ["taken out", { status: "cancelled", endReason: "noShow", endedAt: NOW }],
] as const)("a ticket that is %s", async (_state, more) => {
  backend.set(api.line.tickets.mine, { secret: SECRET }, ticket(more));
  history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
  await draw(backend, <screens.join />);
  await vi.waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
  expect(unmarkedWords()).toEqual([]);
});

test.each([
  "login",
  "signup",
  "forgot",
  "landing",
  "demo",
  "privacy",
  "terms",
  "notFound",
  "storage",
] as const)("/%s", async (name) => {
  const Screen = screens[name];
  await show(<Screen />);
  expect(unmarkedWords()).toEqual([]);
});

test.each(
  [false, true].flatMap((isWide) =>
    ["overview", "queue", "manage"].map((tab) => [isWide, tab] as const),
  ),
)("the dashboard, wide: %s, at %s", async (isWide, tab) => {
  localStorage.setItem("yourturn.tab", tab);
  stubWidth(isWide);
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  await show(<screens.dashboard />);
  expect(unmarkedWords()).toEqual([]);
});
