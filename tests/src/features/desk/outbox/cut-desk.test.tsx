/** The desk without a connection: what it shows, keeps and sends afterwards. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { CallNext } from "../../../../../src/features/desk/call-next.tsx";
import { KeptNotice } from "../../../../../src/features/desk/outbox/kept-notice.tsx";
import { QueueSelect } from "../../../../../src/features/queues/queue-select.tsx";
import { useQueuesAfter } from "../../../../../src/routes/dashboard/use-queues-after.ts";
import { Toasts } from "../../../../../src/ui/toast.tsx";
import { useDeskAt } from "../../../desk-at.tsx";
import {
  call,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { board, queue } from "../../../samples.ts";
import { act } from "../../../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const backend = freshBackend();
let live: boolean;
const AT = board();
const acted = (number: number) => ({
  ...{ ok: true, ticketId: `ticket-${number}`, number, name: null },
  ...{ eventId: "event", completed: [] },
});
const { queueId, waitingCount } = AT;
const QUEUES = [queue("Main", { queueId, waitingCount }), queue("Other")];

function Desk() {
  const { desk, board: shown, outbox } = useDeskAt(AT);
  const queues = useQueuesAfter(QUEUES, outbox, live);
  const [first] = shown?.called ?? [];
  return (
    <>
      <QueueSelect
        queues={queues}
        selection={queueId}
        onSelect={() => undefined}
      />
      <KeptNotice outbox={outbox} live={live} />
      <CallNext board={shown} desk={desk} />
      <button type="button" onClick={() => first && desk.move("serve", first)}>
        Serve the first
      </button>
      <button type="button" onClick={desk.undoShown}>
        U
      </button>
      <Toasts pace="owner" />
    </>
  );
}

async function connect(connected: boolean): Promise<void> {
  live = connected;
  await act(async () => backend.connect(connected));
}

beforeEach(async () => {
  backend.set(api.desk.actions.board, { queueId }, AT);
  backend.on(api.desk.actions.call, () => acted(2));
  backend.on(api.desk.actions.serve, () => acted(2));
  await connect(false);
});

test("the desk shows actions at once, says how many are saved, and sends them in order once connected", async () => {
  await draw(backend, <Desk />);
  await press(/^Call Next/);
  find("button", /^Call Next#3 Guest/);
  find("[role=status]", /^1 action is saved on this device and will be sent\./);
  await press("Serve the first");
  find("[role=status]", /^2 actions are saved/);
  expect(backend.sent).toEqual([]);
  await connect(true);
  expect(backend.sent.map(({ name }) => name)).toEqual([
    nameOf(api.desk.actions.call),
    nameOf(api.desk.actions.serve),
  ]);
  expect(backend.sent[0]?.args, "whom the screen showed").toMatchObject({
    ticketId: "ticket-2",
  });
  find("[role=status]", "2 saved actions were sent.");
});

test("the list of queues counts like the desk, and like the server once connected", async () => {
  await draw(backend, <Desk />);
  const main = () => find("option:checked", /^Main/).textContent;
  const before = main();
  expect(before).toContain(String(waitingCount));
  await press(/^Call Next/);
  expect(main()).toBe(
    before?.replace(String(waitingCount), String(waitingCount - 1)),
  );
  await connect(true);
  expect(main()).toBe(before);
});

test("the desk names an action that no longer applied until staff confirm it", async () => {
  backend.refuse(api.desk.actions.call, "customerMovedOn");
  await draw(backend, <Desk />);
  await press(/^Call Next/);
  await connect(true);
  find(
    "li",
    /^#2: Call no longer applied\. This customer is no longer there\./,
  );
  await press("OK");
  expect(() => find("li", /no longer applied/)).toThrow();
});

test("the newest action can be undone before it is sent, by its button and by U", async () => {
  await draw(backend, <Desk />);
  await press(/^Call Next/);
  await press("Undo #2: Call");
  find("button", /^Call Next#2 Ana/);
  await press(/^Call Next/);
  await press("U");
  find("button", /^Call Next#2 Ana/);
  await connect(true);
  expect(backend.sent).toEqual([]);
});

test("a call that a reload interrupted is sent again for the same customer with its key", async () => {
  await connect(true);
  backend.on(api.desk.actions.callNext, () => new Promise(() => undefined));
  await draw(backend, <Desk />);
  await press(/^Call Next/);
  expect(backend.sent.map(({ name }) => name)).toEqual([
    nameOf(api.desk.actions.callNext),
  ]);
  await closeDrawn();
  await draw(backend, <Desk />);
  const [before, after] = backend.sent;
  expect(after).toEqual(
    call(api.desk.actions.call, {
      ticketId: "ticket-2",
      requestKey: before?.args["requestKey"],
    }),
  );
});

test("U presses the Undo of the visible message, and of none that is gone", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await connect(true);
  backend.on(api.desk.actions.callNext, () => acted(2));
  backend.on(api.desk.actions.undo, () => ({ ok: true }));
  await draw(backend, <Desk />);
  await press("U");
  expect(backend.sent, "nothing is offered").toEqual([]);
  await press(/^Call Next/);
  await press("U");
  expect(backend.sent.at(-1)).toMatchObject({
    ...call(api.desk.actions.undo, { eventId: "event" }),
  });
  await press("U");
  expect(backend.sent).toHaveLength(2);
  vi.setSystemTime(Date.now() + 1_000);
  await press(/^Call Next/);
  vi.setSystemTime(Date.now() + 10_000);
  await press("U");
  expect(backend.sent, "the offer is over").toHaveLength(3);
});
