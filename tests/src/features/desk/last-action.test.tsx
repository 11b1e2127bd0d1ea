/** The line of the last action: what was done, and what can still be done about it. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../convex/queue/rules/events.ts";
import type { Board, Person } from "../../../../src/features/desk/types.ts";
import { CounterAt, setBoard, showCounter } from "../../desk-at.tsx";
import {
  click,
  call,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { owner, pass } from "../../fake-session.tsx";
import { strike } from "../../user.ts";
import { ALL_QUEUES } from "../../../../src/features/queues/selection.ts";
import { useState } from "react";
import { act } from "../../act.ts";
import {
  acted,
  offer,
  board,
  id,
  NOW,
  person,
  byOwner,
} from "../../samples.ts";

const backend = freshBackend();
type Offer = NonNullable<Board["undo"]>;
const ACTED = acted();

beforeEach(() =>
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setInterval", "clearInterval"],
  }),
);

/** A counter whose server offers to undo this. */
const show = async (undo: Offer, more: Partial<Board> = {}) =>
  await showCounter(backend, board({ ...more, undo }));

const bar = () => find(".last-action");
const line = () => find(".last-action [role=status]").textContent;
const buttons = () =>
  [...bar().querySelectorAll("button")].map((one) => one.textContent);

test("the line says what was done, also on other devices, and Undo takes it back", async () => {
  backend.on(api.desk.actions.undo, () => ACTED);
  await show(offer("call"));
  expect(line()).toBe("Called customer #2 · Ana");
  expect(buttons()).toEqual(["Undo"]);
  const said = [...document.querySelectorAll("[role=status]")];
  expect(
    said.filter((one) => one.textContent),
    "no toast",
  ).toHaveLength(1);
  await press("Undo");
  expect(backend.sent).toEqual([
    call(api.desk.actions.undo, { ...byOwner, eventId: "event" }),
  ]);
  await act(async () => setBoard(backend, board()));
  expect(line()).toBe("Undone: call of #2");
  expect(buttons()).toEqual([]);
});

test("a call that ends other turns says whose", async () => {
  await show(offer("call", { completed: [1] }), { letter: "H" });
  expect(line()).toBe("Called customer #H2 · Ana · H1 done");
  await act(async () =>
    setBoard(backend, board({ undo: offer("call", { completed: [1, 3] }) })),
  );
  expect(line()).toBe("Called customer #2 · Ana · #1, #3 done");
});

test("Undo stays after ten seconds, in a quiet colour, until the next action", async () => {
  await show(offer("call"));
  const colour = () =>
    find(".last-action button", "Undo")
      .className.match(/text-(\S+)/g)
      ?.at(-1);
  expect(colour()).toBe("text-brand-text");
  await pass(UNDO_MS - 1_000);
  expect(colour()).toBe("text-brand-text");
  await pass(1_000);
  expect(colour()).toBe("text-ink-2");
  await pass(60_000);
  expect(buttons()).toEqual(["Undo"]);
  await act(async () =>
    setBoard(
      backend,
      board({
        undo: offer("serve", { expiresAt: Date.now() + UNDO_MS }),
      }),
    ),
  );
  expect(line()).toBe("#2 Ana is here");
  expect(colour()).toBe("text-brand-text");
});

test("Undo of a pause of all queues ends it in each, and an older one stays", async () => {
  backend.on(api.desk.actions.undo, () => ACTED);
  const pausedIn = (queue: string, ago: number) =>
    board({
      ...{ queueId: id<never>(queue), called: [], waiting: [] },
      undo: offer("pauseSet", {
        ...{ eventId: id(queue), number: null, name: null, ticketId: null },
        expiresAt: NOW + UNDO_MS - ago,
      }),
    });
  const boards = [pausedIn("A", 40), pausedIn("B", 0), pausedIn("C", 60_000)];
  await showCounter(backend, boards);
  await press("Undo");
  expect(backend.sent).toEqual(
    ["B", "A"].map((eventId) =>
      call(api.desk.actions.undo, { ...byOwner, eventId }),
    ),
  );
});

test("an action of yesterday is not offered", async () => {
  await show(offer("call", { expiresAt: NOW - 24 * 60 * 60_000 }));
  expect(line()).toBe("");
  expect(buttons()).toEqual([]);
});

test("after Skip the line offers Move one back for ten seconds", async () => {
  backend.on(api.desk.actions.moveOneBack, () => ACTED);
  await show(offer("skip"));
  expect(line()).toBe("Skipped customer #2 · Ana");
  expect(buttons()).toEqual(["Move one back", "Undo"]);
  await press("Move one back");
  expect(backend.sent).toEqual([
    call(api.desk.actions.moveOneBack, { ...byOwner, eventId: "event" }),
  ]);
  await pass(UNDO_MS);
  expect(buttons()).toEqual(["Undo"]);
});

