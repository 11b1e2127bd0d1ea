/** Which changes of the connection make a screen draw again. */
import { act } from "react";
import { expect, test, vi } from "vitest";
import { useFreshness } from "../../../../src/lib/server/connection.ts";
import { api } from "../../../../convex/_generated/api";
import { draw, FakeBackend } from "../../fake-backend.tsx";

let drawn = 0;

function Screen() {
  const freshness = useFreshness();
  drawn += 1;
  return <p>{freshness.live ? "live" : `cut at ${freshness.asOf}`}</p>;
}

const shown = () => document.querySelector("p")?.textContent;

test("a request draws nothing anew; a cut does once its grace is over, and its end", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  await draw(backend, <Screen />);
  const before = drawn;
  // The client reports every change of its state.
  await act(async () => backend.set(api.desk.queues.list, {}, []));
  expect(drawn).toBe(before);

  await act(async () => backend.connect(false));
  expect(shown(), "a short cut stays unnoticed").toBe("live");
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(shown()).toMatch(/^cut at \d+$/);
  await act(async () => backend.connect(true));
  expect(shown()).toBe("live");
});

test("what is opened during a cut says so at once, and since when it lasts", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  const close = await draw(backend, <Screen />);
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  const said = shown();
  await close();
  await act(async () => vi.advanceTimersByTime(60_000));
  await draw(backend, <Screen />);
  expect(said).toMatch(/^cut at \d+$/);
  expect(shown()).toBe(said);
  await act(async () => backend.connect(true));
  expect(shown()).toBe("live");
});
