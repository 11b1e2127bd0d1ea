/** The desk's buttons: their labels, their refusals, and accidental double taps. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { CallNext, Skip } from "../../../../src/features/desk/call-next.tsx";
import { DeskCard } from "../../../../src/features/desk/desk-card.tsx";
import type { Board } from "../../../../src/features/desk/types.ts";
import { isTaken } from "../../../../src/features/desk/use-desk-keys.ts";
import { Toasts } from "../../../../src/ui/toast.tsx";
import { useDeskAt } from "../../desk-at.tsx";
import {
  call,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { board, requestKey } from "../../samples.ts";
import { act } from "../../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const backend = freshBackend();
const onNoQueue = vi.fn();
const ACTED = {
  ok: true,
  ticketId: "ticket-2",
  number: 2,
  name: "Ana",
  eventId: "event",
  completed: [],
};

function Desk({ at }: { at: Board | null | undefined }) {
  const { desk } = useDeskAt(at, { onNoQueue });
  return (
    <>
      <CallNext board={at} desk={desk} />
      <Skip board={at} desk={desk} />
      <Toasts pace="owner" />
    </>
  );
}

function Card({ at }: { at: Board | null | undefined }) {
  const { desk } = useDeskAt(at, { onNoQueue });
  return <DeskCard board={at} desk={desk} reset={null} />;
}

beforeEach(() => {
  backend.on(api.desk.actions.callNext, () => ACTED);
  backend.on(api.desk.actions.skip, () => ({ ...ACTED, number: 2 }));
  onNoQueue.mockReset();
});

test("Call Next: names the customer, calls once per tap with its own key, and offers Undo", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  backend.on(api.desk.actions.undo, () => ({ ok: true }));
  await draw(backend, <Desk at={board()} />);
  find("button", "Call Next#2 Ana");
  await press(/^Call Next/);
  find("[role=status]", /Called customer #2/);
  vi.setSystemTime(Date.now() + 1_000);
  await press(/^Call Next/);
  const keys = backend.sent.map(({ args }) => args["requestKey"]);
  expect(backend.sent.map(({ name }) => name)).toEqual([
    nameOf(api.desk.actions.callNext),
    nameOf(api.desk.actions.callNext),
  ]);
  expect(new Set(keys).size).toBe(2);
  await press("Undo");
  expect(backend.sent.at(-1)).toEqual(
    call(api.desk.actions.undo, { requestKey, eventId: "event" }),
  );
});

test("Call Next: ignores a second tap within 400 ms", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await draw(backend, <Desk at={board()} />);
  await press(/^Call Next/);
  vi.setSystemTime(Date.now() + 399);
  await press(/^Call Next/);
  expect(backend.sent).toHaveLength(1);
});

test("Call Next: accepts a second tap when another action came in between", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await draw(backend, <Desk at={board()} />);
  await press(/^Call Next/);
  await press(/^Skip/);
  await press(/^Call Next/);
  expect(backend.sent.map(({ name }) => name)).toEqual([
    nameOf(api.desk.actions.callNext),
    nameOf(api.desk.actions.skip),
    nameOf(api.desk.actions.callNext),
  ]);
});

test("Call Next: can still be pressed when no customer waits, and says so", async () => {
  await draw(backend, <Desk at={board({ waiting: [], waitingCount: 0 })} />);
  find("button", "Call NextNobody is waiting");
  await press(/^Call Next/);
  find("[role=alert]", "There is no one on the queue now.");
  expect(backend.sent).toEqual([]);
});

test("Call Next: is disabled, like Skip, while its queue loads", async () => {
  await draw(backend, <Desk at={undefined} />);
  for (const name of [/^Call Next/, /^Skip/])
    expect(find("button", name).ariaDisabled).toBe("true");
  await closeDrawn();
  await draw(backend, <Desk at={board()} />);
  for (const name of [/^Call Next/, /^Skip/])
    expect(find("button", name).ariaDisabled).toBe("false");
});

test("Call Next: asks for a queue when all are shown", async () => {
  await draw(backend, <Desk at={null} />);
  await press(/^Call Next/);
  find("[role=alert]", "Please pick the queue you want to call or skip.");
  expect(onNoQueue).toHaveBeenCalledTimes(1);
});

test("Call Next: says why the server refused", async () => {
  backend.refuse(api.desk.actions.callNext, "nobodyWaiting");
  await draw(backend, <Desk at={board()} />);
  await press(/^Call Next/);
  find("[role=alert]", "There is no one on the queue now.");
});

test("Skip sends the customer whom the screen showed, so that no other is skipped", async () => {
  await draw(backend, <Desk at={board()} />);
  await press(/^Skip/);
  expect(backend.sent).toMatchObject([
    call(api.desk.actions.skip, { expectedTicketId: "ticket-2" }),
  ]);
  expect(find("button", /^Skip/).ariaLabel).toBe("Skip #2 Ana");
});

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
  '<div role="dialog"><button data-at></button></div>',
  '<div role="alertdialog"><button data-at></button></div>',
  '<div role="menu"><div data-at></div></div>',
])("keyboard shortcuts: are ignored in %s", (markup) => {
  expect(pressIn(markup)).toBe(true);
});

test("keyboard shortcuts: work elsewhere, but not with Ctrl or while held down", () => {
  expect(pressIn("<button data-at></button>")).toBe(false);
  expect(pressIn("<button data-at></button>", { ctrlKey: true })).toBe(true);
  expect(pressIn("<button data-at></button>", { repeat: true })).toBe(true);
});

test("a screen reader announces a refusal at once", async () => {
  await draw(backend, <Desk at={board({ waiting: [], waitingCount: 0 })} />);
  await press(/^Call Next/);
  const alert = find("[role=alert]", "There is no one on the queue now.");
  expect(alert.getAttribute("aria-live")).toBe("assertive");
  await act(async () => undefined);
});

test("the list of called customers: does not say that it is empty while it loads", async () => {
  await draw(backend, <Card at={undefined} />);
  expect(document.body.textContent).not.toContain("Nobody is at the counter");
  await draw(backend, <Card at={{ ...board(), called: [] }} />);
  expect(document.body.textContent).toContain("Nobody is at the counter.");
});
