/** Named chairs at the counter: the button, the window, what is sent, and what rows and Call Next say. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import type { ChairWord } from "../../../../../convex/business/rules/profile.ts";
import type { Chair } from "../../../../../src/features/queues/types.ts";
import { showCounter } from "../../../desk-at.tsx";
import {
  click,
  call,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { page, pass } from "../../../fake-session.tsx";
import { act } from "../../../act.ts";
import { board, chair, id, NOW, byOwner } from "../../../samples.ts";
import { stubWidth } from "../../../width.ts";

const backend = freshBackend();
const { list, take } = api.desk.chairs;
beforeEach(() => {
  stubWidth(true);
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});

const set = (chairs: readonly Chair[], word: ChairWord = "chair") =>
  backend.set(list, {}, { word, chairs });
const one = chair("Chair 1");
const taken = { isTaken: true, person: "Sam" };
const named = { hasNamedChairs: true, chairs: 2 };
const empty = { called: [], waiting: [] };
const mine = (chairId: string) => ({
  mine: { chairId: id<Chair["chairId"]>(chairId), queueIds: one.queueIds },
});
const pressNamed = async (name: string) =>
  await click(`[aria-label="${name}"]`);
const rows = () =>
  [...document.querySelectorAll("[role=dialog] li")].map(
    (row) => row.querySelector("div")?.textContent,
  );

test("the button counts the chairs in the shop's word, or names one's own; a queue without any keeps its number", async () => {
  set([one, chair("Chair 2")], "room");
  const close = await showCounter(backend, board(named));
  find("button", "2 rooms");
  await backend.change(
    list,
    {},
    {
      ...{
        word: "room",
        chairs: [one, chair("Room 2", { ...taken, isMine: true })],
      },
    },
  );
  find("button", "Sam Room 2");
  await close();
  await showCounter(backend, board({ chairs: 3 }));
  find("button", "3 rooms");
  await press("3 rooms");
  find("[aria-label='Add a room']");
});

test.each([
  [true, "off", "Sam Chair 1\u00a0· off"],
  [true, "break", "Sam Chair 1\u00a0· on a break"],
  [false, "off", "Chair 1 · off"],
] as const)(
  "wide %s: one's own chair that is '%s' reads '%s'",
  async (wide, duty, words) => {
    stubWidth(wide);
    set([chair("Chair 1", { ...taken, isMine: true, duty })]);
    await showCounter(backend, board(named));
    if (!wide) await pressNamed("More");
    const { className } = find("button", words);
    if (wide) expect(className).toContain("bg-warn-soft");
  },
);

test("with all queues the button is there as soon as one of them has a named chair", async () => {
  set([one]);
  const other = board({ queueId: id("other"), ...empty });
  const close = await showCounter(backend, [board(), other]);
  expect(page()).not.toContain("1 chair");
  await close();
  await showCounter(backend, [board(named), other]);
  find("button", "1 chair");
});

test("each row says who works there and its duty", async () => {
  const until = Date.parse("2026-11-23T12:15:00Z");
  set([
    chair("Chair 1", { ...taken, isMine: true }),
    chair("Chair 2", { ...taken, duty: "break", until }),
    chair("Chair 3", { isTaken: true, duty: "off" }),
    chair("Chair 4"),
  ]);
  await showCounter(backend, board(named));
  await press("Sam Chair 1");
  expect(rows()).toEqual([
    "Chair 1You · On duty",
    "Chair 2Sam · On a break until 12:15",
    "Chair 3Someone · Off duty",
    "Chair 4On duty",
  ]);
});

test("somebody without a chair calls the next one to a chair; with a chair Call Next does that", async () => {
  set([one, chair("Chair 2")]);
  backend.on(api.desk.actions.callFirst, () => new Promise(() => undefined));
  const close = await showCounter(backend, board(named));
  await press("2 chairs");
  await pressNamed("Call next: Chair 2");
  expect(document.querySelector("[role=dialog]")).toBeNull();
  expect(backend.sent).toEqual([
    call(api.desk.actions.callFirst, { ...byOwner, chairId: "Chair 2" }),
  ]);
  // At once, before the server has answered.
  find(".called-row p", "Chair 2");
  await close();
  set([chair("Chair 1", { isTaken: true, isMine: true })]);
  await showCounter(backend, board(named));
  await press("Chair 1");
  expect(page()).not.toContain("Call next");
});

test("without a connection nothing can be pressed, and the window says why", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  set([one]);
  await showCounter(backend, board(named));
  await press("1 chair");
  await act(async () => backend.connect(false));
  await pass(10_000);
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    "[role=dialog] li button",
  );
  expect([...buttons].map(({ disabled }) => disabled)).toEqual(
    Array(3).fill(true),
  );
  find("[role=dialog]", /You can continue when you're back online\./);
});

test("who may manage the shop is led to the names and queues", async () => {
  set([]);
  const onManageQueues = vi.fn();
  await showCounter(backend, board(named), { onManageQueues });
  await press("0 chairs");
  await press("Names and queues");
  expect(onManageQueues).toHaveBeenCalledOnce();
});

test("with a chair, Call Next of all queues is of one's own queues", async () => {
  set([one]);
  const other = board({ queueId: id("other"), ...empty });
  const both = [board({ ...named, ...mine("Chair 1") }), other];
  await showCounter(backend, both);
  find("button", /^Call Next.*first of your queues/);
});

test("a refusal that comes after the window was closed is told at the counter", async () => {
  const answer = backend.hold(take);
  set([one]);
  await showCounter(backend, board(named));
  await press("1 chair");
  await pressNamed("Take: Chair 1");
  await pressNamed("Close");
  await answer({ ok: false, code: "chairTaken" });
  find(".last-action [role=status]", /^Someone else is working there\./);
});
