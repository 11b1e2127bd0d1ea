/** Today: the actions of the shown queues, and the way back to somebody whom a call counted as served. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { showCounter } from "../../desk-at.tsx";
import { click, call, find, freshBackend, press } from "../../fake-backend.tsx";
import { board, id, NOW, byOwner } from "../../samples.ts";
import { texts } from "../../user.ts";

const backend = freshBackend();
const { actions } = api.desk;
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

const action = (eventId: string, at: number, more: object = {}) => ({
  ...{
    eventId,
    code: "call",
    number: 2,
    name: "Ana",
    at,
    byMe: true,
    by: null,
  },
  ...{ canUndo: false, undoneAt: null, assumed: [] },
  ...more,
});
const rows = () => texts("[role=dialog] li");

test("the actions of all queues stand together, newest first, each with its letter", async () => {
  backend.on(actions.undo, () => ({ ok: true }));
  const queues = ["H", "K"].map((letter) =>
    board({
      letter,
      name: letter,
      queueId: id(letter),
      called: [],
      waiting: [],
    }),
  );
  const nobody = { code: "pauseSet", number: null, name: null };
  backend.set(actions.history, { queueId: "H" }, [
    action("new", NOW - 60_000, { canUndo: true }),
    action("yesterday", NOW - 86_400_000),
    action("moved", NOW - 240_000, {
      ...{ code: "transfer", movedTo: { letter: "K", number: 9 } },
    }),
  ]);
  backend.set(actions.history, { queueId: "K" }, [
    action("old", NOW - 120_000, { code: "serve", byMe: false }),
    action("older", NOW - 180_000, nobody),
  ]);
  await showCounter(backend, queues);
  await press("Today");
  expect(rows()).toEqual([
    "11:41Called customer #H2 · AnaYouUndo",
    "11:40K2 Ana is hereSomeone else",
    "11:39Paused\u2068K\u2069 · You",
    "11:38H2 Ana is now K9You",
  ]);
  await click("[aria-label='Undo: Called customer #H2 · Ana']");
  expect(backend.sent).toEqual([
    call(actions.undo, { ...byOwner, eventId: "new" }),
  ]);
});

test("each person whom a call counted as served can be said not to have come", async () => {
  backend.on(actions.notHere, () => ({ ok: true }));
  const { queueId } = board();
  const assumed = [1, 3].map((number) => ({
    ...{ ticketId: `ticket-${number}`, number },
  }));
  backend.set(actions.history, { queueId }, [action("e", NOW, { assumed })]);
  await showCounter(backend, board({ letter: "H" }));
  await press("Today");
  find("[role=dialog] button", "H1 didn't come");
  await press("H3 didn't come");
  expect(backend.sent).toEqual([
    call(actions.notHere, { ...byOwner, ticketId: "ticket-3" }),
  ]);
});

test("another person's action has their name, and is undone after a question", async () => {
  backend.on(actions.undo, () => ({ ok: true }));
  const { queueId } = board();
  const theirs = { by: "Sam", byMe: false, canUndo: true };
  backend.set(actions.history, { queueId }, [action("e", NOW, theirs)]);
  await showCounter(backend, board());
  await press("Today");
  expect(rows()).toEqual(["11:42Called customer #2 · AnaSamUndo"]);
  const undo = "[aria-label='Undo: Called customer #2 · Ana']";
  await click(undo);
  find("[role=alertdialog] p", "Sam did this: Called customer #2 · Ana");
  await click("[role=alertdialog] button", "Keep it");
  expect(backend.sent).toEqual([]);
  await click(undo);
  await click("[role=alertdialog] button", /^Undo/);
  expect(backend.sent).toEqual([
    call(actions.undo, { ...byOwner, eventId: "e" }),
  ]);
});

test("an action that is a whole sentence keeps its one full stop", async () => {
  const { queueId } = board();
  const theirs = { code: "becomeDue", by: "Sam", byMe: false, canUndo: true };
  backend.set(actions.history, { queueId }, [action("e", NOW, theirs)]);
  await showCounter(backend, board());
  await press("Today");
  const undo = "[aria-label='Undo: Customer #2 moved to immediate queue.']";
  await click(undo);
  find(
    "[role=alertdialog] p",
    "Sam did this: Customer #2 moved to immediate queue.",
  );
});

test("a refusal that comes after Today was closed is told at the counter", async () => {
  const answer = backend.hold(actions.undo);
  const { queueId } = board();
  const mine = action("e", NOW, { canUndo: true });
  backend.set(actions.history, { queueId }, [mine]);
  await showCounter(backend, board());
  await press("Today");
  await click("[aria-label='Undo: Called customer #2 · Ana']");
  await click("[role=dialog] button[aria-label=Close]");
  await answer({ ok: false, code: "customerMovedOn" });
  find(".last-action [role=status]", /^This customer is no longer there\./);
});
