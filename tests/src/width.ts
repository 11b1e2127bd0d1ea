/** How wide the window is for the screens under test. */
import { vi } from "vitest";

/** Makes every query about the window match, as on a wide screen, or none. */
export const stubWidth = (matches: boolean) =>
  vi.stubGlobal("matchMedia", () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
