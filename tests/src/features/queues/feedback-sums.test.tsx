/** The feedback that the owner sees. */
import { beforeEach, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { FeedbackSums } from "../../../../src/features/queues/feedback-sums.tsx";
import { draw, find, freshBackend } from "../../fake-backend.tsx";
import { SHOP } from "../../samples.ts";

const backend = freshBackend();
beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-23T22:30:00Z") }));

const inZone = (timezone: string) => ({ ...SHOP, timezone });
const day = (name: string, great: number) => ({
  ...{ day: name, great, ok: 1, notGood: 0 },
});

test("ratings are summed for today and the last seven days in the business's time zone", async () => {
  const days = [
    ...[day("2026-11-24", 3), day("2026-11-23", 2)],
    ...[day("2026-11-18", 5), day("2026-11-17", 100)],
  ];
  backend.set(api.reports.feedback.recent, { queueId: null }, days);
  await draw(
    backend,
    <FeedbackSums queueId={null} shop={inZone("Europe/Berlin")} />,
  );
  find("tr", "Today210");
  find("tr", "Last 7 days10730");
  await draw(
    backend,
    <FeedbackSums queueId={null} shop={inZone("Asia/Tokyo")} />,
  );
  find("tr", "Today310");
  find("tr", "Last 7 days1030");
});

test("the card says so when there are no ratings within a week", async () => {
  const days = [day("2026-11-01", 3)];
  backend.set(api.reports.feedback.recent, { queueId: "queue" }, days);
  await draw(backend, <FeedbackSums queueId="queue" shop={SHOP} />);
  find("p", "None in the last 7 days.");
});

test("after midnight the day goes on while a shop is open that began yesterday", async () => {
  const late = { start: "18:00", end: "02:00" };
  const specialDays = [{ day: "2026-11-23", hours: late }];
  vi.setSystemTime(Date.parse("2026-11-24T01:30:00Z"));
  const days = [day("2026-11-24", 9), day("2026-11-23", 2)];
  backend.set(api.reports.feedback.recent, { queueId: null }, days);
  await draw(
    backend,
    <FeedbackSums queueId={null} shop={{ ...SHOP, specialDays }} />,
  );
  find("tr", "Today210");
});
