/** The customer's live page in each state of the ticket. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { cameBefore } from "../../../../src/features/ticket/line/explained-order.tsx";
import { storedTickets } from "../../../../src/features/ticket/stored-tickets.ts";
import type { Ticket } from "../../../../src/features/ticket/types.ts";
import { call, click, find, FakeBackend, press } from "../../fake-backend.tsx";
import { evenPace, line, NOW, SECRET, SHOP, ticket } from "../../samples.ts";
import { drawTicket } from "../../ticket-page.tsx";
import { act } from "../../act.ts";
import { allowSound } from "../../allowed-sound.ts";

let backend: FakeBackend;
const mine = { secret: SECRET };
const queueOf = { queueId: "walk-ins" };
beforeEach(() => {
  allowSound();
  Object.assign(navigator, { vibrate: () => true });
  backend = new FakeBackend();
  vi.useFakeTimers({
    now: NOW,
    toFake: [
      "Date",
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
    ],
  });
  backend.set(api.line.tickets.line, queueOf, line([1, 2, 3, 4]));
});

async function open(own: Ticket | null | undefined) {
  backend.set(api.line.tickets.mine, mine, own);
  return await drawTicket(backend);
}
/** What a page sends when it has rung for the first call. */
const RANG = call(api.messages.alerts.pageRang, {
  ...mine,
  occasion: { kind: "called", callCount: 1 },
});
const pass = async (ms: number) =>
  await act(async () => vi.advanceTimersByTime(ms));

test("waiting: says in the shop's word that nobody is on duty", async () => {
  backend.set(api.line.tickets.line, queueOf, line([1, 2, 3], { chairs: 0 }));
  backend.set(api.line.tickets.mine, mine, ticket());
  await drawTicket(backend, { ...SHOP, chairWord: "desk" });
  find("p", "no desk is open");
});

test("waiting: shows a range when the queue has a pace, and no time without one", async () => {
  await open(ticket());
  expect(document.body.textContent).not.toMatch(/min\b/);
  await backend.change(
    api.line.tickets.line,
    queueOf,
    line([1, 2, 3], { pace: evenPace(6), lastCallAt: NOW }),
  );
  find("p", /^about \d+–\u2060\d+ min$/);
});

const AT_NIGHT = NOW + 12 * 3_600_000;

test("waiting: says how late the shop runs, but not after closing", async () => {
  const notice = { minutes: 15, since: NOW, until: AT_NIGHT + 60_000 };
  backend.set(api.line.tickets.mine, mine, ticket());
  const close = await drawTicket(backend, { ...SHOP, notice });
  find("[role=status] div", "Running about 15 min late");
  await close();
  vi.setSystemTime(AT_NIGHT);
  await drawTicket(backend, { ...SHOP, notice });
  find("p", "after opening tomorrow at 09:00");
  expect(document.body.textContent).not.toContain("min late");
});

test("waiting: stores a ticket that came by link", async () => {
  await open(ticket());
  expect(storedTickets().map(({ secret }) => secret)).toEqual([SECRET]);
});

const MISSED = { noShows: 1, missedCallAt: NOW - 9 * 60_000 } as const;

