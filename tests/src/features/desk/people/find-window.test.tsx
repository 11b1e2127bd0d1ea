/** The server finds people behind the desk's hundred. With a short line it is not asked. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { FindWindow } from "../../../../../src/features/desk/people/find-window.tsx";
import type { Board } from "../../../../../src/features/desk/types.ts";
import { click, draw, FakeBackend, find } from "../../../fake-backend.tsx";
import { board, person } from "../../../samples.ts";
import { act } from "../../../act.ts";

beforeEach(() => vi.useFakeTimers());
const FAR = person(140, { name: "Zoë" });

async function type(at: Board, text: string) {
  const backend = new FakeBackend();
  const onFound = vi.fn();
  const asked = { queueId: at.queueId, asked: text };
  backend.set(api.desk.actions.find, asked, [FAR]);
  await draw(
    backend,
    <FindWindow board={at} onFound={onFound} onClose={() => undefined} />,
  );
  const field = document.querySelector<HTMLInputElement>("[type=search]");
  await act(async () => {
    const own = Object.getOwnPropertyDescriptor(
      HTMLInputElement.prototype,
      "value",
    );
    own?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return onFound;
}

test("a customer beyond the loaded list is found and can be chosen", async () => {
  const onFound = await type(board({ waitingCount: 150 }), "zoe");
  find("p", "Looking through everybody in the queue...");
  await act(async () => await vi.advanceTimersByTimeAsync(1_000));
  find("li button", /140.*Zoë/);
  await click("li button", /Zoë/);
  expect(onFound).toHaveBeenCalledWith(FAR);
});

test("the server is not asked when the whole line is loaded", async () => {
  await type(board(), "zoe");
  find("[role=status]", "Nobody matches 'zoe'.");
  await act(async () => await vi.advanceTimersByTimeAsync(1_000));
  find("[role=status]", "Nobody matches 'zoe'.");
  expect(document.body.textContent).not.toContain("Looking through");
});
