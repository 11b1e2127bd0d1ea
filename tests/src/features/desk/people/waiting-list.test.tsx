/** The list of those waiting and those booked for today. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { showCounter } from "../../../desk-at.tsx";
import {
  click,
  call,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { act } from "../../../act.ts";
import { stubSight } from "../../../sight.ts";
import {
  board,
  evenPace,
  line,
  NOW,
  person,
  byOwner,
} from "../../../samples.ts";
import * as cells from "../../../../../src/ui/num.tsx";

vi.mock("../../../../../src/ui/num.tsx", { spy: true });
const backend = freshBackend();
const { actions } = api.desk;
const { queueId } = board();
const MINUTE = 60_000;
let seeEnd: (() => Promise<void>) | undefined;

beforeEach(() => {
  seeEnd = undefined;
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  stubSight((target, tell) => {
    const see = () => tell({ isIntersecting: true });
    if (target.matches(".last-action")) see();
    else if (target.closest(".list-rows") !== null)
      seeEnd = async () => await act(async () => see());
  });
});

const rows = () => [
  ...document.querySelectorAll<HTMLElement>(
    ".desk-list ul[aria-label^='Waiting'] > li",
  ),
];
const numbers = () =>
  rows().map((row) => row.dataset["person"]?.replace("ticket-", ""));
const crowd = (size: number) =>
  Array.from({ length: size }, (_, at) => person(at + 1));

test("those booked today stand at the place where their time falls by the estimate", async () => {
  const waiting = [person(1), person(2), person(3), person(4)];
  const booked = (number: number, minutes: number) =>
    person(number, { name: "Zoë", scheduledTime: NOW + minutes * MINUTE });
  const scheduled = [booked(7, 5), booked(8, 600)];
  const at = board({ waiting, waitingCount: 4, scheduled, called: [] });
  await showCounter(backend, at);
  await backend.change(
    api.line.tickets.line,
    { queueId },
    line([1, 2, 3, 4], { pace: evenPace(10) }),
  );
  const shown = numbers();
  expect(shown[0]).toBe("1");
  expect(shown.indexOf("7")).toBeGreaterThan(0);
  expect(shown.indexOf("7")).toBeLessThan(4);
  expect(shown.at(-1)).toBe("8");
  find("h2", "Waiting 4 · 2 booked");
  find(".booked p", "11:47 · not here yet");
});

test("a booking that is due has waited since its time, one that came early not yet", async () => {
  const booked = (number: number, minutesAgo: number) =>
    person(number, {
      joinedAt: NOW - 48 * 60 * MINUTE,
      scheduledTime: NOW - minutesAgo * MINUTE,
    });
  const waiting = [booked(1, 5), booked(2, -20)];
  await showCounter(backend, board({ waiting, waitingCount: 2 }));
  const waited = [...document.querySelectorAll(".desk-list li .under")].map(
    ({ textContent }) => textContent?.split(" · ")[0],
  );
  expect(waited).toEqual(["waited 5 min", "waited 0 min"]);
});

test("Move one back moves by one from where the person stands", async () => {
  backend.on(actions.move, () => ({ ok: true }));
  await showCounter(backend, board({ waiting: crowd(5), waitingCount: 5 }));
  await click("[aria-label='More for #3 Guest']");
  await press("Move one back");
  expect(backend.sent).toEqual([
    call(actions.move, { ...byOwner, ticketId: "ticket-3", places: 1 }),
  ]);
});

test.each(["Move one back", "Move to front"])(
  "'%s' that is refused says why",
  async (label) => {
    backend.refuse(actions.move, "customerMovedOn");
    await showCounter(backend, board({ waiting: crowd(5), waitingCount: 5 }));
    await click("[aria-label='More for #3 Guest']");
    await press(label);
    expect(find(".last-action [role=status]").textContent).toBe(
      "This customer is no longer there. The list has changed.",
    );
  },
);

test("Call Now and Skip that fail say so in the specification's words", async () => {
  backend.fail(actions.callNow);
  backend.fail(actions.skip);
  const scheduled = [person(7, { scheduledTime: NOW + 30 * MINUTE })];
  await showCounter(backend, board({ scheduled, scheduledCount: 1 }));
  const line = () => find(".last-action [role=status]").textContent;
  await click(".desk-list [aria-label='Call Now: #7 Guest']");
  expect(line()).toBe("Failed to call scheduled customer: Please try again.");
  await press(/^Skip/);
  expect(line()).toBe("Failed to skip customer: Please try again.");
});

test("forty rows are drawn, and more as the end comes into sight; each has its true place", async () => {
  const waiting = crowd(100);
  await showCounter(backend, board({ waiting, waitingCount: 100 }));
  expect(rows()).toHaveLength(40);
  const place = (row: HTMLElement | undefined) => [
    row?.getAttribute("aria-posinset"),
    row?.getAttribute("aria-setsize"),
  ];
  expect(place(rows()[0])).toEqual(["1", "100"]);
  expect(place(rows()[39])).toEqual(["40", "100"]);
  await seeEnd?.();
  expect(rows()).toHaveLength(80);
  expect(place(rows()[79])).toEqual(["80", "100"]);
  await seeEnd?.();
  expect(rows()).toHaveLength(100);
  expect(place(rows()[99]), "all are drawn").toEqual([null, null]);
});

test("with more people than the desk has, it says so", async () => {
  await showCounter(backend, board({ waiting: crowd(100), waitingCount: 412 }));
  find("p", "Showing the first 100 of 412.");
  find("h2", "Waiting 412");
});

test("a call draws few rows of a long line again", async () => {
  const waiting = crowd(100);
  await showCounter(backend, board({ waiting, waitingCount: 100 }));
  const drawn = vi.mocked(cells.Num).mockClear();
  const [first, ...rest] = waiting;
  const called = [{ ...first, status: "called", calledAt: NOW }];
  // As from the server: every object is new.
  const next = board({
    waiting: rest.map((one) => ({ ...one })),
    waitingCount: 99,
    called: called as typeof waiting,
  });
  await backend.change(actions.board, { queueId }, next);
  expect(rows()).toHaveLength(40);
  // The called person's row, and the new first, each twice in development.
  expect(drawn.mock.calls.length).toBeLessThan(10);
});

test("names from right to left keep their own direction", async () => {
  const waiting = [person(5, { name: "محمد" })];
  await showCounter(backend, board({ waiting, waitingCount: 1 }));
  expect(find(".desk-list .who [dir=auto]").textContent).toBe("محمد");
});

test("somebody who was not there, and a note, are shown in the row", async () => {
  const waiting = [person(5, { noShows: 1, note: "dog" })];
  await showCounter(backend, board({ waiting, waitingCount: 1 }));
  const row = find(".desk-list li[data-person]").textContent;
  expect(row).toContain("Not here yet");
  expect(row).toContain("dog");
});

test("an empty line says so, with the two ways in", async () => {
  const addWalkIn = vi.fn();
  const showCode = vi.fn();
  const empty = board({ waiting: [], waitingCount: 0 });
  const newcomers = { addWalkIn, showCode };
  await showCounter(backend, empty, { newcomers });
  find("h3", "There is no one on the queue now.");
  await press("Show code");
  expect(showCode).toHaveBeenCalledOnce();
  await press("Add walk-in");
  expect(addWalkIn).toHaveBeenCalledOnce();
});
