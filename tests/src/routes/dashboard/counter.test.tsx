/** The whole counter: what screen readers hear, all queues together, and queues that go while they are shown. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { setBoard, showCounter } from "../../desk-at.tsx";
import { click, find, freshBackend, press } from "../../fake-backend.tsx";
import { pass, type } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { board, id, NOW, person } from "../../samples.ts";
import { valueOf } from "../../user.ts";

const backend = freshBackend();
const { actions } = api.desk;
const MINUTE = 60_000;
beforeEach(() =>
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setInterval", "clearInterval"],
  }),
);

const spoken = () => find("ul[aria-live=polite]");
const told = () => [...spoken().children].map(({ textContent }) => textContent);

test("who is asked about because the next was called at once is announced as called just now", async () => {
  const both = [5, 6].map((number) =>
    person(number, { letter: "H", status: "called", calledAt: NOW }),
  );
  const at = board({ letter: "H", called: both, whenUnmarked: "ask" });
  await showCounter(backend, at);
  expect(told()).toEqual([
    expect.stringMatching(/^H5.* has not come, called just now$/),
  ]);
});

test("who has not come is announced once, with the minutes of that moment", async () => {
  const elif = person(5, {
    ...{ name: "Elif", letter: "H", status: "called", calledAt: NOW },
  });
  const at = board({ letter: "H", called: [elif], whenUnmarked: "ask" });
  await showCounter(backend, at);
  const region = spoken();
  expect(told()).toEqual([]);
  await pass(5 * MINUTE);
  expect(told()).toEqual(["H5 Elif has not come, called 5 min ago"]);
  const [entry] = region.children;
  await pass(2 * MINUTE);
  // As from the server: every object is new.
  await act(async () => setBoard(backend, structuredClone(at)));
  expect(told(), "a changed text would be read again").toEqual([
    "H5 Elif has not come, called 5 min ago",
  ]);
  expect(region.children[0]).toBe(entry);
  await act(async () => setBoard(backend, board({ called: [] })));
  expect(told()).toEqual([]);
});

test("notices are announced; nothing else but the line and the late ones is", async () => {
  const { queueId } = board();
  const crowd = {
    ...{ crowdId: id<never>("crowd"), queueId, waiting: 23 },
    ...{ firstAt: 0, lastAt: 4 * MINUTE },
  };
  await showCounter(backend, board({ crowds: [crowd] }));
  const text = "23 people joined from one connection in 4 min.";
  find("[aria-live=polite]", new RegExp(text));
  expect(document.querySelectorAll(".counter [role=status]")).toHaveLength(1);
  expect(document.querySelectorAll("[aria-live]")).toHaveLength(2);
  find("section[aria-label=Counter]");
  find("ul[aria-label='At the counter']");
  find("ul[aria-label='Waiting and booked today, next first']");
});

const hair = { letter: "H", queueId: id<never>("hair") };
const HAIR = board({
  ...hair,
  ...{ name: "Haircut", called: [], waitingCount: 1 },
  waiting: [person(8, { ...hair, ticketId: id("H8"), orderAt: 2.5 })],
});
const rows = () =>
  [...document.querySelectorAll(".desk-list li[data-person]")].map((one) =>
    one.getAttribute("data-person"),
  );

test("all queues are one list, without chairs or Reset of one", async () => {
  const onNoQueue = vi.fn();
  await showCounter(backend, [board(), HAIR], { onNoQueue });
  expect(rows()).toEqual(["ticket-2", "H8", "ticket-3"]);
  find("h2", "Waiting 3");
  await click("button[aria-label=More]");
  expect(() => find("li button", /chair/)).toThrow();
  await press("Reset Queue");
  expect(find(".last-action [role=status]").textContent).toBe(
    "Please pick the queue you want to reset.",
  );
  expect(onNoQueue).toHaveBeenCalledOnce();
});

test("without a connection Reset says why it waits", async () => {
  const freshness = { live: false, asOf: null } as const;
  await showCounter(backend, board(), { freshness });
  await click("button[aria-label=More]");
  await press("Reset Queue");
  expect(find(".last-action [role=status]").textContent).toBe(
    "You're offline. Nothing was changed.",
  );
});

test("with all queues, one that is deleted meanwhile leaves the list, and the others stay", async () => {
  await showCounter(backend, [board(), HAIR]);
  const { queueId } = HAIR;
  await backend.change(actions.board, { queueId }, new Error("gone"));
  await backend.change(api.line.tickets.line, { queueId }, new Error("gone"));
  expect(rows()).toEqual(["ticket-2", "ticket-3"]);
  find("button", /^Call Next #2/);
});

test("while one of all queues loads, Call Next stays in its place", async () => {
  await showCounter(backend, [board(), HAIR]);
  const { queueId } = HAIR;
  await backend.change(actions.board, { queueId }, undefined);
  const button = find("button", "Call Next …");
  expect(button.ariaDisabled).toBe("true");
  find(".desk-list", /Loading queue/);
});

test("while one of all queues loads, an open window keeps what was typed", async () => {
  await showCounter(backend, [board(), HAIR]);
  await click("[aria-label='More for #2 Ana']");
  await press("Edit name, phone, note");
  await type("name", "Anna");
  const { queueId } = HAIR;
  await backend.change(actions.board, { queueId }, undefined);
  await backend.change(actions.board, { queueId }, HAIR);
  expect(valueOf("name")).toBe("Anna");
});

test("while one of all queues loads, a place cannot be counted from the line, so nobody moves", async () => {
  await showCounter(backend, [board(), HAIR]);
  await click("[aria-label='More for #2 Ana']");
  await press("Move to a place or queue");
  await type("place", "2");
  await backend.change(actions.board, { queueId: HAIR.queueId }, undefined);
  await press(/^Move/);
  find("[role=dialog] [role=alert]", /This customer is no longer there\./);
  expect(backend.sent).toEqual([]);
});

test("a window about a person goes with their queue, without a word about an error", async () => {
  await showCounter(backend, [board(), HAIR]);
  await click("[aria-label='More for #2 Ana']");
  await press("Move to a place or queue");
  const { queueId } = board();
  await backend.change(actions.board, { queueId }, new Error("gone"));
  expect(document.querySelector("[role=dialog]")).toBeNull();
  expect(find(".last-action [role=status]").textContent).toBe("");
});
