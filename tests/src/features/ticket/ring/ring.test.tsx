/** The phone rings once per call. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { mustRing } from "../../../../../src/features/ticket/ring/ring.ts";
import {
  markRung,
  rememberTicket,
  rungFor,
  shownFor,
} from "../../../../../src/features/ticket/stored-tickets.ts";
import { TicketWatch } from "../../../../../src/features/ticket/ring/ticket-watch.tsx";
import { draw, FakeBackend } from "../../../fake-backend.tsx";
import { SECRET, SHOP, ticket } from "../../../samples.ts";
import { act } from "../../../act.ts";
import { allowSound } from "../../../allowed-sound.ts";

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

async function watch(backend: FakeBackend) {
  return await draw(
    backend,
    <TicketWatch
      secret={SECRET}
      queueId="walk-ins"
      profile={SHOP}
      current
      calm
      chip={false}
    />,
  );
}

describe("mustRing", () => {
  test.each([
    ["waiting", 1, 0, false],
    ["called", 1, 0, true],
    ["called", 1, 1, false],
    ["called", 2, 1, true],
    ["serving", 2, 1, false],
    ["completed", 2, 0, false],
  ])(
    "%s, called %d times, rung %d times: %s",
    (status, callCount, rung, must) => {
      expect(mustRing({ status, callCount }, rung)).toBe(must);
    },
  );
});

describe("a call", () => {
  test("rings once with 200, 100, 200 ms and a notification, however often the screen is drawn", async () => {
    const backend = new FakeBackend();
    backend.set(api.line.tickets.mine, { secret: SECRET }, ticket());
    const close = await watch(backend);
    expect(vibrate).not.toHaveBeenCalled();

    await act(async () =>
      backend.set(api.line.tickets.mine, { secret: SECRET }, called(1)),
    );
    await act(async () =>
      backend.set(
        api.line.tickets.mine,
        { secret: SECRET },
        {
          ...called(1),
          acknowledged: true,
        },
      ),
    );
    await close();
    const closeAgain = await watch(backend);

    expect(vibrate.mock.calls).toEqual([[[200, 100, 200]]]);
    expect(notified).toEqual([
      "Your turn! You have been called to the counter.",
    ]);
    // Without sound this tab has shown it, and another tab may still ring.
    expect([rungFor(SECRET), shownFor(SECRET)]).toEqual([0, 1]);
    await closeAgain();
  });

  test("rings again for a recall, but not for being served", async () => {
    const backend = new FakeBackend();
    backend.set(api.line.tickets.mine, { secret: SECRET }, called(1));
    const close = await watch(backend);
    await act(async () =>
      backend.set(
        api.line.tickets.mine,
        { secret: SECRET },
        ticket({ status: "serving", callCount: 1 }),
      ),
    );
    expect(vibrate).toHaveBeenCalledTimes(1);
    await act(async () =>
      backend.set(api.line.tickets.mine, { secret: SECRET }, called(2)),
    );
    expect(vibrate).toHaveBeenCalledTimes(2);
    await close();
  });

  test("rings again after an undo, because callCount only rises", async () => {
    const backend = new FakeBackend();
    backend.set(api.line.tickets.mine, { secret: SECRET }, called(1));
    const close = await watch(backend);
    await act(async () =>
      backend.set(
        api.line.tickets.mine,
        { secret: SECRET },
        ticket({ callCount: 1 }),
      ),
    );
    await act(async () =>
      backend.set(api.line.tickets.mine, { secret: SECRET }, called(2)),
    );
    expect(vibrate).toHaveBeenCalledTimes(2);
    await close();
  });

  test.each([
    ["answered", { acknowledged: true }],
    ["taken back", { status: "waiting" as const }],
    ["missed for good", { status: "skipped" as const }],
  ])(
    "that is %s closes its notifications, ours and the push's",
    async (_, change) => {
      const pushed = { close: () => closed.push("pushed") };
      const getNotifications = vi.fn(async () => [pushed]);
      Object.defineProperty(navigator, "serviceWorker", {
        value: { getRegistration: async () => ({ getNotifications }) },
        configurable: true,
      });
      const backend = new FakeBackend();
      backend.set(api.line.tickets.mine, { secret: SECRET }, called(1));
      const close = await watch(backend);
      expect(notified).toHaveLength(1);
      expect(getNotifications).not.toHaveBeenCalled();
      await act(async () =>
        backend.set(
          api.line.tickets.mine,
          { secret: SECRET },
          { ...called(1), ...change },
        ),
      );
      expect(closed).toEqual(["ticket-3", "pushed"]);
      expect(getNotifications).toHaveBeenCalledWith({ tag: "ticket-3" });
      await close();
      Reflect.deleteProperty(navigator, "serviceWorker");
    },
  );

  test("that came while the page was closed rings once on return", async () => {
    const backend = new FakeBackend();
    backend.set(api.line.tickets.mine, { secret: SECRET }, called(3));
    await (
      await watch(backend)
    )();
    await (
      await watch(backend)
    )();
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  test("causes no error on a phone without vibration, sound and notifications", async () => {
    vi.stubGlobal("Notification", undefined);
    Reflect.deleteProperty(navigator, "vibrate");
    const backend = new FakeBackend();
    backend.set(api.line.tickets.mine, { secret: SECRET }, called(1));
    const close = await watch(backend);
    expect(shownFor(SECRET)).toBe(1);
    await close();
  });
});

describe("a page without sound", () => {
  const reports = (backend: FakeBackend) =>
    backend.sent.map(({ args }) => (args as { silent?: boolean }).silent);
  const call = async () => {
    vi.useFakeTimers();
    const backend = new FakeBackend();
    backend.on(api.messages.alerts.pageRang, () => ({ ok: true }));
    backend.set(api.line.tickets.mine, { secret: SECRET }, called(1));
    return { backend, close: await watch(backend) };
  };
  const otherTabsHadTime = async () =>
    await act(() => vi.advanceTimersByTimeAsync(1_500));

  test("reports that it was silent, once", async () => {
    const { backend, close } = await call();
    await otherTabsHadTime();
    expect(new Set(reports(backend))).toEqual(new Set([true]));
    await close();
    vi.useRealTimers();
  });

  test("reports nothing when another tab has rung meanwhile", async () => {
    const { backend, close } = await call();
    markRung(SECRET, 1);
    await otherTabsHadTime();
    expect(reports(backend)).toEqual([]);
    await close();
    vi.useRealTimers();
  });

  test("that a tap has given sound rings and says so", async () => {
    allowSound();
    const { backend, close } = await call();
    expect(rungFor(SECRET)).toBe(1);
    expect(new Set(reports(backend))).toEqual(new Set([undefined]));
    await close();
    vi.useRealTimers();
  });
});
