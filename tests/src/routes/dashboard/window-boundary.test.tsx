/** A window whose file cannot be loaded: the counter stays, and says why nothing opened. */
import { beforeEach, expect, test, vi } from "vitest";
import DashboardScreen from "../../../../src/routes/dashboard.tsx";
import { act } from "../../act.ts";
import { click, find, freshBackend } from "../../fake-backend.tsx";
import { furnish, open } from "../../fake-session.tsx";
import { stubWidth } from "../../width.ts";

vi.mock("../../../../src/routes/dashboard/rare-window.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const backend = freshBackend();

beforeEach(() => {
  // What was caught is also logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  furnish(backend);
});

test.each([
  [false, "You're offline. Nothing was changed."],
  [true, "Component failed to load."],
])("connected: %s, it reads %s", async (isConnected, words) => {
  stubWidth(true);
  await open(backend, "/dashboard", <DashboardScreen />);
  await act(async () => backend.connect(isConnected));
  await click("button[aria-label=More]");
  await click("[role=menuitem]", "Show code");
  await vi.waitFor(() => find(".last-action [role=status]", words));
  find("button", /^Call Next/);
  expect(document.querySelector("[role=dialog]")).toBeNull();
});
