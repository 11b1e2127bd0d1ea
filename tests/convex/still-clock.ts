/**
 * Runs before each test file: stops time at noon, so that scheduled functions run only when a test moves the clock.
 * Without this they run in the middle of a test on a slow machine. The faked timers are `fakeTimers` in vite.config.ts.
 * Time stays stopped between two tests, where a world for several tests may be made. After each test everything else that
 * it replaced is back: variables, globals and spies.
 */
import { afterAll, afterEach, vi } from "vitest";
import { NOON, startClockAt } from "./fake-clock.ts";

startClockAt(NOON);
afterAll(() => void vi.useRealTimers());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// convex-test throws for each union member that does not fit, and most of that time is the stack.
Error.stackTraceLimit = 1;
