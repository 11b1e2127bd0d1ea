/** A window whose file cannot be loaded: the counter stays, and says why nothing opened. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import DashboardScreen from "../../../../src/routes/dashboard.tsx";
import { act } from "../../act.ts";
import { click, find, freshBackend } from "../../fake-backend.tsx";
import { beSigned, open, owner, REAL } from "../../fake-session.tsx";
import { board, line, queue } from "../../samples.ts";
import { stubWidth } from "../../width.ts";

vi.mock("../../../../src/routes/dashboard/rare-window.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const { queueId } = board();
const backend = freshBackend();

beforeEach(() => {
  // What was caught is also logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  backend.set(api.desk.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.actions.board, { queueId }, board());
  backend.set(api.line.tickets.line, { queueId }, line([2, 3]));
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.account.current.me, {}, owner());
  beSigned("in");
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
