/** The owner's other pages when the queues cannot be loaded: the page stays, with everything that works without them. */
import { beforeEach, expect, test, vi } from "vitest";
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

test("the reports show the failure below their heading", async () => {
  backend.set(api.reports.periods.began, { queueId: null }, { day: null });
  await open(backend, "/reports", <Reports />);
  find("h1", "Reports");
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(1);
  find("[role=alert] button", "Try Again");
});

test("the poster of the whole shop is still shown, with its short address", async () => {
  const own = { current: "fade", earlier: [] };
  backend.set(api.profile.addresses.own, {}, own);
  await open(backend, "/poster", <Posters />);
  find("[role=alert] button", "Try Again");
  find("h1", "Posters & TV");
  const { businessId } = owner().business ?? {};
  await vi.waitFor(() => find("[data-paper] b", `${location.host}/j/fade`));
  find(`[data-paper] [aria-label$="/join?b=${businessId}"]`);
});

test("without a short address the poster has the long one", async () => {
  backend.set(api.profile.addresses.own, {}, null);
  backend.fail(api.profile.addresses.make);
  await open(backend, "/poster", <Posters />);
  await vi.waitFor(() => find("[data-paper] b", /\/join\?b=/));
});
