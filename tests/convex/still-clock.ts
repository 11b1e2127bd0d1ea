/**
 * Runs before each test: stops time at noon, so that scheduled functions run only when a test moves the clock. Without
 * this they run in the middle of a test on a slow machine. The faked timers are `fakeTimers` in vite.config.ts. After each
 * test everything that it replaced is back: clock, variables, globals and spies.
 */
import { afterEach, vi } from "vitest";
import { NOON, startClockAt } from "./fake-clock.ts";

startClockAt(NOON);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// convex-test throws for each union member that does not fit, and most of that time is the stack.
Error.stackTraceLimit = 1;
