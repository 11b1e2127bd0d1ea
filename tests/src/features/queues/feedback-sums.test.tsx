/** The feedback that the owner sees. */
import { beforeEach, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { FeedbackSums } from "../../../../src/features/queues/feedback-sums.tsx";
import { draw, find, freshBackend } from "../../fake-backend.tsx";

const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T22:30:00Z") });
});
const day = (name: string, great: number) => ({
  ...{ day: name, great, ok: 1, notGood: 0 },
});

test("ratings are summed for today and the last seven days in the business's time zone", async () => {
  const days = [
    ...[day("2026-11-24", 3), day("2026-11-23", 2)],
    ...[day("2026-11-18", 5), day("2026-11-17", 100)],
  ];
  backend.set(api.reports.feedback.recent, { queueId: null }, days);
  await draw(backend, <FeedbackSums queueId={null} timeZone="Europe/Berlin" />);
  find("tr", "Today210");
  find("tr", "Last 7 days10730");
  await draw(backend, <FeedbackSums queueId={null} timeZone="Asia/Tokyo" />);
  find("tr", "Today310");
  find("tr", "Last 7 days1030");
});

test("the card says so when there are no ratings within a week", async () => {
  const days = [day("2026-11-01", 3)];
  backend.set(api.reports.feedback.recent, { queueId: "queue" }, days);
  await draw(
    backend,
    <FeedbackSums queueId="queue" timeZone="Europe/London" />,
  );
  find("p", "None in the last 7 days.");
});
