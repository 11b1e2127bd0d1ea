/** The end of a completed ticket. No one is thanked for a visit that may not have happened. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { FEEDBACK_MS } from "../../../../../convex/reports/rules/feedback.ts";
import { isSettled } from "../../../../../src/features/ticket/ended/is-settled.ts";
import type { Ticket } from "../../../../../src/features/ticket/types.ts";
import { find, freshBackend, press } from "../../../fake-backend.tsx";
import { line, NOW, SECRET, ticket } from "../../../samples.ts";
import { drawTicket } from "../../../ticket-page.tsx";
import { texts } from "../../../user.ts";

const mine = { secret: SECRET };
const SERVED = {
  status: "completed",
  endReason: "served",
  joinedAt: NOW - 42 * 60_000,
  calledAt: NOW - 60_000,
  endedAt: NOW,
} as const;
const ASSUMED = { ...SERVED, servedAssumed: true } as const;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([]));
});
const be = async (own: Ticket) =>
  await backend.change(api.line.tickets.mine, mine, own);
async function open(own: Ticket) {
  await be(own);
  await drawTicket(backend);
}
const text = () => document.body.textContent;

test("an unconfirmed visit: No notifies the shop; if staff bring the customer back, the page shows the queue again", async () => {
  backend.on(api.line.tickets.wasServed, () => ({ ok: true }));
  await open(ticket(ASSUMED));
  await press("No");
  expect(backend.sent.at(-1)?.args).toEqual({ ...mine, served: false });
  await be(ticket({ ...ASSUMED, saidServed: false }));
  find("h1", "We've told the shop");
  expect(text()).not.toMatch(/Thank you|How was your visit/);
  await be(ticket({ missedCallAt: NOW - 60_000 }));
  find("h1", "You're in the queue!");
  expect(text()).toContain("We called you at 11:41.");
});

test("an unconfirmed visit: shows that an answer came too late", async () => {
  backend.refuse(api.line.tickets.wasServed, "notAsked");
  await open(ticket(ASSUMED));
  await press("Yes");
  find("[role=alert]", "This question has already been answered.");
});

test("an unconfirmed visit: is not asked about after a week", async () => {
  await open(ticket({ ...ASSUMED, endedAt: NOW - FEEDBACK_MS }));
  find("h1", "You've Been Served!");
  expect(text()).not.toContain("Were you served?");
});

test("an unconfirmed visit: stays open on this device for a day", () => {
  expect(isSettled(ticket(SERVED), NOW)).toBe(true);
  expect(isSettled(ticket(ASSUMED), NOW + 3_600_000)).toBe(false);
  expect(isSettled(ticket(ASSUMED), NOW + 25 * 3_600_000)).toBe(true);
  expect(isSettled(ticket({ ...ASSUMED, saidServed: false }), NOW)).toBe(true);
});

test.each([
  ["walked in", {}, "you waited 41 minutes. "],
  ["had booked", { scheduledTime: NOW - 6 * 60_000 }, "you waited 5 minutes. "],
  ["waited long", { joinedAt: NOW - 126 * 60_000 }, "you waited 2 h 05. "],
  ["came early", { scheduledTime: NOW + 6 * 60_000 }, "called right away. "],
])("tells a customer who %s how long they waited", async (_, more, words) => {
  await open(ticket({ ...SERVED, ...more }));
  find("h1", "You've Been Served!");
  find(
    "p",
    `Ticket #3 · ${words}Thank you for coming to \u2068Fade & Fortune\u2069.`,
  );
});

const pressed = () => texts("[aria-pressed=true]");

test("feedback: shows why it was refused, and the rating that the shop has", async () => {
  backend.refuse(api.reports.feedback.give, "feedbackClosed");
  await open(ticket({ ...SERVED, feedback: "ok" }));
  await press("Great");
  expect(pressed()).toEqual(["OK"]);
  find("[role=alert]", "Feedback for this visit is closed.");
});

test("feedback: comes before 'Join Again', which is not solid", async () => {
  await open(ticket(SERVED));
  const buttons = [...document.querySelectorAll("main button")];
  expect(buttons.map((button) => button.textContent)).toEqual([
    ...["Great", "OK", "Not good", "Join Again"],
  ]);
  expect(buttons.at(-1)?.className).not.toContain("bg-brand");
});

test("feedback: is not asked for after a week", async () => {
  await open(ticket({ ...SERVED, endedAt: NOW - FEEDBACK_MS - 1 }));
  find("h1", "You've Been Served!");
  expect(text()).not.toContain("How was your visit?");
});
