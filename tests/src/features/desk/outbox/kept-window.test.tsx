/** The desk without a connection: what it shows, keeps and sends afterwards. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../../convex/queue/rules/events.ts";
import { QueueSelect } from "../../../../../src/features/queues/queue-select.tsx";
import { useQueuesAfter } from "../../../../../src/routes/dashboard/use-queues-after.ts";
import { setBoard, showCounter, useDeskAt } from "../../../desk-at.tsx";
import {
  click,
  call,
  draw,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import {
  acted,
  offer,
  board,
  id,
  NOW,
  person,
  queue,
} from "../../../samples.ts";
import { act } from "../../../act.ts";
import { getFunctionName as nameOf } from "convex/server";
import { strike } from "../../../user.ts";

const backend = freshBackend();
const AT = board();
const { queueId, waitingCount } = AT;
const { actions } = api.desk;
const connect = async (connected: boolean) =>
  await act(async () => backend.connect(connected));
const line = () => find(".last-action [role=status]").textContent;
const sent = () => backend.sent.map(({ name }) => name);

beforeEach(async () => {
  backend.on(actions.call, () => acted(2));
  backend.on(actions.serve, () => acted(2));
  backend.on(actions.skip, () => acted(3));
  await connect(false);
});

test("the desk shows actions at once, and sends them in order once connected", async () => {
  await showCounter(backend, AT);
  await press(/^Call Next/);
  find("button", /^Call Next #3 Guest/);
  await click("[aria-label='Here: #2 Ana']");
  find("[aria-label='Done: #2 Ana']");
  expect(line()).toBe("2 actions are saved on this device");
  expect(backend.sent).toEqual([]);
  await connect(true);
  expect(sent()).toEqual([actions.call, actions.serve].map(nameOf));
  expect(backend.sent[0]?.args, "whom the screen showed").toMatchObject({
    ticketId: "ticket-2",
  });
  expect(line()).toBe("2 saved actions were sent.");
});

test("why a press did nothing is said although actions are kept, until the next one is", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await showCounter(backend, AT);
  await press(/^Call Next/);
  expect(line()).toBe("1 action is saved on this device");
  await press("Pause");
  await press("For 15 minutes");
  expect(line()).toBe("You're offline. Nothing was changed.");
  vi.setSystemTime(NOW + 1_000);
  await click("[aria-label='Here: #2 Ana']");
  expect(line()).toBe("2 actions are saved on this device");
  await press("Pause");
  await press("For 15 minutes");
  await connect(true);
  expect(line()).toBe("2 saved actions were sent.");
});

test("with all queues a delayed Call Next calls the person on the screen, too", async () => {
  const hair = { letter: "H", queueId: id<never>("hair") };
  const waiting = [person(8, { ...hair, orderAt: 1 })];
  await showCounter(backend, [AT, board({ ...hair, called: [], waiting })]);
  await press(/^Call Next/);
  find("button", /^Call Next #2 Ana · first of all queues/);
  await connect(true);
  expect(backend.sent).toMatchObject([
    call(actions.call, { ticketId: "ticket-8" }),
  ]);
});

test("the window lists the saved actions, and each can be undone before it is sent", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await showCounter(backend, AT);
  await press(/^Call Next/);
  await click("[aria-label='Here: #2 Ana']");
  await press(/^Skip/);
  await press("See them");
  const dialog = find("[role=dialog]", /Sent when the connection/);
  const rows = () =>
    [...dialog.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    "#2 · Call11:42Undo",
    "#2 · Here11:42Undo",
    "#3 · Skip11:42Undo",
  ]);
  await click("[aria-label='Undo #2 · Here']");
  expect(rows()).toEqual(["#2 · Call11:42Undo", "#3 · Skip11:42Undo"]);
  find("[role=dialog] h2", "2 actions are saved on this device");
  await click("[aria-label='Undo #3 · Skip']");
  await click("[aria-label='Undo #2 · Call']");
  find("[role=dialog] h2", "No actions are saved on this device.");
  await press("Close");
  find("button", /^Call Next #2 Ana/);
  await connect(true);
  expect(backend.sent).toEqual([]);
});

test("an action that no longer applied is named until staff close the window", async () => {
  backend.refuse(actions.call, "alreadyCalled");
  await showCounter(backend, AT);
  await press(/^Call Next/);
  await connect(true);
  expect(line()).toBe("1 saved action did nothing");
  await press("See it");
  find(
    "li",
    /^#2 · Call no longer applied\. This customer had already been called/,
  );
  await press("Close");
  expect(line()).toBe("");
});

test("U drops the newest action before it is sent", async () => {
  await showCounter(backend, AT);
  await press(/^Call Next/);
  await press(/^Skip/);
  await strike("u");
  expect(line()).toBe("1 action is saved on this device");
  await strike("u");
  find("button", /^Call Next #2 Ana/);
  await connect(true);
  expect(backend.sent).toEqual([]);
});

test("U undoes what the line offers, and nothing when it offers nothing", async () => {
  await connect(true);
  backend.on(actions.undo, () => acted(1));
  await showCounter(backend, AT);
  await strike("u");
  expect(backend.sent, "nothing is offered").toEqual([]);
  const undo = offer("serve", { expiresAt: Date.now() + UNDO_MS });
  await act(async () => setBoard(backend, board({ undo })));
  await strike("u");
  expect(backend.sent).toMatchObject([
    call(actions.undo, { eventId: "event" }),
  ]);
});

const QUEUES = [queue("Main", { queueId, waitingCount }), queue("Other")];
function Choice({ live }: { live: boolean }) {
  const { desk, outbox } = useDeskAt(AT);
  const queues = useQueuesAfter(QUEUES, outbox, live);
  return (
    <>
      <QueueSelect
        {...{ queues, selection: queueId, onSelect: () => undefined }}
      />
      <button onClick={desk.callNext}>Call</button>
    </>
  );
}

test("the list of queues counts like the desk, and like the server once connected", async () => {
  backend.set(actions.board, { queueId }, AT);
  const leave = await draw(backend, <Choice live={false} />);
  const main = () => find("option:checked", /^Main/).textContent;
  const before = main();
  expect(before).toContain(String(waitingCount));
  await press("Call");
  expect(main()).toBe(
    before?.replace(String(waitingCount), String(waitingCount - 1)),
  );
  await leave();
  await draw(backend, <Choice live />);
  await connect(true);
  expect(main()).toBe(before);
});

test("each action says whose it is: another may have logged in since", async () => {
  await connect(true);
  backend.on(actions.callNext, () => acted(2));
  await draw(backend, <Choice live />);
  await press("Call");
  expect(backend.sent[0]?.args).toMatchObject({ asPerson: "owner" });
});
