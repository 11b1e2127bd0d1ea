/** Where the desk answers: in the line while the counter is in sight, else in a toast, and nowhere after it was left. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../convex/queue/rules/events.ts";
import { counterInSight, lastWords } from "../../../../src/ui/last-words.ts";
import { setBoard, showCounter } from "../../desk-at.tsx";
import {
  click,
  call,
  closeDrawn,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { stubSight } from "../../sight.ts";
import { acted, offer, board, byOwner } from "../../samples.ts";

const backend = freshBackend();
const NOBODY = "There is no one on the queue now.";
const EMPTY = board({ waiting: [], waitingCount: 0 });
const ACTED = acted();
let scroll: (isIntersecting: boolean) => Promise<void>;

beforeEach(() => {
  stubSight((target, tell) => {
    if (target.matches(".last-action"))
      scroll = async (isIntersecting) =>
        await act(async () => tell({ isIntersecting }));
  });
  // As the server does: besides its answer it offers the undo to every watcher of the queue.
  backend.on(api.desk.actions.callNext, () => {
    const undo = offer("call", { expiresAt: Date.now() + UNDO_MS });
    setBoard(backend, board({ undo }));
    return ACTED;
  });
});

const line = () => find(".last-action [role=status]").textContent;
const toasts = () =>
  [...document.querySelectorAll("[role=alert], [role=status]")]
    .filter((one) => one.closest(".counter") === null)
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "");

test("in sight: refusals and results are in the line, and no toast repeats them", async () => {
  await showCounter(backend, EMPTY);
  expect(counterInSight()).toBe(true);
  await press(/^Call Next/);
  expect(line()).toBe(NOBODY);
  await act(async () => setBoard(backend, board()));
  await press(/^Call Next/);
  await act(async () => lastWords.done("Sent."));
  expect(line()).toBe("Sent.");
  expect(toasts()).toEqual([]);
});

test("out of sight: refusals are announced at once in a toast, and the line is unchanged", async () => {
  await showCounter(backend, EMPTY);
  await scroll(false);
  await press(/^Call Next/);
  find("[role=alert]", NOBODY);
  expect(line()).toBe("");
});

test("out of sight: what was done is in a toast with Undo, which takes it back", async () => {
  backend.on(api.desk.actions.undo, () => ACTED);
  await showCounter(backend, board());
  await scroll(false);
  await press(/^Call Next/);
  expect(toasts()).toEqual(["Called customer #2 · AnaUndo"]);
  await click("[role=status] span button", "Undo");
  expect(backend.sent.at(-1)).toEqual(
    call(api.desk.actions.undo, { ...byOwner, eventId: "event" }),
  );
  expect(toasts()).toEqual(["Undone: call of #2"]);
});

test("back in sight: answers are in the line again", async () => {
  await showCounter(backend, EMPTY);
  await scroll(false);
  await scroll(true);
  await press(/^Call Next/);
  expect(line()).toBe(NOBODY);
  expect(toasts()).toEqual([]);
});

test("words and toasts go with the dashboard, and later answers are not shown", async () => {
  const leave = await showCounter(backend, EMPTY);
  await press(/^Call Next/);
  expect(page()).toContain(NOBODY);
  await leave();
  const again = await showCounter(backend, board());
  expect(line(), "words of the last visit").toBe("");
  const answer = backend.hold(api.desk.actions.callNext);
  await scroll(false);
  await act(async () => lastWords.refused("Gone"));
  expect(toasts()).toEqual(["Gone"]);
  await press(/^Call Next/);
  await again();
  await drawWithToasts(backend, <p>another page</p>);
  expect(toasts(), "toasts of the last visit").toEqual([]);
  await answer(ACTED);
  expect(toasts(), "an answer after it was left").toEqual([]);
  await closeDrawn();
});
