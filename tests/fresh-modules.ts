/**
 * Runs before each test file of a project whose files share one environment (`isolate: false`). Forgets the modules of
 * the previous file, so that each file has its own module state and mocks. State in the environment itself and in
 * packages stays. Clean it up where it is made.
 */
import { vi } from "vitest";

vi.resetModules();
