/**
 * Runs before each test file of a project whose files share one environment (`isolate: false`): the modules of the file
 * before are forgotten, so that each has module state and mocks of its own. What stays is what a file has left in the
 * environment itself and in packages: clean that up where it is made.
 */
import { vi } from "vitest";

vi.resetModules();
