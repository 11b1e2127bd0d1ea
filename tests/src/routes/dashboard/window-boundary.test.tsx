/** A window whose file cannot be loaded, or that fails: the counter stays, and says why nothing opened. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import DashboardScreen from "../../../../src/routes/dashboard.tsx";
import { act } from "../../act.ts";
import { click, find, freshBackend, press } from "../../fake-backend.tsx";
import { furnish, open } from "../../fake-session.tsx";
import { board } from "../../samples.ts";
import { loaded } from "../../user.ts";
import { stubWidth } from "../../width.ts";
// Loaded already, so that opening a window takes no time that React cannot see.
import "../../../../src/features/desk/desk-window.tsx";

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

test("a window of the counter that fails is closed with a reason, and the others still open", async () => {
  stubWidth(true);
  const { queueId } = board();
  backend.set(api.desk.actions.history, { queueId }, new Error("down"));
  await open(backend, "/dashboard", <DashboardScreen />);
  await loaded();
  await press("Today");
  await vi.waitFor(() =>
    find(".last-action [role=status]", "Component failed to load."),
  );
  await click("button[aria-label=More]");
  await click("[role=menuitem]", "Keyboard");
  find("[role=dialog] h2", "Keyboard");
});
