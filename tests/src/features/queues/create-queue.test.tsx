/** Making a queue by keyboard: where the focus is afterwards. */
import { expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { CreateQueue } from "../../../../src/features/queues/create-queue.tsx";
import { must } from "../../../../src/lib/must.ts";
import {
  draw,
  drawWithToasts,
  FakeBackend,
  find,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { stubWidth } from "../../width.ts";
import { fill } from "../../user.ts";

async function create(wide: boolean) {
  stubWidth(wide);
  const backend = new FakeBackend();
  backend.on(api.desk.queues.create, () => ({ ok: true, queueId: "q" }));
  await draw(backend, <CreateQueue offline={false} />);
  const field = find("input") as HTMLInputElement;
  await fill(field, "Walk-ins");
  const button = find("button", /^Create Queue/);
  button.focus();
  await press(/^Create Queue/);
  expect(backend.sent).toHaveLength(1);
  expect(field.value).toBe("");
  return { field, button };
}

test("the focus is in the name at a desk, for the next queue", async () => {
  const { field } = await create(true);
  expect(document.activeElement).toBe(field);
});

test("the focus stays on the button on a phone, so that no keyboard hides the list", async () => {
  const { button } = await create(false);
  expect(document.activeElement).toBe(button);
  expect(button.matches(":disabled")).toBe(false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("what is typed while a queue is being made stays, with the focus", async () => {
  stubWidth(true);
  const backend = new FakeBackend();
  const answer = backend.hold(api.desk.queues.create);
  await draw(backend, <CreateQueue offline={false} />);
  const [name, description] = document.querySelectorAll("input");
  await fill(must(name, "name"), "Walk-ins");
  await fill(must(description, "description"), "Cuts");
  await press(/^Create Queue/);
  await fill(must(name, "name"), "Colour");
  description?.focus();
  await answer({ ok: true, queueId: "q" });
  expect([name?.value, description?.value]).toEqual(["Colour", ""]);
  expect(document.activeElement).toBe(description);
});

test("what is wrong with a name is not said under the next one, but in a message with the name", async () => {
  const backend = new FakeBackend();
  const answer = backend.hold(api.desk.queues.create);
  await drawWithToasts(backend, <CreateQueue offline={false} />);
  const field = find("input") as HTMLInputElement;
  const isWrong = () => field.getAttribute("aria-invalid") === "true";
  await fill(field, "Walk-ins");
  await press(/^Create Queue/);
  await fill(field, "Colour");
  await answer({ ok: false, code: "queueNameTaken" });
  expect(isWrong()).toBe(false);
  expect(page()).toContain("\u2068Walk-ins\u2069: You already have");
  await press(/^Create Queue/);
  await answer({ ok: false, code: "queueNameTaken" });
  expect(isWrong()).toBe(true);
});

test("the form says that the name is missing and sends nothing", async () => {
  const backend = new FakeBackend();
  await draw(backend, <CreateQueue offline={false} />);
  await press(/^Create Queue/);
  expect(page()).toContain("Queue name cannot be empty.");
  expect(backend.sent).toEqual([]);
});
