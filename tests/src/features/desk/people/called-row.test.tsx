/** People at the counter: their state, their time, and what can be done. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import type { Person } from "../../../../../src/features/desk/types.ts";
import { setBoard, showCounter } from "../../../desk-at.tsx";
import { call, find, freshBackend, press } from "../../../fake-backend.tsx";
import { page, pass } from "../../../fake-session.tsx";
import { act } from "../../../act.ts";
import { board, NOW, person, byOwner } from "../../../samples.ts";
import { texts } from "../../../user.ts";

const backend = freshBackend();
const { actions } = api.desk;
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

const called = (secondsAgo: number, more: Partial<Person> = {}) =>
  person(1, {
    ...{ status: "called", calledAt: NOW - secondsAgo * 1000 },
    ...more,
  });
const graceEndsAt = NOW + 231_000;

test.each<[string, Person]>([
  ["4 min left to come", called(20, { graceEndsAt })],
  ["just now", called(20)],
  ["15 min", called(933, { graceEndsAt: NOW })],
  ["15 min", called(933)],
  ["15 min · on the way", called(933, { graceEndsAt, acknowledged: true })],
  ["24 min", called(0, { status: "serving", servingAt: NOW - 1_473_000 })],
  ["1 h 40", called(0, { status: "serving", servingAt: NOW - 6_000_000 })],
])("the desk reads '%s'", async (words, of) => {
  await showCounter(backend, board({ called: [of] }));
  find(".called-row span", words);
});

test("a call neither ends nor repeats the question how its people were alerted", async () => {
  const { ofQueue } = api.messages.alerts;
  const { queueId } = board();
  const steps = [{ channel: "push", state: "sent", reason: null, at: NOW }];
  const told = ["ticket-1", "ticket-2"].map((of) => ({ ticketId: of, steps }));
  backend.set(ofQueue, { queueId }, told);
  await showCounter(backend, board({ called: [called(20)] }));
  find(".called-row", /push sent/);
  const before = backend.asked.length;
  const next = person(2, { status: "called", calledAt: NOW });
  await act(async () => setBoard(backend, board({ called: [next] })));
  find(".called-row", /#2.*push sent/);
  expect(backend.asked.slice(before)).toEqual([]);
});

test("a row names another person who called, after the customer's name", async () => {
  const one = called(20, { name: "Grace", by: "Sam" });
  await showCounter(backend, board({ called: [one, person(2)] }));
  find(".called-row p", "called by Sam");
  expect(document.querySelectorAll(".called-row bdi")).toHaveLength(1);
});

const ask = { whenUnmarked: "ask" } as const;

test("who has not come within the time to come is asked about, in amber", async () => {
  const at = (of: Person) => board({ ...ask, called: [of] });
  const leave = await showCounter(backend, at(called(299)));
  find(".called-row:not([class*=warn]) span", "Called");
  await leave();
  await showCounter(backend, at(called(300)));
  const row = find(".called-row[class*=warn]").textContent;
  expect(row).toContain("Not here yet");
  expect(row).toContain("called 5 min ago");
});

test("who was called before the next one at the same chair is asked about at once", async () => {
  const first = called(20);
  const next = person(2, { status: "called", calledAt: NOW });
  await showCounter(backend, board({ ...ask, called: [first, next] }));
  const asked = document.querySelectorAll(".called-row[class*=warn]");
  expect([...asked].map((one) => one.getAttribute("data-person"))).toEqual([
    "ticket-1",
  ]);
  find(".called-row[class*=warn] span", "called just now");
});

test("the newest call is on top, and each person has their own actions", async () => {
  for (const kind of ["serve", "noShow", "done"] as const) {
    backend.on(actions[kind], () => ({ ok: true }));
  }
  const elif = called(60, { name: "Elif" });
  const grace = person(2, {
    ...{ name: "Grace", status: "serving", calledAt: NOW, servingAt: NOW },
  });
  await showCounter(backend, board({ called: [elif, grace] }));
  const labels = [...document.querySelectorAll(".called-row button")];
  expect(labels.map(({ ariaLabel }) => ariaLabel)).toEqual([
    ...["Done: #2 Grace", "More for #2 Grace"],
    ...["Here: #1 Elif", "Didn't come: #1 Elif", "More for #1 Elif"],
  ]);
  for (const text of ["Here", "Done"]) await press(text);
  const ticketId = "ticket-1";
  expect(backend.sent).toEqual([
    call(actions.serve, { ...byOwner, ticketId }),
    call(actions.done, { ...byOwner, ticketId: "ticket-2" }),
  ]);
  await press("Didn't come");
  expect(backend.sent.at(-1)).toEqual(
    call(actions.noShow, { ...byOwner, ticketId }),
  );
});

test("nobody at the counter is said, but not while it loads", async () => {
  const at = board({ called: [] });
  const { queueId } = at;
  await showCounter(backend, at);
  expect(page()).toContain("Nobody is at the counter.");
  await backend.change(actions.board, { queueId }, undefined);
  expect(page()).not.toContain("Nobody is at the counter.");
});

test("after a newer call the rows take no tap for a moment", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = called(60);
  const next = person(2, { status: "called", calledAt: NOW });
  await showCounter(backend, board({ called: [first] }));
  const slot = find(".desk-called");
  await act(async () => setBoard(backend, board({ called: [first, next] })));
  expect(slot.hasAttribute("data-settling")).toBe(true);
  await pass(400);
  expect(slot.hasAttribute("data-settling")).toBe(false);
});

test("names keep their own direction, and a page's translator leaves them alone", async () => {
  const rose = called(0, { name: "Rose" });
  const next = person(2, { name: "محمد" });
  await showCounter(backend, board({ called: [rose], waiting: [next] }));
  expect(texts("[dir=auto][translate=no]")).toEqual([
    ...["Rose", "محمد", "#2 محمد", "محمد"],
  ]);
});
