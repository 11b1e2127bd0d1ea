/**
 * Runs before each test file: `vi.waitFor` ends what hangs and judges no machine. By itself it gives up after a second,
 * which a process start or an answer takes longer for where others use the processors, too.
 */
import { vi } from "vitest";

/** Less than any test may take. */
const AT_LEAST_MS = 20_000;

const { waitFor } = vi;

// Files of one worker share `vi`.
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    const { timeout = 0, ...others } =
      typeof options === "number" ? { timeout: options } : options;
    return waitFor(callback, {
      ...others,
      timeout: Math.max(timeout, AT_LEAST_MS),
    });
  };
}
