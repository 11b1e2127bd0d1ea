import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "../../scheduler/alarm.ts";

const HOUR = 3_600_000;
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[SC15] an alarm rings within a minute when the clock is set to its time", () => {
  const ring = vi.fn();
  systemClock.at(Date.now() + HOUR, ring);
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + HOUR);
  vi.advanceTimersByTime(59_000);
  expect(ring).toHaveBeenCalledOnce();
});

test("[SC26] an alarm rings within a minute when the clock is set back, since times may have changed", () => {
  const ring = vi.fn();
  systemClock.at(Date.now() + HOUR, ring);
  vi.advanceTimersByTime(90_000);
  vi.setSystemTime(Date.now() - HOUR);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect(ring).toHaveBeenCalledOnce();
});

test("[SC7] an alarm due in a month waits that long, unless it is called off", () => {
  const [ring, never] = [vi.fn(), vi.fn()];
  systemClock.at(Date.now() + 30 * 24 * HOUR, ring);
  const callOff = systemClock.at(Date.now() + 30 * 24 * HOUR, never);
  vi.advanceTimersByTime(30 * 24 * HOUR - 1);
  expect(ring).not.toHaveBeenCalled();
  callOff();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
});
