/** What this device does for all of its tickets: chips in every state, "almost your turn", keeping the screen on. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { playSoon } from "../../../../src/features/ticket/ring/tones.ts";
import {
  rememberTicket,
  storedTickets,
} from "../../../../src/features/ticket/stored-tickets.ts";
import { TicketWatches } from "../../../../src/features/ticket/ticket-screen.tsx";
import type { Line, Ticket } from "../../../../src/features/ticket/types.ts";
import { draw, find, freshBackend } from "../../fake-backend.tsx";
import { line, NOW, SECRET, SHOP, ticket } from "../../samples.ts";
import { drawTicket } from "../../ticket-page.tsx";
import { act } from "../../act.ts";
import { texts } from "../../user.ts";

vi.mock(
  import("../../../../src/features/ticket/ring/tones.ts"),
  async (load) => ({ ...(await load()), playSoon: vi.fn() }),
);
const OTHER = "t".repeat(32);
const CALLED = { status: "called", callCount: 1, calledAt: NOW } as const;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  vi.mocked(playSoon).mockClear();
});
const be = (secret: string, own: Ticket) =>
  backend.set(api.line.tickets.mine, { secret }, own);
const stand = (at: Line) =>
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, at);
const later = async (change: () => void) => await act(async () => change());
const show = async (profile = SHOP) => await drawTicket(backend, profile);
const remember = (secret: string) =>
  rememberTicket({
    secret,
    businessId: SHOP.businessId,
    queueId: "walk-ins",
    takenAt: 0,
  });
const chips = () => texts("nav a");

describe("chips", () => {
  const other = ticket({ number: 5, name: "Ana" });

  beforeEach(() => {
    remember(OTHER);
    remember(SECRET);
    be(OTHER, other);
    be(SECRET, ticket());
    stand(line([1, 2, 3, 4, 5]));
  });

  test("show in the order of joining the place of each ticket, or that it is next", async () => {
    await show();
    expect(chips()).toEqual(["#5 Ana · place 5", "#3 Zoë · place 3"]);
    await later(() => stand(line([3, 5])));
    expect(chips()).toEqual(["#5 Ana · place 2", "#3 Zoë · next"]);
  });

  test("keep their holders' names in a translated page, as do the ticket and the shop", async () => {
    be(OTHER, { ...other, name: null });
    await show();
    expect(texts("[translate=no]")).toEqual([SHOP.name, "Zoë", "Zoë"]);
  });

  test("have the letter of the ticket's queue", async () => {
    be(OTHER, { ...other, letter: "K" });
    await show();
    expect(chips()).toEqual(["K5 Ana · place 5", "#3 Zoë · place 3"]);
  });

  test("are shown while a ticket is called or served, and a second call keeps the page", async () => {
    be(SECRET, ticket(CALLED));
    location.hash = "#now";
    await show();
    expect(chips()).toEqual(["#5 Ana · place 5", "#3 Zoë · called"]);
    await later(() => be(OTHER, { ...other, ...CALLED }));
    expect(location.hash).toBe("#now");
    expect(chips()).toEqual(["#5 Ana · called", "#3 Zoë · called"]);
    await later(() => be(SECRET, ticket({ ...CALLED, status: "serving" })));
    expect(chips()[1]).toBe("#3 Zoë · being served");
  });

  test("ask about an unconfirmed visit", async () => {
    const ended = { status: "completed", endReason: "served" } as const;
    be(OTHER, { ...other, ...ended, endedAt: NOW, servedAssumed: true });
    await show();
    expect(chips()[0]).toBe("#5 Ana · served?");
  });

  test("stay for the other ticket when one has ended", async () => {
    be(SECRET, ticket({ status: "completed", endReason: "served" }));
    await show();
    expect(chips()).toEqual(["#5 Ana · place 5"]);
  });

  test.each([
    [NOW + 3_600_000, "#5 Ana · 12:42"],
    [NOW + 48 * 3_600_000, "#5 Ana · 25 November"],
  ])("show a booking's time", async (scheduledTime, text) => {
    be(OTHER, { ...other, isScheduled: true, scheduledTime });
    stand(line([1, 2, 3]));
    await show();
    expect(chips()[0]).toBe(text);
  });

  test("are not drawn for a single ticket", async () => {
    be(OTHER, ticket({ status: "cancelled", endReason: "left" }));
    await show();
    expect(chips()).toEqual([]);
    expect(storedTickets()).toHaveLength(1);
  });
});

test("while another customer is added: each ticket is in sight, as the way back to it", async () => {
  remember(SECRET);
  be(SECRET, ticket());
  stand(line([1, 2, 3]));
  await draw(backend, <TicketWatches profile={SHOP} />);
  expect(chips()).toEqual(["#3 Zoë place 3, still yours My ticket"]);
  expect(find("nav a", /^#3/).getAttribute("href")).toBe(`#ticket=${SECRET}`);
  await later(() =>
    be(SECRET, ticket({ isScheduled: true, scheduledTime: NOW + 3_600_000 })),
  );
  expect(chips()).toEqual(["#3 Zoë 12:42, still yours My ticket"]);
});

test("while another customer is added: a call replaces the form, and an ended ticket is forgotten", async () => {
  remember(OTHER);
  remember(SECRET);
  be(OTHER, ticket({ status: "cancelled", endReason: "left" }));
  be(SECRET, ticket());
  stand(line([1, 2, 3]));
  location.hash = "#new";
  await draw(backend, <TicketWatches profile={SHOP} />);
  expect(storedTickets().map(({ secret }) => secret)).toEqual([SECRET]);
  expect(location.hash).toBe("#new");
  await later(() => be(SECRET, ticket(CALLED)));
  expect(location.hash).toBe(`#ticket=${SECRET}`);
});

test("while another customer is added: a silent call that replaces the form is reported by the page that follows", async () => {
  vi.useFakeTimers({ now: NOW });
  backend.on(api.messages.alerts.pageRang, () => ({ ok: true }));
  remember(SECRET);
  be(SECRET, ticket());
  stand(line([1, 2, 3]));
  const close = await draw(backend, <TicketWatches profile={SHOP} />);
  await later(() => be(SECRET, ticket(CALLED)));
  await close();
  await show();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  const occasion = { kind: "called", callCount: 1 };
  expect(backend.sent.map(({ args }) => args)).toContainEqual({
    ...{ secret: SECRET, occasion, silent: true },
  });
});

test("the text about ringing: asks for a tap until the page may play sound", async () => {
  const audio = { state: "suspended", resume: async () => undefined };
  vi.stubGlobal("AudioContext", function open() {
    return audio;
  });
  be(SECRET, ticket());
  stand(line([1, 2, 3]));
  await show();
  find("span", /^Keep this page open and tap it once so/);
  await later(() => {
    window.dispatchEvent(new Event("pointerdown"));
    audio.state = "running";
    (audio as { onstatechange?: () => void }).onstatechange?.();
  });
  find("span", /^Keep this page open\..* unless it's on silent\.$/);
  // The page keeps its audio context, so it is silenced for the following tests.
  audio.state = "suspended";
});

describe("almost your turn", () => {
  const BANNER = "Almost your turn. Please stay close to the counter.";
  const closed = { ...SHOP, specialDays: [{ day: "2026-11-23", hours: null }] };
  const banner = () => document.querySelector("main [role=status]");

  beforeEach(() => be(SECRET, ticket()));

  test("is shown when two are ahead, and sounds once per ticket", async () => {
    stand(line([1, 2, 7, 3]));
    await show();
    expect(banner()).toBeNull();
    await later(() => stand(line([2, 7, 3])));
    find("main [role=status]", BANNER);
    expect(playSoon).toHaveBeenCalledTimes(1);
    await later(() => stand(line([1, 2, 7, 3])));
    await later(() => stand(line([7, 3])));
    expect(playSoon).toHaveBeenCalledTimes(1);
    expect(storedTickets()[0]?.toldAlmost).toBe(true);
  });

  test("follows the ticket to the queue that staff have moved it to", async () => {
    stand(line([1, 2, 7, 3]));
    await show();
    const moved = { queueId: "colour", queueName: "Colour" } as object;
    const there = { queueId: "colour" };
    backend.set(api.line.tickets.line, there, line([9, 8, 7, 3]));
    await later(() => be(SECRET, { ...ticket(), ...moved }));
    await later(() => stand(line([7, 3])));
    expect(playSoon).not.toHaveBeenCalled();
    await later(() => backend.set(api.line.tickets.line, there, line([7, 3])));
    find("main [role=status]", BANNER);
    expect(playSoon).toHaveBeenCalledTimes(1);
  });

  test("makes no sound for a customer who joins at that place", async () => {
    stand(line([1, 3]));
    await show();
    find("main [role=status]", BANNER);
    expect(playSoon).not.toHaveBeenCalled();
  });

  test.each([
    ["switched off", { ...SHOP, almostAt: 0 }, {}],
    ["closed", closed, {}],
    ["paused", SHOP, { pause: { since: NOW, until: null } }],
    ["no chair is open", SHOP, { chairs: 0 }],
  ])("is not shown when %s", async (_, profile, more) => {
    stand(line([1, 2, 7, 3], more));
    await show(profile);
    await later(() => stand(line([7, 3], more)));
    expect(banner()).toBeNull();
    expect(playSoon).not.toHaveBeenCalled();
  });

  test("is shown after closing time while the shop is calling", async () => {
    const hours = { start: "09:00", end: "11:40" };
    const over = { ...SHOP, specialDays: [{ day: "2026-11-23", hours }] };
    stand(line([1, 2, 7, 3], { lastCallAt: NOW - 60_000 }));
    await show(over);
    await later(() => stand(line([7, 3], { lastCallAt: NOW })));
    find("main [role=status]", BANNER);
    expect(playSoon).toHaveBeenCalledTimes(1);
  });
});

describe("the screen", () => {
  /** As Safari does: the first lock of a page only inside a tap. */
  let isTapped: boolean;
  let locks: { release: () => Promise<void>; onrelease?: () => void }[];
  const request = vi.fn(async () => {
    if (!isTapped) throw new DOMException("no tap", "NotAllowedError");
    const lock: (typeof locks)[number] = {
      release: async () => drop(lock),
    };
    locks.push(lock);
    return lock;
  });
  const drop = (lock: (typeof locks)[number]) => {
    locks = locks.filter((other) => other !== lock);
    lock.onrelease?.();
  };
  const tap = async () =>
    await later(() => {
      isTapped = true;
      window.dispatchEvent(new Event("pointerup"));
      window.dispatchEvent(new Event("click"));
    });

  beforeEach(() => {
    isTapped = false;
    locks = [];
    request.mockClear();
    Object.assign(navigator, { wakeLock: { request } });
    be(SECRET, ticket());
    return () => Reflect.deleteProperty(navigator, "wakeLock");
  });

  test("stays on from three ahead until the call, and no longer", async () => {
    stand(line([1, 2, 5, 6, 3]));
    const close = await show();
    expect(request).not.toHaveBeenCalled();
    await tap();
    expect(request, "so that Safari allows it later").toHaveBeenCalled();
    expect(locks).toHaveLength(0);
    await later(() => stand(line([2, 5, 6, 3])));
    expect(locks).toHaveLength(1);
    await later(() => {
      be(SECRET, ticket(CALLED));
      stand(line([2, 5, 6]));
    });
    expect(locks).toHaveLength(1);
    await later(() => be(SECRET, ticket({ ...CALLED, status: "serving" })));
    expect(locks).toHaveLength(0);
    await close();
  });

  test("stays on from the first tap, and takes a dropped lock again", async () => {
    stand(line([3]));
    await show();
    expect(locks).toHaveLength(0);
    await tap();
    expect(locks).toHaveLength(1);
    await later(() => locks.forEach(drop));
    expect(locks).toHaveLength(1);
  });

  test("stays on again when the page comes back, and never in a paused queue", async () => {
    stand(line([3], { pause: { since: NOW, until: null } }));
    await show();
    await tap();
    expect(locks).toHaveLength(0);
    await later(() => stand(line([3])));
    expect(locks).toHaveLength(1);
    const seen = vi.spyOn(document, "visibilityState", "get");
    seen.mockReturnValue("hidden");
    await later(() => locks.forEach(drop));
    expect(locks).toHaveLength(0);
    seen.mockReturnValue("visible");
    await later(() => document.dispatchEvent(new Event("visibilitychange")));
    expect(locks).toHaveLength(1);
  });

  test("may turn off where the browser has no lock or refuses it", async () => {
    request.mockRejectedValueOnce(new Error("battery"));
    stand(line([3]));
    await show();
    find("h1", "You're in the queue!");
    Reflect.deleteProperty(navigator, "wakeLock");
    await later(() => document.dispatchEvent(new Event("visibilitychange")));
    find("h1", "You're in the queue!");
  });
});
