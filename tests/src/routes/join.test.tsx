/** The join page of a business that takes no new customers, and of one that cannot be loaded. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
// Loaded already, so that a ticket takes no time that React cannot see.
import "../../../src/features/ticket/ticket-screen.tsx";
import JoinScreen from "../../../src/routes/join.tsx";
import { draw, find, freshBackend } from "../fake-backend.tsx";
import { page } from "../fake-session.tsx";
import { line, NOW, openQueue, SECRET, SHOP, ticket } from "../samples.ts";
import { act } from "../act.ts";

const NOT_TAKING = "This business is not taking new customers at the moment.";
const { businessId } = SHOP;
const CLOSED_FOR_NEWCOMERS = { ...SHOP, takesCustomers: false };
const SUNDAY_NIGHT = Date.parse("2026-11-22T23:00:00Z");
const QUEUE = openQueue("walk-ins", { waitingCount: 0 });
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.set(api.desk.queues.publicList, { businessId }, [QUEUE]);
  history.replaceState(null, "", `/join?b=${businessId}`);
});
const be = (profile: typeof SHOP | Error) =>
  backend.set(api.profile.businesses.publicProfile, { businessId }, profile);

test("the page says from the start that no customers are taken, without a form or a wait", async () => {
  vi.setSystemTime(SUNDAY_NIGHT);
  be(CLOSED_FOR_NEWCOMERS);
  await draw(backend, <JoinScreen />);
  find("h2", NOT_TAKING);
  expect(find("a", "Call the shop").getAttribute("href")).toMatch(/^tel:/);
  expect(document.querySelector("form")).toBeNull();
  expect(page()).not.toMatch(/You can still join|no wait|Join Queue Now/);
});

test("the page opens when the owner has paid, and closes when that ends", async () => {
  be(CLOSED_FOR_NEWCOMERS);
  await draw(backend, <JoinScreen />);
  await act(async () => be(SHOP));
  find("button", /^Join Queue Now/);
  expect(page()).not.toContain(NOT_TAKING);
  await act(async () => be(CLOSED_FOR_NEWCOMERS));
  find("h2", NOT_TAKING);
  expect(document.querySelector("form")).toBeNull();
});

test("a customer with a ticket still sees it", async () => {
  be(CLOSED_FOR_NEWCOMERS);
  backend.set(api.line.tickets.mine, { secret: SECRET }, ticket());
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([1, 2, 3]));
  history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
  await draw(backend, <JoinScreen />);
  await act(async () => new Promise((loaded) => setTimeout(loaded)));
  find("h1", "You're in the queue!");
  expect(page()).not.toContain(NOT_TAKING);
});

const NOT_LOADED =
  "Could not load business information. Please try again later.";
const down = new Error("down");

test.each([
  ["the business", () => be(down)],
  [
    "its queues",
    () => backend.set(api.desk.queues.publicList, { businessId }, down),
  ],
])("the page says that %s cannot be loaded, until it can", async (_, fail) => {
  be(SHOP);
  fail();
  await draw(backend, <JoinScreen />);
  await vi.waitFor(() => find("h1", NOT_LOADED));
  await act(async () => {
    be(SHOP);
    backend.set(api.desk.queues.publicList, { businessId }, [QUEUE]);
  });
  find("button", /^Join Queue Now/);
});

test("the form stays when a later load fails", async () => {
  be(SHOP);
  await draw(backend, <JoinScreen />);
  const form = document.querySelector("form");
  await act(async () => {
    be(down);
    backend.set(api.desk.queues.publicList, { businessId }, down);
  });
  expect(document.querySelector("form")).toBe(form);
  find("button", /^Join Queue Now/);
});

test("a ticket of a business that no longer exists does not load forever", async () => {
  history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
  await draw(backend, <JoinScreen />);
  const gone = () =>
    backend.set(api.profile.businesses.publicProfile, { businessId }, null);
  await act(async () => gone());
  await vi.waitFor(() => find("h1", NOT_LOADED));
});
