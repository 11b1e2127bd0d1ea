/** Call Next and Skip: whom they name and send, their refusals, and accidental double taps. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { CallNext, Skip } from "../../../../src/features/desk/call-next.tsx";
import type { Board } from "../../../../src/features/desk/types.ts";
import { act } from "../../act.ts";
import { useDeskAt } from "../../desk-at.tsx";
import {
  call,
  closeDrawn,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { acted, board, id, person, byOwner } from "../../samples.ts";
import { getFunctionName as nameOf } from "convex/server";
import { readText } from "../../read.ts";

const backend = freshBackend();
const onNoQueue = vi.fn();
const ACTED = acted();

function Desk({ at }: { at: Board | readonly Board[] | undefined }) {
  const { desk, counter } = useDeskAt(at, { onNoQueue });
  return (
    <>
      <CallNext counter={counter} desk={desk} />
      <Skip counter={counter} desk={desk} />
    </>
  );
}
const draw = async (at: Board | readonly Board[] | undefined) =>
  await drawWithToasts(backend, <Desk at={at} />);
const sent = () => backend.sent.map(({ name }) => name);
const NOBODY = board({ waiting: [], waitingCount: 0 });

beforeEach(() => {
  backend.on(api.desk.actions.callNext, () => ACTED);
  backend.on(api.desk.actions.callFirst, () => ACTED);
  backend.on(api.desk.actions.skip, () => ACTED);
  onNoQueue.mockReset();
});

/** @param timeStamp of the tap, in ms; the page may handle it later */
async function tapCallNext(timeStamp: number) {
  const tap = new MouseEvent("click", { bubbles: true });
  Object.defineProperty(tap, "timeStamp", { value: timeStamp });
  await act(() => find("button", /^Call Next/).dispatchEvent(tap));
}

test("Call Next names the customer, and calls once per tap with its own key", async () => {
  await draw(board());
  find("button", "Call Next #2 Ana");
  await tapCallNext(1000);
  await tapCallNext(1400);
  const keys = backend.sent.map(({ args }) => args["requestKey"]);
  const { callNext } = api.desk.actions;
  expect(sent()).toEqual([nameOf(callNext), nameOf(callNext)]);
  expect(new Set(keys).size).toBe(2);
});

test("Call Next ignores a second tap within 400 ms, also when a busy page handles it later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await draw(board());
  await tapCallNext(1000);
  vi.setSystemTime(Date.now() + 5000);
  await tapCallNext(1399);
  expect(backend.sent).toHaveLength(1);
});

test("Call Next accepts a second tap when another action came in between", async () => {
  await draw(board());
  await tapCallNext(1000);
  await press(/^Skip/);
  await tapCallNext(1000);
  const { callNext, skip } = api.desk.actions;
  expect(sent()).toEqual([callNext, skip, callNext].map(nameOf));
});

test("Call Next can still be pressed when nobody waits, and says so at once", async () => {
  await draw(NOBODY);
  find("button", "Call Next Nobody is waiting");
  await press(/^Call Next/);
  find("[role=alert]", "There is no one on the queue now.");
  expect(backend.sent).toEqual([]);
});

test("Skip can still be pressed when nobody waits, and says so, too", async () => {
  await draw(NOBODY);
  expect(find("button", /^Skip/).ariaDisabled).toBe("false");
  await press(/^Skip/);
  find("[role=alert]", "There is no one on the queue now.");
});

test("Call Next is disabled, like Skip, while its queue loads", async () => {
  await draw(undefined);
  find("button", "Call Next …");
  for (const name of [/^Call Next/, /^Skip/]) {
    expect(find("button", name).ariaDisabled).toBe("true");
  }
  await closeDrawn();
  await draw(board());
  for (const name of [/^Call Next/, /^Skip/]) {
    expect(find("button", name).ariaDisabled).toBe("false");
  }
});

test("a shop without an open queue is asked to pick one", async () => {
  const PICK = "Please pick the queue you want to call or skip.";
  await draw([]);
  find("button", `Call Next ${PICK}`);
  await press(/^Call Next/);
  find("[role=alert]", PICK);
  expect(onNoQueue).toHaveBeenCalledTimes(1);
});

test("Call Next says why the server refused", async () => {
  backend.refuse(api.desk.actions.callNext, "nobodyWaiting");
  await draw(board());
  await press(/^Call Next/);
  find("[role=alert]", "There is no one on the queue now.");
});

test.each([
  ["callNext", /^Call Next/, "Error updating customer status:"],
  ["skip", /^Skip/, "Failed to skip customer:"],
] as const)(
  "a failed %s says so in the specification's words",
  async (kind, button, words) => {
    backend.fail(api.desk.actions[kind]);
    await draw(board());
    await press(button);
    find("[role=alert]", `${words} Please try again.`);
  },
);

test("Skip names its customer and sends whom the screen showed, so that no other is skipped", async () => {
  await draw(board());
  find("button", /^Skip #2 Ana/);
  await press(/^Skip/);
  expect(backend.sent).toMatchObject([
    call(api.desk.actions.skip, { expectedTicketId: "ticket-2" }),
  ]);
});

test("both truncate a name at its own end, whatever direction the number has", async () => {
  const hugo = person(2, { letter: "H", name: "طويل" });
  await draw(board({ letter: "H", waiting: [hugo] }));
  const deciding = [...document.querySelectorAll("button [dir=auto]")].map(
    (shown) => {
      // HTML's rule: what a `bdi` holds decides no direction.
      const words = shown.cloneNode(true) as Element;
      words.querySelector("bdi")?.remove();
      return words.textContent.trim();
    },
  );
  expect(deciding).toEqual(["طويل", "طويل"]);
});

test("with all queues Call Next calls the first of all, and Skip asks for a queue", async () => {
  const hair = { letter: "H", queueId: id<never>("hair") };
  const hugo = person(8, { ...hair, name: "Hugo", orderAt: 1 });
  await draw([board(), board({ ...hair, called: [], waiting: [hugo] })]);
  find("button", "Call Next H8 Hugo · first of all queues");
  await press(/^Call Next/);
  expect(backend.sent).toEqual([
    call(api.desk.actions.callFirst, { ...byOwner }),
  ]);
  expect(find("button", /^Skip/).textContent).toBe("Skip S");
  await press(/^Skip/);
  find("[role=alert]", "Please pick the queue you want to call or skip.");
  expect(onNoQueue).toHaveBeenCalledTimes(1);
  expect(backend.sent).toHaveLength(1);
});

test("an admin who views sees both as off, because nothing happens", async () => {
  await draw(board());
  const off = /data-viewing\]\s+button(:is\([^)]+\))/.exec(
    readText("src/app/site.css"),
  )?.[1];
  for (const label of [/^Call Next/, /^Skip/])
    expect(find("button", label).matches(off ?? "")).toBe(true);
});
