/** Visits that no one confirmed: shown with the call that ended them, undone with one press, and the answers. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { NotServedNotice } from "../../../../src/features/desk/people/not-served-notice.tsx";
import type { Board } from "../../../../src/features/desk/types.ts";
import { UndoStrip } from "../../../../src/features/desk/undo-strip.tsx";
import type { UndoPlace } from "../../../../src/features/desk/types.ts";
import { serverNow } from "../../../../src/lib/server/server-clock.ts";
import { Toasts } from "../../../../src/ui/toast.tsx";
import { useDeskAt } from "../../desk-at.tsx";
import { call, draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { board, id, requestKey } from "../../samples.ts";

const backend = freshBackend();
const ACTED = {
  ...{ ok: true, ticketId: "ticket-2", number: 2, name: "Ana" },
  ...{ eventId: "event", completed: [] },
};
const FIRST = { ticketId: id<never>("ticket-1"), number: 1 };

function Desk({ at, place = "toast" }: { at: Board; place?: UndoPlace }) {
  const { desk } = useDeskAt(at, { undoPlace: place });
  return (
    <>
      <button type="button" onClick={desk.callNext}>
        Call
      </button>
      {place === "strip" && (
        <UndoStrip offer={at.undo} letter={at.letter} desk={desk} />
      )}
      <NotServedNotice board={at} desk={desk} />
      <Toasts pace="owner" />
    </>
  );
}

beforeEach(() => {
  for (const name of ["notHere", "bringBack", "dismiss"] as const) {
    backend.on(api.desk.actions[name], () => ({ ...ACTED, ...FIRST }));
  }
});
const offered = (assumed: (typeof FIRST)[]) =>
  board({
    undo: {
      ...{ eventId: id("event"), code: "call", number: 2, assumed },
      ...{ ticketId: null, name: null },
      expiresAt: serverNow() + 10_000,
    },
  });

test("a call that ends an unconfirmed visit: says so in its toast, with a way to say who did not come beside Undo", async () => {
  backend.on(api.desk.actions.callNext, () => ({
    ...{ ...ACTED, completed: [1], assumed: [FIRST] },
  }));
  await draw(backend, <Desk at={board()} />);
  await press("Call");
  find("[role=status]", /^Called customer #2 · #1 doneDidn't comeUndo$/);
  await press("Didn't come");
  expect(backend.sent.at(-1)).toEqual(
    call(api.desk.actions.notHere, { requestKey, ticketId: "ticket-1" }),
  );
  find("[role=status]", /^Customer #1 didn't comeUndo$/);
});

test("a call that ends an unconfirmed visit: names only the called customer when the visit is certain", async () => {
  backend.on(api.desk.actions.callNext, () => ({
    ...{ ...ACTED, completed: [1], assumed: [] },
  }));
  await draw(backend, <Desk at={board()} />);
  await press("Call");
  find("[role=status]", /^Called customer #2Undo$/);
});

test("a call that ends an unconfirmed visit: says so in the phone's strip, on every device of the queue", async () => {
  await draw(backend, <Desk at={offered([FIRST])} place="strip" />);
  find("[role=status]", /^Called customer #2 · #1 doneDidn't comeUndo$/);
  await press("Didn't come");
  expect(backend.sent).toEqual([
    call(api.desk.actions.notHere, { requestKey, ticketId: "ticket-1" }),
  ]);
});

test("a call that ends an unconfirmed visit: names everybody with the queue's letter, and keeps the specification's '#'", async () => {
  backend.on(api.desk.actions.callNext, () => ({
    ...{ ...ACTED, completed: [], assumed: [] },
  }));
  const at = { ...offered([FIRST]), letter: "H" };
  const leave = await draw(backend, <Desk at={at} place="strip" />);
  find("[role=status]", /^Called customer #H2 · H1 done/);
  await leave();
  await draw(backend, <Desk at={at} />);
  await press("Call");
  find("[role=status]", /^Called customer #H2Undo$/);
});

test("a call that ends an unconfirmed visit: names each of several visits", async () => {
  const third = { ticketId: id<never>("ticket-3"), number: 3 };
  await draw(backend, <Desk at={offered([FIRST, third])} place="strip" />);
  find("[role=status]", /^Called customer #2 · #1, #3 done/);
  await press("#3 didn't come");
  expect(backend.sent[0]?.args).toEqual({ requestKey, ticketId: "ticket-3" });
});

const told = (canBringBack: boolean) =>
  board({ notServed: [{ ...FIRST, name: "Ana", canBringBack }] });

test("a customer who says they were not served: is announced to screen readers, and brought back or dismissed with one press", async () => {
  await draw(backend, <Desk at={told(true)} />);
  find("[role=status]", /^#1 says they were not served\. Ana/);
  await press("Bring back");
  find("[role=status]", /^Customer #1 is back in the queueUndo$/);
  await press("Dismiss");
  find("[role=status]", /^Customer #1 stays as servedUndo$/);
  expect(backend.sent).toEqual([
    call(api.desk.actions.bringBack, { requestKey, ticketId: "ticket-1" }),
    call(api.desk.actions.dismiss, { requestKey, ticketId: "ticket-1" }),
  ]);
});

test("a customer who says they were not served: can be brought back once; the second time only Dismiss is offered", async () => {
  await draw(backend, <Desk at={told(false)} />);
  find("button[aria-label='Dismiss #1']", "Dismiss");
  expect(() => find("button", "Bring back")).toThrow();
});
