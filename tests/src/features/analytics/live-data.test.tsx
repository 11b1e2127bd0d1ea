/** 'Live Data' in each of its states. The drawing itself is tested in a browser (e2e). */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import LiveData from "../../../../src/features/analytics/live-data.tsx";
import { draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { NOW } from "../../samples.ts";
import { texts } from "../../user.ts";

const chart = vi.hoisted(() => ({ fails: false }));
vi.mock("../../../../src/features/analytics/chart.tsx", () => ({
  default: () => {
    if (chart.fails) throw new Error("no canvas");
    return <canvas />;
  },
}));
const MINUTE = 60_000;
const sample = (minutesAgo: number, minutes: number, count = 2) => ({
  at: NOW - minutesAgo * MINUTE,
  count,
  waitMsSum: count * minutes * MINUTE,
});
const backend = freshBackend();
beforeEach(() => {
  chart.fails = false;
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

async function show(samples: unknown) {
  backend.set(api.reports.recentWaits.waitHistory, { queueId: null }, samples);
  const card = <LiveData queueId={null} timeZone="Europe/London" />;
  await draw(backend, card);
}

test("the card is initializing before the answer", async () => {
  await show(undefined);
  find("h2", "Live Data");
  find("[role=status]", "Initializing chart...");
});

test.each([
  ["nothing", []],
  ["one point", [sample(1, 5)]],
  ["yesterday's", [sample(1_500, 5), sample(1_499, 5), sample(1, 5)]],
])("the card waits for more data with %s", async (_, samples) => {
  await show(samples);
  find("[role=status]", "Waiting for data...");
});

test("the chart is described in words in the business's time zone, and as a table, newest first", async () => {
  await show([sample(3, 6), sample(2, 20.46), sample(1, 0, 0)]);
  expect(find("[role=img]", "").getAttribute("aria-label")).toBe(
    "Average wait: 6.0 min at 11:39, up to 20.5 min at 11:40, 0.0 min now.",
  );
  await press("Show as table");
  expect(texts("tbody tr")).toEqual(["11:410.0", "11:4020.5", "11:396.0"]);
  await press("Show as chart");
  find("canvas", "");
});

test("a failing server and a failing chart each say so and can be tried again", async () => {
  await show(new Error("down"));
  expect(page()).toContain(
    "Unable to load analytics chart. Please try again later.",
  );
  backend.set(api.reports.recentWaits.waitHistory, { queueId: null }, [
    sample(2, 5),
    sample(1, 5),
  ]);
  chart.fails = true;
  await press("Try Again");
  expect(page()).toContain("Unable to load chart. Please try refreshing.");
  chart.fails = false;
  await press("Try Again");
  find("canvas", "");
});