test("after a missed call: shows when it was, whether the customer is next and that the next call is the last", async () => {
  await open(ticket(MISSED));
  find(
    "[role=status] div",
    "We called you at 11:33. You're back in line. The next call is your last.",
  );
  await backend.change(api.line.tickets.line, queueOf, line([3, 4]));
  find("[role=status] div", /^We called you at 11:33\. You're next again./);
});

const CAME = NOW - 60_000;

test("customers ahead who joined later: are explained by reason, in one line without numbers or names", async () => {
  await open(ticket());
  expect(document.body.textContent).not.toContain("Ahead of you");
  const explained = [
    { number: 9, why: "booked" as const, at: CAME },
    { number: 1, why: "secondChance" as const, at: CAME },
    { number: 8, why: "calledOut" as const, at: CAME },
  ];
  const called = [{ number: 8, at: CAME, serving: false }];
  await backend.change(
    api.line.tickets.line,
    queueOf,
    line([9, 1, 3, 4], { explained, called }),
  );
  find(
    "span",
    "Ahead of you: 1 booking that is due, 1 person back after a missed call and 1 person called out of turn.",
  );
});

test.each([
  [
    "behind me",
    line([3, 9], { explained: [{ number: 9, why: "booked", at: CAME }] }),
  ],
  [
    "before me when I came",
    line([9, 3], {
      explained: [{ number: 9, why: "booked", at: NOW - 20 * 60_000 }],
    }),
  ],
  [
    "me",
    line([3, 4], { explained: [{ number: 3, why: "secondChance", at: CAME }] }),
  ],
])("customers ahead who joined later: none who is %s", (_, where) => {
  expect([...cameBefore(ticket(), where)]).toEqual([]);
});

test("a lost connection: shows the age of the numbers, later advice, and ends", async () => {
  await open(ticket());
  find("span", "Live");
  await act(async () => backend.connect(false));
  await pass(1_000);
  expect(document.body.textContent).not.toContain("Offline ·");
  await pass(1_000);
  find("span", "Offline · as of 11:42");
  expect(() => find("span", "Live")).toThrow();
  expect(document.body.textContent).not.toContain("Check your connection");
  expect(document.body.textContent).not.toContain("Your phone rings");
  find("span", /^Without a connection your phone cannot ring\./);
  await pass(75_000);
  expect(document.body.textContent).toContain("Check your connection");
  await act(async () => backend.connect(true));
  find("span", "Live");
});

test("leaving: sends the secret once and shows a refusal", async () => {
  backend.refuse(api.line.tickets.leave, "alreadyEnded");
  await open(ticket());
  await press("Leave the line");
  await click("[aria-modal] button", /Leave the line/);
  expect(backend.sent).toEqual([call(api.line.tickets.leave, mine)]);
  find("[role=alert]", "This ticket has already ended.");
});

test("leaving: without a connection nothing is sent, now or later", async () => {
  await open(ticket());
  await act(async () => backend.connect(false));
  await pass(2_000);
  await press("Leave the line");
  await click("[aria-modal] button", /Leave the line/);
  find("[aria-modal] [role=alert]", /^No connection right now\./);
  await act(async () => backend.connect(true));
  await press("Stay");
  expect(backend.sent).toEqual([]);
});

const CALLED = {
  status: "called",
  callCount: 1,
  calledAt: NOW - 28_000,
  graceEndsAt: NOW + 272_000,
} as const;

test("called: is an alert with the number, a running hold clock and the page's title", async () => {
  await open(ticket(CALLED));
  expect(find("[role=alert] h1", "You've Been Called!")).toBeDefined();
  find("[role=alert] p", "#3");
  find("span", "4:32 left");
  await pass(2_000);
  find("span", "4:30 left");
  expect(document.title).toBe("Your turn!");
});

test("called: shows the letter as large as the number, in a size that fits both", async () => {
  await open(ticket({ ...CALLED, letter: "H", number: 12 }));
  const big = document.querySelector<HTMLElement>(".ringing");
  expect(big?.textContent).toBe("H12");
  expect(Number(big?.style.getPropertyValue("--digits"))).toBeCloseTo(3.2);
});

test("called: says when one minute is left, and only then", async () => {
  await open(ticket({ ...CALLED, graceEndsAt: NOW + 62_000 }));
  expect(document.body.textContent).not.toContain("One minute left");
  await pass(3_000);
  find("[role=status]", "One minute left to come to the counter.");
});

test("called: says how long ago where no clock holds the place", async () => {
  await open(ticket({ ...CALLED, graceEndsAt: null }));
  expect(document.body.textContent).not.toContain("ago");
  await pass(60_000);
  find("p", "Called 1 min ago.");
});

test("called: reports once that the page has rung, and once that it was touched", async () => {
  backend.on(api.messages.alerts.pageRang, () => ({ ok: true }));
  await open(ticket(CALLED));
  expect(backend.sent).toEqual([RANG]);
  const touch = async () =>
    await act(async () => window.dispatchEvent(new Event("pointerdown")));
  await touch();
  await touch();
  const { name, args } = RANG;
  expect(backend.sent).toEqual([RANG, { name, args: { ...args, seen: true } }]);
});

test.each([
  ["closed", undefined],
  ["answered", ticket({ ...CALLED, acknowledged: true })],
  ["over", ticket({ status: "skipped", endReason: "noShow" })],
])("called: a touch after the call is %s reports nothing", async (_, next) => {
  backend.on(api.messages.alerts.pageRang, () => ({ ok: true }));
  const close = await open(ticket(CALLED));
  if (next === undefined) await close();
  else await backend.change(api.line.tickets.mine, mine, next);
  await act(async () => window.dispatchEvent(new Event("pointerdown")));
  expect(backend.sent).toEqual([RANG]);
});

test("called: 'I'm on my way' is sent, and the answer replaces button and clock", async () => {
  backend.on(api.line.tickets.acknowledge, () => ({ ok: true }));
  await open(ticket(CALLED));
  await press("I'm on my way");
  expect(backend.sent).toEqual([
    RANG,
    call(api.line.tickets.acknowledge, mine),
  ]);
  await backend.change(
    api.line.tickets.mine,
    mine,
    ticket({ ...CALLED, acknowledged: true, graceEndsAt: null }),
  );
  find("[role=status]", "The shop knows you're coming.");
  expect(() => find("button", "I'm on my way")).toThrow();
  expect(document.querySelector("[role=progressbar]")).toBeNull();
});

test("called: 'Join Again' asks first; Stay keeps the call, Give up ends it before the form", async () => {
  backend.on(api.line.tickets.leave, () => ({ ok: true }));
  await open(ticket(CALLED));
  await press("Join Again");
  find("[aria-modal] h2", "Give up your turn?");
  await press("Stay");
  expect(document.querySelector("[aria-modal]")).toBeNull();
  expect(backend.sent).toEqual([RANG]);
  await press("Join Again");
  await click("[aria-modal] button", /^Give up/);
  expect(backend.sent).toEqual([RANG, call(api.line.tickets.leave, mine)]);
  expect(window.location.hash).toBe("#new");
  expect(storedTickets()).toEqual([]);
});

test("called: without a connection says so and where to go", async () => {
  await open(ticket(CALLED));
  await act(async () => backend.connect(false));
  await pass(2_000);
  find("span", "Offline · as of 11:42");
  find(
    "span",
    "Connection lost. You've been called: please go to the counter.",
  );
});

test("called: a customer being served reads so, without clock and questions", async () => {
  await open(ticket({ ...CALLED, status: "serving", graceEndsAt: null }));
  find("h1", "It's your turn now");
  expect(document.body.textContent).not.toContain("You've Been Called!");
  find("p", "You're being served now.");
  // The ticket stays: it belongs to the shop, and its end is still to come.
  expect(find("a", "Join Again").getAttribute("href")).toBe("#new");
  expect(() => find("button", "I'm on my way")).toThrow();
});

const SPECIFIED =
  "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.";

test.each([
  ["skipped", "noShow", /^We called you, but you weren't/],
  ["skipped", "skippedByStaff", /^The shop skipped you\./],
  ["cancelled", "removedByStaff", /^The shop took you out of the line\./],
  ["cancelled", "reset", /^The shop reset this queue\./],
  ["cancelled", "queueClosed", /^The shop closed this queue\./],
] as const)(
  "as %s, %s says who ended it and what to do",
  async (status, endReason, words) => {
    await open(ticket({ status, endReason, calledAt: NOW }));
    find("h1", "You're no longer in line");
    find("p.text-lg", words);
    find("p.text-sm", SPECIFIED);
    expect(document.body.textContent).not.toContain("Reason");
    find("a", "Call the shop");
  },
);

test("as expired it names neither the shop nor the counter", async () => {
  await open(ticket({ status: "expired", endReason: "stale" }));
  find("p", "Your ticket was more than a day old. Join again.");
  expect(document.body.textContent).not.toContain(SPECIFIED);
});

test("at a shop that closed its account says so and offers no form", async () => {
  const { businessId } = SHOP;
  backend.set(api.profile.businesses.publicProfile, { businessId }, null);
  await open(null);
  find("p", "The shop closed its account here. Ask them directly.");
  expect(document.body.textContent).not.toContain(SPECIFIED);
  expect(() => find("button", "Join Again")).toThrow();
});

test("after leaving names no other cause", async () => {
  await open(ticket({ status: "cancelled", endReason: "left" }));
  find("h1", "You left the line");
  expect(document.body.textContent).not.toContain("removed you");
});

test("of a booking shows that it was cancelled, or its time if the shop removed it", async () => {
  const booked = {
    status: "cancelled",
    isScheduled: true,
    scheduledTime: Date.parse("2026-11-25T10:30:00Z"),
  } as const;
  await open(ticket({ ...booked, endReason: "left" }));
  find("h1", "Your booking is cancelled");
  await backend.change(
    api.line.tickets.mine,
    mine,
    ticket({ ...booked, endReason: "removedByStaff" }),
  );
  find("p", "The shop cancelled it. Ask them, or book another time.");
  find("dd", "Wed 25 November 2026, 10:30");
});

test("of an unknown ticket is the specified message without facts", async () => {
  await open(null);
  find("h1", "You're no longer in line");
  find("p.text-lg", SPECIFIED);
  expect(document.querySelector("dl")).toBeNull();
});

test("'Join Again' leads to the form and forgets the ticket", async () => {
  await open(ticket());
  await backend.change(
    api.line.tickets.mine,
    mine,
    ticket({ status: "completed", endReason: "served" }),
  );
  await press("Join Again");
  expect(window.location.hash).toBe("#new");
  expect(storedTickets()).toEqual([]);
});
