/** The phone rings once per call. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { rememberTicket } from "../../../../../src/features/ticket/stored-tickets.ts";
import {
  markRung,
  rungFor,
  shownFor,
} from "../../../../../src/features/ticket/ring/marks.ts";
import { TicketWatch } from "../../../../../src/features/ticket/ring/ticket-watch.tsx";
import { draw, freshBackend } from "../../../fake-backend.tsx";
import { SECRET, SHOP, ticket } from "../../../samples.ts";
import { act } from "../../../act.ts";
import { allowSound } from "../../../allowed-sound.ts";

const backend = freshBackend();
const MINE = api.line.tickets.mine;
const OWN = { secret: SECRET };
const called = (callCount: number) => ticket({ status: "called", callCount });
const vibrate = vi.fn();
const notified: string[] = [];
/** Tags of closed notifications: ours, and a push's. */
const closed: string[] = [];

class GrantedNotification {
  static readonly permission = "granted";
  readonly close: () => void;
  constructor(title: string, { body, tag }: { body: string; tag: string }) {
    notified.push(`${title} ${body}`);
    this.close = () => closed.push(tag);
  }
}

beforeEach(() => {
  vibrate.mockReset();
  notified.length = 0;
  closed.length = 0;
  vi.stubGlobal("Notification", GrantedNotification);
  Object.assign(navigator, { vibrate });
  rememberTicket({
    secret: SECRET,
    businessId: "shop",
    queueId: "walk-ins",
    takenAt: 0,
  });
});

const watch = async () =>
  await draw(
    backend,
    <TicketWatch
      secret={SECRET}
      queueId="walk-ins"
      profile={SHOP}
      current
      calm
    />,
  );

test("a call: rings once with 200, 100, 200 ms and a notification, however often the screen is drawn", async () => {
  backend.set(MINE, OWN, ticket());
  const close = await watch();
  expect(vibrate).not.toHaveBeenCalled();
  await backend.change(MINE, OWN, called(1));
  await backend.change(MINE, OWN, { ...called(1), acknowledged: true });
  await close();
  await watch();
  expect(vibrate.mock.calls).toEqual([[[200, 100, 200]]]);
  expect(notified).toEqual(["Your turn! You have been called to the counter."]);
  // Without sound this tab has shown it, and another tab may still ring.
  expect([rungFor(SECRET), shownFor(SECRET)]).toEqual([0, 1]);
});

test("a call: rings again for a recall, but not for being served", async () => {
  backend.set(MINE, OWN, called(1));
  await watch();
  await backend.change(MINE, OWN, ticket({ status: "serving", callCount: 1 }));
  expect(vibrate).toHaveBeenCalledTimes(1);
  await backend.change(MINE, OWN, called(2));
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test("a call: rings again after an undo, because callCount only rises", async () => {
  backend.set(MINE, OWN, called(1));
  await watch();
  await backend.change(MINE, OWN, ticket({ callCount: 1 }));
  await backend.change(MINE, OWN, called(2));
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test.each([
  ["answered", { acknowledged: true }],
  ["taken back", { status: "waiting" as const }],
  ["missed for good", { status: "skipped" as const }],
])("a call that is %s closes our and the push's note", async (_, change) => {
  const pushed = { close: () => closed.push("pushed") };
  const getNotifications = vi.fn(async () => [pushed]);
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => ({ getNotifications }) },
    configurable: true,
  });
  backend.set(MINE, OWN, called(1));
  const close = await watch();
  expect(notified).toHaveLength(1);
  expect(getNotifications).not.toHaveBeenCalled();
  await backend.change(MINE, OWN, { ...called(1), ...change });
  expect(closed).toEqual(["ticket-3", "pushed"]);
  expect(getNotifications).toHaveBeenCalledWith({ tag: "ticket-3" });
  await close();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("a call: that came while the page was closed rings once on return", async () => {
  backend.set(MINE, OWN, called(3));
  await (
    await watch()
  )();
  await (
    await watch()
  )();
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test("a call: is shown by the service worker where pages cannot", async () => {
  class Refused {
    static readonly permission = "granted";
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  }
  vi.stubGlobal("Notification", Refused);
  const showNotification = vi.fn(async () => undefined);
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => ({ showNotification }) },
    configurable: true,
  });
  backend.set(MINE, OWN, called(1));
  await watch();
  const body = "You have been called to the counter.";
  const data = { path: "/" };
  expect(showNotification.mock.calls).toEqual([
    ["Your turn!", { body, tag: "ticket-3", data }],
  ]);
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("a call: causes no error on a phone without vibration, sound and notifications", async () => {
  vi.stubGlobal("Notification", undefined);
  Reflect.deleteProperty(navigator, "vibrate");
  backend.set(MINE, OWN, called(1));
  await watch();
  expect(shownFor(SECRET)).toBe(1);
});

describe("a page without sound", () => {
  afterEach(() => vi.useRealTimers());
  const reports = () =>
    backend.sent.map(({ args }) => (args as { silent?: unknown }).silent);
  const call = async () => {
    vi.useFakeTimers();
    backend.on(api.messages.alerts.pageRang, () => ({ ok: true }));
    backend.set(MINE, OWN, called(1));
    await watch();
  };
  const otherTabsHadTime = async () =>
    await act(() => vi.advanceTimersByTimeAsync(1_500));

  test("reports that it was silent, once", async () => {
    await call();
    await otherTabsHadTime();
    expect(new Set(reports())).toEqual(new Set([true]));
  });

  test("reports nothing when another tab has rung meanwhile", async () => {
    await call();
    markRung(SECRET, 1);
    await otherTabsHadTime();
    expect(reports()).toEqual([]);
  });

  test("that a tap has given sound rings and says so", async () => {
    allowSound();
    await call();
    expect(rungFor(SECRET)).toBe(1);
    expect(new Set(reports())).toEqual(new Set([undefined]));
  });

  test("says that it may be muted on a phone that cannot vibrate", async () => {
    allowSound();
    Reflect.deleteProperty(navigator, "vibrate");
    await call();
    expect(new Set(reports())).toEqual(new Set(["maybe"]));
  });
});
