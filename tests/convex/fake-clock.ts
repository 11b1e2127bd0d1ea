/** A clock that stands at the same time when each test of a file begins. Moving it is booking-shop.ts's `pass`, or Vitest's own. */
import { afterEach, beforeEach, vi } from "vitest";

/** @param now ms */
export function startClockAt(now: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
