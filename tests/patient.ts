/**
 * Runs before each test file: `vi.waitFor` and `vi.waitUntil` should end what hangs, not measure a machine's speed.
 * Their own limit is one second, which a process start or an answer exceeds on a busy machine. The limit of
 * `expect.poll` is in vite.config.ts.
 */
import { vi } from "vitest";

/** Less than any test's limit. */
const AT_LEAST_MS = 120_000;

type Wait = typeof vi.waitFor & typeof vi.waitUntil;

const patient = (wait: Wait): Wait =>
  function waitPatiently(callback, options = {}) {
    const { timeout = 0, ...others } =
      typeof options === "number" ? { timeout: options } : options;
    return wait(callback, {
      ...others,
      timeout: Math.max(timeout, AT_LEAST_MS),
    });
  } as Wait;

// Files of one worker share `vi`.
if (vi.waitFor.name !== "waitPatiently") {
  vi.waitFor = patient(vi.waitFor as Wait);
  vi.waitUntil = patient(vi.waitUntil);
}
