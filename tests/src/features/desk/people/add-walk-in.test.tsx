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
import type { WindowProps } from "../../../../../src/features/desk/types.ts";
import {
  board,
  evenPace,
  id,
  line,
  NOW,
  queue,
  requestKey,
  SHOP,
} from "../../../samples.ts";
import { texts } from "../../../user.ts";

const backend = freshBackend();
const { addWalkIn } = api.desk.actions;
const HAIR = queue("Haircut", { letter: "H", waitingCount: 3 });
const NAILS = queue("Nails", { letter: "N" });
const onClose = vi.fn();
const offerUndo = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  offerUndo.mockReset();
  backend.on(addWalkIn, () => ({
    ...{ ok: true, ticketId: "ticket-7", number: 7, eventId: "added" },
  }));
});

/** @param picked null: all queues are shown */
const show = async ({
  queues = [HAIR, NAILS],
  picked = null as string | null,
  plan = "pro",
} = {}) => {
  const boards = picked === null ? [] : [board({ queueId: id(picked) })];
  const given = {
    ...{ queues, onClose, desk: { offerUndo, text: null } },
    counter: { boards, isAll: picked === null },
    shop: { ...SHOP, plan },
  };
  // Of the others it takes no notice.
  const props = given as unknown as WindowProps;
  await drawWithToasts(backend, <AddWalkIn {...props} />);
};
const dialog = () => find("[role=dialog]");
const select = () =>
  document.querySelector<HTMLSelectElement>("select[name=queue]");

test("with several queues the picked one is chosen, and another can be", async () => {
  await show({ picked: NAILS.queueId });
  expect(select()?.value).toBe("Nails");
  expect(texts("option")).toEqual(["Haircut (3 waiting)", "Nails (0 waiting)"]);
  const field = select();
  if (field !== null) field.value = "Haircut";
  await press(/^Add to queue/);
  expect(backend.sent).toEqual([
    call(addWalkIn, { requestKey, queueId: "Haircut", name: "" }),
  ]);
  expect(dialog().textContent, "the letter of that queue").toContain("H7");
});

test("a closed queue that is shown is chosen and keeps its letter, and the open ones can be", async () => {
  const queues = [HAIR, { ...NAILS, isActive: false }];
  await show({ queues, picked: NAILS.queueId });
  expect(select()?.value).toBe("Nails");
  expect(texts("option")).toEqual([
    "Haircut (3 waiting)",
    "Nails (closed, 0 waiting)",
  ]);
  await press(/^Add to queue/);
  expect(backend.sent).toEqual([
    call(addWalkIn, { requestKey, queueId: "Nails", name: "" }),
  ]);
  expect(dialog().textContent).toContain("N7");
});

test("a closed queue that is not shown is not offered", async () => {
  const queues = [HAIR, { ...NAILS, isActive: false }];
  await show({ queues, picked: HAIR.queueId });
  expect(select()).toBeNull();
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

test("a wrong phone number is said at its field", async () => {
  backend.refuse(addWalkIn, "phoneInvalid");
  await show();
  await type("phone", "12");
  await press(/^Add to queue/);
  expect(document.activeElement).toBe(find("[name=phone][aria-invalid=true]"));
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test("a plan without texts asks for no phone", async () => {
  await show({ plan: "starter" });
  expect(document.querySelector("[name=phone]")).toBeNull();
});

test("the number and place stay for 8 s, for the barber to read out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const after = { ...HAIR, waitingCount: 4 };
  backend.set(api.desk.queues.list, {}, [NAILS, after]);
  await show({ picked: "Nails" });
  const field = select();
  if (field !== null) field.value = "Haircut";
  await press(/^Add to queue/);
  expect(dialog().textContent).toContain("H7Place 4");
  await pass(7_999);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test("beside the place stands the wait, as in the list", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const queues = [{ ...HAIR, waitingCount: 4 }];
  backend.set(api.desk.queues.list, {}, queues);
  const facts = line([], { pace: evenPace(10) });
  backend.set(api.line.tickets.line, { queueId: "Haircut" }, facts);
  await show({ queues });
  await press(/^Add to queue/);
  expect(dialog().textContent).toMatch(/Place 4 · \d+–\u2060\d+ min/);
});

test("OK closes it", async () => {
  await show();
  await press(/^Add to queue/);
  await press("OK");
  expect(onClose).toHaveBeenCalledOnce();
});

test("the new ticket can be undone", async () => {
  await show();
  await press(/^Add to queue/);
  expect(offerUndo).toHaveBeenCalledExactlyOnceWith({
    ...{ code: "join", eventId: "added" },
    ...{ queueId: "Haircut", letter: "H", number: 7 },
  });
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
  find("[role=alert]", /You're offline. Nothing was changed\./);
  expect(backend.sent).toEqual([]);
});
