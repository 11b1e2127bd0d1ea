/** The chairs of a queue: what is sent, and what stays unchanged. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { MAX_CHAIRS } from "../../../../../convex/queue/rules/chairs.ts";
import type { QueueWindowProps } from "../../../../../src/features/desk/types.ts";
import { ChairsWindow } from "../../../../../src/features/desk/queue/chairs-window.tsx";
import {
  call,
  drawWithToasts,
  find,
  freshBackend,
} from "../../../fake-backend.tsx";
import { pass } from "../../../fake-session.tsx";
import { act } from "../../../act.ts";
import { board, requestKey } from "../../../samples.ts";

const backend = freshBackend();
const { setChairs } = api.desk.queues;
const { queueId } = board();
beforeEach(() => backend.on(setChairs, () => null));

const show = async (chairs: number) => {
  const at = board({ chairs });
  const given = { counter: { boards: [at] }, board: at, onClose: vi.fn() };
  // Of the others it takes no notice.
  const props = given as unknown as QueueWindowProps;
  return await drawWithToasts(backend, <ChairsWindow {...props} />);
};
const button = (name: string) => find(`button[aria-label='${name}']`);
const pressNamed = async (name: string) =>
  await act(async () => button(name).click());

test("chairs change by one", async () => {
  await show(2);
  find("h2", "2 chairs");
  find("output", "2");
  await pressNamed("Add a chair");
  await pressNamed("Remove a chair");
  expect(backend.sent).toEqual(
    [3, 1].map((chairs) => call(setChairs, { requestKey, queueId, chairs })),
  );
});

test.each([
  ["below one", 1, "Remove a chair"],
  ["above the most", MAX_CHAIRS, "Add a chair"],
])("chairs do not go %s", async (_where, chairs, name) => {
  await show(chairs);
  expect(button(name).ariaDisabled).toBe("true");
  await pressNamed(name);
  expect(backend.sent).toEqual([]);
});

test("chairs stay unchanged without a connection", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  backend.connect(false);
  await show(2);
  await pass(10_000);
  expect(button("Add a chair").ariaDisabled).toBe("true");
  await pressNamed("Add a chair");
  expect(backend.sent).toEqual([]);
  find("[role=dialog]", /You can continue when you're back online\./);
});

test("a failure is told", async () => {
  backend.fail(setChairs);
  await show(2);
  await pressNamed("Remove a chair");
  find("[role=dialog] [role=alert]", /An error occurred. Please try again./);
});

test("a failure after the window was closed is told, too", async () => {
  let fail = () => undefined as void;
  backend.on(
    setChairs,
    () => new Promise((_, no) => (fail = () => no(new Error("gone")))),
  );
  const close = await show(2);
  await pressNamed("Remove a chair");
  await close();
  await drawWithToasts(backend, null);
  await act(async () => fail());
  find("[role=alert]", "An error occurred. Please try again.");
});
