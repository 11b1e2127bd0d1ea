/** The owner's other pages when the queues cannot be loaded: the page stays, with everything that works without them. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import Posters from "../../../src/routes/poster.tsx";
import Reports from "../../../src/routes/reports.tsx";
import { find, freshBackend } from "../fake-backend.tsx";
import { beSigned, open, owner } from "../fake-session.tsx";

const backend = freshBackend();
beforeEach(() => {
  backend.set(api.account.current.me, {}, owner());
  backend.set(api.desk.queues.list, {}, new Error("down"));
  beSigned("in");
});

test("the reports show the failure below their heading and the way back", async () => {
  backend.set(api.reports.periods.began, { queueId: null }, null);
  await open(backend, "/reports", <Reports />);
  find("h1", "Reports");
  find("a", "Back to Dashboard");
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(1);
  find("[role=alert] button", "Try Again");
});

test("the poster of the whole shop is still shown", async () => {
  await open(backend, "/poster", <Posters />);
  find("[role=alert] button", "Try Again");
  find("h1", "Posters");
  expect(document.querySelector("[data-paper]")).not.toBeNull();
});
