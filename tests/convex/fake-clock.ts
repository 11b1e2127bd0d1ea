/** The time at which each test begins, and units of time in ms. Use `pass` in booking-shop.ts or Vitest to move the clock. */
import { beforeAll, beforeEach, vi } from "vitest";

/** A Friday. A shop in London is open until five. */
export const NOON = Date.parse("2026-11-20T12:00:00Z");
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Starts each test of a file at another time, and what is made before its tests. @param now ms */
export function startClockAt(now: number): void {
  const stop = () => void vi.useFakeTimers({ now });
  beforeAll(stop);
  beforeEach(stop);
}
