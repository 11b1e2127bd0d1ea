/** The named chairs in 'Manage Queues': add, rename, queues, delete, the word (product.md CH1, CH2). */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { MAX_CHAIRS } from "../../../../convex/queue/rules/chairs.ts";
import { ChairSettings } from "../../../../src/features/queues/chair-settings.tsx";
import type { Chair, Queue } from "../../../../src/features/queues/types.ts";
import {
  call,
  click,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { board, chair, id, person, queue, requestKey } from "../../samples.ts";
import { fill } from "../../user.ts";

const backend = freshBackend();
const { list, create, change, remove, setWord } = api.desk.chairs;
const [hair, beard] = [queue("Hair"), queue("Beard")];
const two = { queueIds: [hair.queueId, beard.queueId] };
beforeEach(() => {
  for (const one of [create, change, remove, setWord]) {
    backend.on(one, () => ({ ok: true }));
  }
});

async function show(
  chairs: readonly Chair[],
  queues: readonly Queue[] = [hair, beard],
  readOnly = false,
) {
  backend.set(list, {}, { word: "chair", chairs });
  return await drawWithToasts(
    backend,
    <ChairSettings queues={queues} readOnly={readOnly} />,
  );
}
const choose = async (label: RegExp | string, value: string) =>
  await fill(find("select", label), value);

test("each chair shows its queues, and which one it takes bookings for", async () => {
  await show([chair("Chair 1", two), chair("Chair 2", { queueIds: [] })]);
  find("li p", "Hair (bookings) and Beard");
  find("li p", "No queue");
});

test("the queue that is picked for bookings is sent first", async () => {
  await show([chair("Chair 1", two)]);
  await press("Edit");
  expect(page()).toContain(
    "If no chair takes a queue's bookings, it has no times to book.",
  );
  await choose(/^Hair/, beard.queueId);
  await press(/^Save/);
  await press("Edit");
  await click("label", "Hair");
  await press(/^Save/);
  const at = { chairId: "Chair 1", name: "Chair 1" };
  expect(backend.sent).toEqual([
    call(change, { ...at, queueIds: [beard.queueId, hair.queueId] }),
    call(change, { ...at, queueIds: [beard.queueId] }),
  ]);
});

test("a chair without a queue is refused at the queues", async () => {
  await show([]);
  await press("Add a chair");
  await fill("[name=name]", "Chair 1");
  await press(/^Save/);
  expect(backend.sent).toEqual([]);
  find("fieldset[aria-describedby] p", /Pick at least one queue\.$/);
  expect(document.activeElement).toBe(find("[type=checkbox]"));
  await click("label", "Hair");
  expect(page()).not.toContain("Pick at least one queue.");
});

test("a refusal is told in the form", async () => {
  await show([chair("Chair 1", two)]);
  backend.refuse(change, "chairNameTaken");
  await press("Edit");
  await press(/^Save/);
  find("[role=alert]", /You already have one with this name\.$/);
});

test("the question before deletion names who sits there", async () => {
  await show([chair("Chair 1", two)]);
  const chairId = id<Chair["chairId"]>("Chair 1");
  const sits = person(8, { name: "Hugo", status: "serving", chairId });
  const { queueId } = hair;
  const called = [sits, person(9, { status: "called" })];
  await backend.change(
    api.desk.actions.board,
    { queueId },
    board({ queueId, called }),
  );
  await click("[aria-label='Delete Chair 1']");
  find("[role=alertdialog] div", /^#8 .Hugo. will be marked done\.$/);
  await press(/^Delete/);
  expect(backend.sent).toEqual([call(remove, { chairId, requestKey })]);
});

test("the word is picked once for the shop", async () => {
  await show([]);
  await choose("ChairsRoomsDesks", "room");
  expect(backend.sent).toEqual([call(setWord, { word: "room" })]);
});

test("at the most chairs none can be added, and without a plan nothing changes", async () => {
  const all = Array.from({ length: MAX_CHAIRS }, (_, at) => chair(`${at}`));
  const close = await show(all);
  expect(page()).toContain("Up to 20.");
  expect(page()).not.toContain("Add a chair");
  await close();
  await show([chair("Chair 1")], [hair], true);
  find("li p", "Chair 1");
  expect(document.querySelector("section :is(button, select)")).toBeNull();
});
