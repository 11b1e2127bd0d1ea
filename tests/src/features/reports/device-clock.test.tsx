/** The reports know the day on a device with a wrong clock, also when they are the first page that it opens. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import ReportsScreen from "../../../../src/routes/reports.tsx";
import { freshBackend } from "../../fake-backend.tsx";
import { beSigned, open, owner } from "../../fake-session.tsx";

const backend = freshBackend();

test("the days to choose end with the server's today", async () => {
  const headers = { date: "Wed, 25 Nov 2026 11:42:00 GMT" };
  vi.stubGlobal("fetch", async () => new Response(null, { headers }));
  vi.useFakeTimers({ now: new Date("2026-11-20T09:00Z"), toFake: ["Date"] });
  backend.set(api.account.current.me, {}, owner({ plan: "pro" }));
  backend.set(api.desk.queues.list, {}, []);
  backend.set(api.reports.periods.began, { queueId: null }, { day: null });
  beSigned("in");
  await open(backend, "/reports?days=own", <ReportsScreen />);
  const last = () => document.querySelector("input[type=date]");
  await vi.waitFor(() =>
    expect(last()?.getAttribute("max")).toBe("2026-11-25"),
  );
});
