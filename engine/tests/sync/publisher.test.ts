import { expect, test } from "vitest";
import type { LiveQuery } from "../../reactivity/live-query.ts";
import { Publisher } from "../../sync/publisher.ts";
import type { Session } from "../../sync/session.ts";

/** The parts of a session and of a query that the publisher uses. */
function openPublisher() {
  const told: string[] = [];
  const publisher = new Publisher(() => undefined);
  const session = (name: string) =>
    ({ queued: false, attempt: () => told.push(name) }) as unknown as Session;
  const watchedBy = (...sessions: Session[]) =>
    ({
      watchers: new Set(
        sessions.map((one) => ({ changed: () => publisher.enqueue(one) })),
      ),
    }) as unknown as LiveQuery;
  return { told, publisher, session, watchedBy };
}

test("[SY29] a session that news concerns alone is notified before the others, and only once", async () => {
  const { told, publisher, session, watchedBy } = openPublisher();
  const crowd = ["a", "b", "c"].map(session);
  const called = session("called");
  const line = watchedBy(...crowd, called);
  await publisher.publish([line, watchedBy(called)]);
  expect(told).toEqual(["called", "a", "b", "c"]);
});
