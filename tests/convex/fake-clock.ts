/** A clock that starts each test of a file at the same time. Use `pass` in booking-shop.ts or Vitest to move it. */
import { beforeEach, vi } from "vitest";

/** @param now ms */
export function startClockAt(now: number): void {
  beforeEach(() => void vi.useFakeTimers({ now }));
}