const waiting = [person(3), person(2, { name: "Ana" })];
const moved = (more: Partial<Person>): Partial<Board> => ({
  scheduled: [person(2, { name: "Ana", ...more })],
  waiting: [],
});
test.each<[string, Offer, Partial<Board>]>([
  ["#2 Ana moved to place 2", offer("reorder"), { waiting }],
  ["#2 Ana moved", offer("reorder"), { waiting: [] }],
  ["#2 Ana is in line, place 2", offer("join"), { waiting }],
  [
    "#2 Ana moved to Mon 23 November, 13:00",
    offer("rebook"),
    moved({ scheduledTime: Date.parse("2026-11-23T13:00:00Z") }),
  ],
  ["#2 Ana moved to another queue", offer("transfer"), { waiting: [] }],
  [
    "#2 Ana is now H9",
    offer("transfer", { movedTo: { letter: "H", number: 9 } }),
    { waiting: [] },
  ],
  ["#2 Ana didn't come", offer("noShow"), {}],
  ["#2 Ana is done", offer("complete"), {}],
  ["#2 Ana is back in line", offer("returnToQueue"), {}],
  ["#2 Ana saved", offer("edit"), {}],
  ["Skipped customer #2 · Ana", offer("remove"), {}],
  ["Booking of #2 Ana cancelled", offer("remove", { wasBooked: true }), {}],
  ["Skipped 23 customers", offer("crowdRemoved", { number: 23 }), {}],
  ["2 chairs", offer("chairsSet"), {}],
  [
    "Paused until 12:12. Customers are told.",
    offer("pauseSet", { number: null, name: null, ticketId: null }),
    { pause: { since: NOW, until: NOW + 30 * 60_000 } },
  ],
  [
    "Paused. Customers are told.",
    offer("pauseSet", { number: null, name: null, ticketId: null }),
    { pause: { since: NOW, until: null } },
  ],
])("the line reads '%s'", async (words, undo, more) => {
  await show(undo, more);
  expect(line()).toBe(words);
});

test("the line has the shop's word for a chair", async () => {
  const chairs = { word: "room" as const, chairs: [] };
  backend.set(api.desk.chairs.list, {}, chairs);
  await show(offer("chairsSet"));
  expect(line()).toBe("2 rooms");
});

test("with all queues the line says which one is paused", async () => {
  const pause = { since: NOW, until: null };
  const ofQueue = { number: null, name: null, ticketId: null };
  await showCounter(backend, [
    board({ name: "Beard", pause, undo: offer("pauseSet", ofQueue) }),
    board({ queueId: id("hair") }),
  ]);
  expect(line()).toBe("\u2068Beard\u2069: Paused. Customers are told.");
});

describe("the newer of the queue's offer and the desk's own words is shown:", () => {
  const late = NOW + 60_000;

  test("a refusal after the offer", async () => {
    await show(offer("call"), { waiting: [], waitingCount: 0 });
    await pass(1_000);
    await press(/^Call Next/);
    expect(line()).toBe("There is no one on the queue now.");
    expect(buttons()).toEqual([]);
    expect(document.querySelector("[role=alert]")).toBeNull();
  });

  test("a refusal does not come back once the offer after it has gone", async () => {
    await showCounter(backend, board({ waiting: [], waitingCount: 0 }));
    await press(/^Call Next/);
    await pass(60_000);
    const undo = offer("serve", { expiresAt: late + UNDO_MS });
    await act(async () => setBoard(backend, board({ undo })));
    await act(async () => setBoard(backend, board()));
    expect(line()).toBe("");
  });

  test("a refusal goes when another queue is picked", async () => {
    const both = [board(), board({ queueId: id("hair") })];
    function Picking() {
      const [selection, pick] = useState(ALL_QUEUES);
      return (
        <>
          <CounterAt boards={both} selection={selection} />
          <button onClick={() => pick("walk-ins")}>Pick</button>
        </>
      );
    }
    both.forEach((one) => setBoard(backend, one));
    await drawWithToasts(backend, <Picking />);
    await press(/^Skip/);
    expect(line()).toBe("Please pick the queue you want to call or skip.");
    await press("Pick");
    expect(line()).toBe("");
  });
});

describe("lateness, which cannot be undone here,", () => {
  const { setNotice, clearNotice } = api.profile.businesses;
  test.each([
    ["15 min late", ["Pause", "15 min late"], null],
    ["Back on time", [/Back on time/], { minutes: 15, since: NOW }],
  ] as const)(
    "is said ('%s') in the place of the Undo of an earlier call, which U no longer presses",
    async (said, presses, notice) => {
      backend.on(setNotice, () => null);
      backend.on(clearNotice, () => null);
      const late = notice && { ...notice, until: NOW + 60 * 60_000 };
      const business = owner({ notice: late }).business ?? undefined;
      const at = board({ undo: offer("call") });
      await showCounter(backend, at, business && { business });
      await pass(1_000);
      for (const button of presses) await press(button);
      expect(line()).toBe(said);
      expect(buttons()).toEqual([]);
      const { length } = backend.sent;
      await strike("u");
      expect(backend.sent).toHaveLength(length);
    },
  );
});

test("a call again is said, though it cannot be undone", async () => {
  backend.on(api.desk.actions.recall, () => ({ ...ACTED, number: 1 }));
  await showCounter(backend, board());
  await click(".called-row button[aria-label^='More for']");
  await press("Call again");
  expect(line()).toBe("Called customer #1 again · Ana");
  expect(buttons()).toEqual([]);
});

test("a screen reader hears an action once", async () => {
  backend.on(api.desk.actions.callNext, () => {
    setBoard(backend, board({ undo: offer("call") }));
    return ACTED;
  });
  await showCounter(backend, board());
  const region = find(".last-action [role=status]");
  await press(/^Call Next/);
  expect(find(".last-action [role=status]"), "the region stays").toBe(region);
  const said = document.body.textContent?.split("Called customer #2");
  expect(said).toHaveLength(2);
});
