/** The moment after a change of screen. */
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCalm } from "../../../src/lib/use-calm.ts";
import { draw, FakeBackend } from "../fake-backend.tsx";
import { act } from "../act.ts";

const isCalm = () => document.documentElement.dataset["calm"] !== undefined;
const pass = async (ms: number) =>
  await act(() => vi.advanceTimersByTimeAsync(ms));
let show: (screen: string) => void;

function Screen() {
  const [screen, set] = useState("form");
  show = set;
  useCalm(screen);
  return null;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a page takes presses at first, and 400 ms after its screen has changed", async () => {
  const close = await draw(new FakeBackend(), <Screen />);
  expect(isCalm()).toBe(false);
  await act(async () => show("ticket"));
  expect(isCalm()).toBe(true);
  await pass(399);
  expect(isCalm()).toBe(true);
  await pass(1);
  expect(isCalm()).toBe(false);
  await close();
});

test("thirty taps in a second are one gesture", async () => {
  const close = await draw(new FakeBackend(), <Screen />);
  await act(async () => show("ticket"));
  for (let tap = 0; tap < 30; tap += 1) {
    await pass(33);
    expect(isCalm()).toBe(true);
    window.dispatchEvent(new Event("pointerdown"));
  }
  await pass(400);
  expect(isCalm()).toBe(false);
  await close();
});

test("a page that goes leaves nothing behind", async () => {
  const close = await draw(new FakeBackend(), <Screen />);
  await act(async () => show("ticket"));
  await close();
  expect(isCalm()).toBe(false);
});
