/** Add walk-in: the queue, the name and the phone, all may be empty, and the number to read out. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { AddWalkIn } from "../../../../../src/features/desk/people/add-walk-in.tsx";
import {
  call,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { pass, type } from "../../../fake-session.tsx";
import { board, person, queue, requestKey } from "../../../samples.ts";

const backend = freshBackend();
const { addWalkIn, undo } = api.desk.actions;
const HAIR = queue("Haircut", { letter: "H", waitingCount: 3 });
const NAILS = queue("Nails", { letter: "N" });
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  backend.on(addWalkIn, () => ({
    ...{ ok: true, ticketId: "ticket-7", number: 7, eventId: "added" },
  }));
});

type Given = Partial<Parameters<typeof AddWalkIn>[0]>;
const show = async (more: Given = {}) =>
  await drawWithToasts(
    backend,
    <AddWalkIn
      queues={[HAIR, NAILS]}
      picked={null}
      sendsTexts
      onClose={onClose}
      {...more}
    />,
  );
const dialog = () => find("[role=dialog]");
const select = () =>
  document.querySelector<HTMLSelectElement>("select[name=queue]");

test("with several queues the picked one is chosen, and another can be", async () => {
  await show({ picked: NAILS.queueId });
  expect(select()?.value).toBe("Nails");
  const options = [...document.querySelectorAll("option")];
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Haircut (3 waiting)",
    "Nails (0 waiting)",
  ]);
  const field = select();
  if (field !== null) field.value = "Haircut";
  await press(/^Add to queue/);
  expect(backend.sent).toEqual([
    call(addWalkIn, { requestKey, queueId: "Haircut", name: "" }),
  ]);
  expect(dialog().textContent, "the letter of that queue").toContain("H7");
});

test("with all queues shown the first is chosen", async () => {
  await show();
  expect(select()?.value).toBe("Haircut");
});

test("one queue is not asked for", async () => {
  await show({ queues: [queue("Walk-ins")], picked: "Walk-ins" });
  expect(select()).toBeNull();
  await type("name", "Marek");
  await type("phone", "07911 123456");
  await press(/^Add to queue/);
  expect(backend.sent).toEqual([
    call(addWalkIn, {
      ...{ requestKey, queueId: "Walk-ins" },
      ...{ name: "Marek", phone: "07911 123456" },
    }),
  ]);
});

test("a plan without texts asks for no phone", async () => {
  await show({ sendsTexts: false });
  expect(document.querySelector("[name=phone]")).toBeNull();
});

test("the number and place stay for 8 s, for the barber to read out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = [person(5), person(6), person(7)];
  const at = board({ queueId: HAIR.queueId, waiting, waitingCount: 3 });
  backend.set(api.desk.actions.board, { queueId: HAIR.queueId }, at);
  await show();
  await press(/^Add to queue/);
  expect(dialog().textContent).toContain("H7Place 3");
  await pass(7_999);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a newcomer beyond the desk's rows stands last", async () => {
  const waiting = [person(5)];
  const at = board({ queueId: HAIR.queueId, waiting, waitingCount: 140 });
  backend.set(api.desk.actions.board, { queueId: HAIR.queueId }, at);
  await show();
  await press(/^Add to queue/);
  expect(dialog().textContent).toContain("Place 140");
  await press("OK");
  expect(onClose).toHaveBeenCalledOnce();
});

test("away from the counter the new ticket can be undone in its toast", async () => {
  backend.on(undo, () => ({ ok: true }));
  await show();
  await press(/^Add to queue/);
  find("[role=status]", /^H7 is in lineUndo$/);
  await press("Undo");
  expect(backend.sent.at(-1)).toEqual(
    call(undo, { requestKey, eventId: "added" }),
  );
});

test("a refusal stays in the window, in the specification's words", async () => {
  backend.on(addWalkIn, () => ({ ok: false, code: "queueFull", limit: 10 }));
  await show();
  await press(/^Add to queue/);
  find("[role=alert]", /10/);
  expect(onClose).not.toHaveBeenCalled();
  find("button", /^Add to queue/);
});

test("without a connection there is no number to give", async () => {
  backend.connect(false);
  await show();
  await press(/^Add to queue/);
  find("[role=alert]", /Without a connection there is no number to give\./);
  expect(backend.sent).toEqual([]);
});
