/** 'Google Calendar' on the dashboard: each of its states, going to Google and coming back. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { noteAttempt } from "../../../../src/features/calendar/attempt.ts";
import CalendarCard, {
  type CalendarStatus,
} from "../../../../src/features/calendar/calendar-card.tsx";
import FinishConnecting from "../../../../src/features/calendar/finish-connecting.tsx";
import {
  call,
  click,
  drawWithToasts,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { NOW } from "../../samples.ts";
import { getFunctionName as nameOf } from "convex/server";

const none: CalendarStatus = {
  state: "disconnected",
  email: null,
  connectedAt: null,
  trouble: null,
  busyAsOf: null,
};
const connected: CalendarStatus = {
  ...none,
  state: "connected",
  email: "owner@gmail.example",
  connectedAt: NOW,
  busyAsOf: NOW,
};
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  noteAttempt(null);
  backend.on(api.calendar.connection.look, () => null);
  window.history.replaceState(null, "", "/dashboard");
});

async function show(status?: CalendarStatus) {
  backend.set(api.calendar.connection.status, {}, status);
  await drawWithToasts(
    backend,
    <CalendarCard timeZone="Europe/London" confirmFirst={null} />,
  );
}

const now = async (status: CalendarStatus) =>
  await backend.change(api.calendar.connection.status, {}, status);
const text = () => document.body.textContent;
const asked = () => backend.sent.map(({ name }) => name);

test("the card: shows that it loads, and says so on a server without Google", async () => {
  await show();
  expect(text()).toContain("Loading calendar...");
  await now({ ...none, state: "off" });
  expect(text()).toContain("Google Calendar is not set up on this server.");
  expect(document.querySelector("button")).toBeNull();
});

test("the card: says in a message and beside the button that connecting failed", async () => {
  backend.fail(api.calendar.connection.connect);
  await show(none);
  await press(/^Connect Google Calendar/);
  expect(text()).toContain("Failed to connect Google Calendar");
  expect(text()).toContain("Failed to connect. Please try again.");
});

test.each([
  ["unreachable", "Google cannot be reached right now."],
  ["refused", "Google rejected a booking."],
] as const)("the card: reports the trouble %s", async (trouble, words) => {
  await show({ ...connected, trouble });
  expect(document.querySelector("[role=status]")?.textContent).toContain(words);
});

test("the card: disconnects after a question, and says so when that fails", async () => {
  let ok = false;
  backend.on(api.calendar.connection.disconnect, () => {
    if (!ok) throw new Error("gone");
    return null;
  });
  await show(connected);
  await press("Disconnect Calendar");
  expect(text()).toContain("Disconnect Google Calendar?");
  expect(asked()).not.toContain(nameOf(api.calendar.connection.disconnect));
  const confirm = async () =>
    await click("[role=alertdialog] button", /^Disconnect Calendar/);
  await confirm();
  expect(text()).toContain("Failed to disconnect Google Calendar");
  expect(text()).toContain("Failed to disconnect. Please try again.");
  ok = true;
  await press("Disconnect Calendar");
  await confirm();
  expect(text()).toContain("Google Calendar disconnected");
  expect(text()).not.toContain("Failed to disconnect. Please");
});

const state = "s".repeat(32);
const at = async (fragment: string) => {
  window.history.replaceState(null, "", `/dashboard?serve${fragment}`);
  await drawWithToasts(backend, <FinishConnecting />);
};

test("back from Google: sends the answer once, after removing it from the address", async () => {
  const seen: string[] = [];
  backend.on(api.calendar.connection.finish, () => {
    seen.push(window.location.href);
    return { ok: true };
  });
  await at(`#google-calendar=&state=${state}&code=4%2F0a`);
  expect(backend.sent).toEqual([
    call(api.calendar.connection.finish, { state, code: "4/0a" }),
  ]);
  expect(seen).toEqual([`${window.location.origin}/dashboard?serve`]);
  expect(text()).toContain("Google Calendar connected successfully!");
});

test("back from Google: shows a refusal on the card", async () => {
  backend.refuse(api.calendar.connection.finish, "calendarTaken");
  await at(`#google-calendar=&state=${state}&code=4%2F0a`);
  expect(text()).toContain("Failed to connect Google Calendar");
  await show(none);
  expect(text()).toContain("already connected to another business");
});

test("back from Google: leaves any other fragment alone", async () => {
  await at("#queue-status");
  expect(backend.sent).toEqual([]);
  expect(window.location.hash).toBe("#queue-status");
});
