/** The keys of the desk: product.md D15 and the design, §9. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { isTaken } from "../../../../src/features/desk/use-desk-keys.ts";
import { showCounter } from "../../desk-at.tsx";
import { click, find, freshBackend } from "../../fake-backend.tsx";
import { stubSight } from "../../sight.ts";
import { acted, offer, board, id, NOW, person } from "../../samples.ts";
import { getFunctionName as nameOf } from "convex/server";
import { act } from "../../act.ts";
import { strike } from "../../user.ts";

const backend = freshBackend();
const { actions } = api.desk;
const ACTED = acted();
const scrolled = vi.fn();
let inSight = true;

beforeEach(() => {
  inSight = true;
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
  stubSight((_, tell) => tell({ isIntersecting: inSight }));
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  for (const kind of ["callNext", "skip", "serve", "done", "undo"] as const) {
    backend.on(actions[kind], () => ACTED);
  }
  return () => delete (Element.prototype as Partial<Element>).scrollIntoView;
});

const called = (number: number, status: "called" | "serving", ago: number) =>
  person(number, { status, calledAt: NOW - ago, servingAt: NOW - ago });
const AT = board({
  called: [
    called(11, "serving", 9_000),
    called(12, "called", 8_000),
    called(13, "serving", 7_000),
    called(14, "called", 6_000),
    called(16, "called", 5_000),
  ],
  undo: offer("call", { eventId: id("offered"), number: 14 }),
});

test.each([
  ["n", actions.callNext, { queueId: "walk-ins" }],
  ["N", actions.callNext, { queueId: "walk-ins" }],
  ["s", actions.skip, { expectedTicketId: "ticket-2" }],
  ["h", actions.serve, { ticketId: "ticket-16" }],
  ["d", actions.done, { ticketId: "ticket-13" }],
  ["u", actions.undo, { eventId: "offered" }],
] as const)("%s acts", async (key, mutation, args) => {
  await showCounter(backend, AT);
  await strike(key);
  expect(backend.sent).toMatchObject([{ name: nameOf(mutation), args }]);
  expect(scrolled).not.toHaveBeenCalled();
});

test.each([
  ["т", "KeyN", [actions.callNext]],
  ["ν", "KeyN", [actions.callNext]],
  ["ن", "KeyN", [actions.callNext]],
  // Latin layouts write their letters in other places.
  ["n", "KeyL", [actions.callNext]],
  ["l", "KeyN", []],
  ["ß", "KeyS", []],
])("%s of %s acts by its letter", async (key, code, sent) => {
  await showCounter(backend, AT);
  await strike(key, { code });
  expect(backend.sent.map(({ name }) => name)).toEqual(sent.map(nameOf));
});

test("while only one's own people are shown, H and D mark nobody else's", async () => {
  const mine = { ...called(12, "called", 8_000), calledByMe: true };
  await showCounter(
    backend,
    board({ called: [called(16, "called", 1), mine] }),
  );
  await click("button[aria-label=More]");
  await click("button", "Only mine");
  await strike("d");
  expect(backend.sent).toEqual([]);
  await strike("h");
  expect(backend.sent).toMatchObject([{ args: { ticketId: "ticket-12" } }]);
});

test("H and D do nothing without somebody called or served", async () => {
  await showCounter(backend, board({ called: [] }));
  await strike("h");
  await strike("d");
  await strike("u");
  expect(backend.sent).toEqual([]);
});

test.each([..."nshdu/?"])(
  "with the counter out of sight %s only brings it back",
  async (key) => {
    inSight = false;
    await showCounter(backend, AT);
    await strike(key);
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "start" });
    expect(backend.sent).toEqual([]);
    expect(document.querySelector("input[type=search]")).toBeNull();
    expect(document.querySelector("[role=dialog]")).toBeNull();
  },
);

const pressIn = (markup: string, init: KeyboardEventInit = {}) => {
  document.body.innerHTML = markup;
  let taken: boolean | undefined;
  document.addEventListener("keydown", (event) => (taken = isTaken(event)), {
    once: true,
  });
  document
    .querySelector("[data-at]")
    ?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "n", bubbles: true, ...init }),
    );
  return taken;
};

test.each([
  "<input data-at>",
  "<select data-at></select>",
  "<textarea data-at></textarea>",
  '<div role="menu"><div data-at></div></div>',
])("the keys are ignored in %s", (markup) => {
  expect(pressIn(markup)).toBe(true);
});

test("the keys work elsewhere, but not with Ctrl or while held down", () => {
  expect(pressIn("<button data-at></button>")).toBe(false);
  expect(pressIn("<button data-at></button>", { ctrlKey: true })).toBe(true);
  expect(pressIn("<button data-at></button>", { repeat: true })).toBe(true);
});

test("a held Enter presses a button of the desk once", async () => {
  await showCounter(backend, AT);
  const enter = (repeat: boolean) =>
    new KeyboardEvent("keydown", {
      key: "Enter",
      repeat,
      bubbles: true,
      cancelable: true,
    });
  const skip = find("button", /^Skip/);
  expect(skip.dispatchEvent(enter(false))).toBe(true);
  expect(skip.dispatchEvent(enter(true))).toBe(false);
});

test("behind an open window no key acts, wherever the focus is", async () => {
  await showCounter(backend, AT);
  await strike("?");
  find("[role=dialog]");
  await act(async () => (document.activeElement as HTMLElement).blur());
  await strike("n");
  expect(backend.sent).toEqual([]);
});
