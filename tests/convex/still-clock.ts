/**
 * Before each test: time stands still, so that scheduled functions run when a test moves the clock and never in the middle
 * of one that a busy machine makes slow. Which timers: `fakeTimers` in vite.config.ts.
 */
import { afterEach, beforeEach, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// convex-test throws for each member of a union that does not fit, and most of that time is the stack.
Error.stackTraceLimit = 1;
