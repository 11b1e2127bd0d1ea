/** The notices at the top of the list: many from one connection, and people who say that nobody served them. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import type { Board } from "../../../../../src/features/desk/types.ts";
import { setBoard, showCounter } from "../../../desk-at.tsx";
import {
  click,
  call,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { page } from "../../../fake-session.tsx";
import { act } from "../../../act.ts";
import { board, id, byOwner, requestKey } from "../../../samples.ts";
import { texts } from "../../../user.ts";

const backend = freshBackend();
const { queueId } = board();
const { actions } = api.desk;
const ACTED = { ok: true, ticketId: "ticket-1", number: 1, eventId: "event" };
beforeEach(() => {
  backend.on(actions.removeCrowd, () => ({ ...ACTED, removed: 8 }));
  backend.on(actions.keepCrowd, () => ACTED);
  backend.on(actions.bringBack, () => ACTED);
  backend.on(actions.dismiss, () => ACTED);
});

const crowd = (crowdId: string, waiting: number, minutes = 4) => ({
  ...{ crowdId: id<never>(crowdId), queueId, waiting },
  ...{ firstAt: 0, lastAt: minutes * 60_000 },
});
const unserved = (number: number, canBringBack = true) => ({
  ...{ ticketId: id<never>(`ticket-${number}`), number, canBringBack },
  ...{ queueId, letter: "H", name: "Nadia" },
});
const notices = () => texts(".list-rows .bg-warn-soft p");

test("many from one connection are told with their time, and skipped with one press", async () => {
  await showCounter(backend, board({ crowds: [crowd("crowd", 23)] }));
  expect(notices()).toEqual(["23 people joined from one connection in 4 min."]);
  await press("Skip all 23");
  expect(backend.sent).toEqual([
    call(actions.removeCrowd, { requestKey, queueId, crowdId: "crowd" }),
  ]);
});

test("many from one connection can be confirmed as customers; over a hundred are not counted", async () => {
  await showCounter(backend, board({ crowds: [crowd("crowd", 101, 0)] }));
  expect(notices()).toEqual([
    "More than 100 people joined from one connection in 1 min.",
  ]);
  find("button", "Skip all");
  await press("They are customers");
  expect(backend.sent).toEqual([
    call(actions.keepCrowd, { requestKey, queueId, crowdId: "crowd" }),
  ]);
});

test("a refused or failed press says why", async () => {
  backend.refuse(actions.removeCrowd, "crowdGone");
  backend.fail(actions.keepCrowd);
  await showCounter(backend, board({ crowds: [crowd("crowd", 23)] }));
  const line = () => find(".last-action [role=status]").textContent;
  await press("Skip all 23");
  expect(line()).not.toBe("");
  await press("They are customers");
  expect(line()).toBe("Please try again.");
});

test("without a connection they cannot be decided, and the line says so", async () => {
  await showCounter(backend, board({ crowds: [crowd("crowd", 23)] }));
  await act(async () => backend.connect(false));
  await press("Skip all 23");
  expect(find(".last-action [role=status]").textContent).toBe(
    "You're offline. Nothing was changed.",
  );
  expect(backend.sent).toEqual([]);
});

test("a person who says that nobody served them is moved to the front or ignored", async () => {
  await showCounter(backend, board({ notServed: [unserved(3)] }));
  expect(notices()).toEqual(["H3 Nadia says nobody served them."]);
  expect(find("button", "Move to front").ariaLabel).toBe(
    "Move H3 Nadia to the front",
  );
  expect(find("button", "Ignore").ariaLabel).toBe("Ignore H3 Nadia");
  await press("Move to front");
  expect(backend.sent).toEqual([
    call(actions.bringBack, { ...byOwner, ticketId: "ticket-3" }),
  ]);
  await press("Ignore");
  expect(backend.sent[1]).toEqual(
    call(actions.dismiss, { ...byOwner, ticketId: "ticket-3" }),
  );
});

test("the second time somebody says so they can only be ignored", async () => {
  await showCounter(backend, board({ notServed: [unserved(3, false)] }));
  find("button", "Ignore");
  expect(() => find("button", "Move to front")).toThrow();
});

test("a pressed notice goes at once", async () => {
  backend.on(actions.dismiss, () => new Promise(() => undefined));
  await showCounter(backend, board({ notServed: [unserved(3), unserved(4)] }));
  await click("[aria-label='Ignore H3 Nadia']");
  expect(notices()).toEqual(["H4 Nadia says nobody served them."]);
});

const many: Partial<Board> = {
  crowds: [crowd("one", 23)],
  notServed: [unserved(3), unserved(4), unserved(5)],
};

test("two notices are shown at most; a press shows the others", async () => {
  await showCounter(backend, board(many));
  expect(notices()).toEqual([
    "23 people joined from one connection in 4 min.",
    "H3 Nadia says nobody served them.",
  ]);
  find("button", "2 more notices").focus();
  await press("2 more notices");
  expect(document.activeElement?.id).toBe("main");
  expect(notices()).toHaveLength(4);
  expect(page()).not.toContain("more notice");
});

test("one more is one notice; two need no button", async () => {
  const { notServed = [] } = many;
  await showCounter(backend, board({ notServed }));
  find("button", "1 more notice");
  await act(async () =>
    setBoard(backend, board({ notServed: notServed.slice(1) })),
  );
  expect(notices()).toHaveLength(2);
  expect(page()).not.toContain("more notice");
});
