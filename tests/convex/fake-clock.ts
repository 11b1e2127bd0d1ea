/** A clock that stands at the same time when each test of a file begins. Moving it is booking-shop.ts's `pass`, or Vitest's own. */
import { afterEach, beforeEach, vi } from "vitest";

/** @param now ms @param options which timers are faked; default all */
export function startClockAt(
  now: number,
  options: Parameters<typeof vi.useFakeTimers>[0] = {},
): void {
  beforeEach(() => {
    vi.useFakeTimers({ ...options, now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
