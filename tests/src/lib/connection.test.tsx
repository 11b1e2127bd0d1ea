/**
 * What a screen is drawn anew for of the connection.
 * Canary: with the whole state watched (`useConvexConnectionState`), the page is drawn with each request.
 */
import { act } from "react";
import { expect, test, vi } from "vitest";
import { useFreshness } from "../../../src/lib/connection.ts";
import { api } from "../../../convex/_generated/api";
import { draw, FakeBackend } from "../fake-backend.tsx";

let drawn = 0;

function Screen() {
  const { live } = useFreshness();
  drawn += 1;
  return <p>{live ? "live" : "cut"}</p>;
}

const shown = () => document.querySelector("p")?.textContent;

test("a request draws nothing anew; a cut does once its grace is over, and its end", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  await draw(backend, <Screen />);
  const before = drawn;
  // The client tells of everything that changes in its state.
  await act(async () => backend.set(api.queues.list, {}, []));
  expect(drawn).toBe(before);

  await act(async () => backend.connect(false));
  expect(shown(), "a short cut stays unnoticed").toBe("live");
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(shown()).toBe("cut");
  await act(async () => backend.connect(true));
  expect(shown()).toBe("live");
});
