/** The join page of a business that takes no new customers, and of one that cannot be loaded. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
// Loaded already, so that a ticket takes no time that React cannot see.
import "../../../src/features/ticket/ticket-screen.tsx";
import { rememberTicket } from "../../../src/features/ticket/stored-tickets.ts";
import JoinScreen from "../../../src/routes/join.tsx";
import { draw, find, freshBackend, press } from "../fake-backend.tsx";
import { page } from "../fake-session.tsx";
import { line, NOW, openQueue, SECRET, SHOP, ticket } from "../samples.ts";
import { act } from "../act.ts";
import { loaded } from "../user.ts";

const NOT_TAKING = "This business isn't taking new customers right now.";
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
  expect(page()).not.toMatch(/Open (now|until)/);
  expect(document.querySelector("form")).toBeNull();
});

test("a customer with a ticket still sees it", async () => {
  be(CLOSED_FOR_NEWCOMERS);
  backend.set(api.line.tickets.mine, { secret: SECRET }, ticket());
  backend.set(api.line.tickets.line, { queueId: "walk-ins" }, line([1, 2, 3]));
  history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
  await draw(backend, <JoinScreen />);
  await loaded();
  find("h1", "You're in the queue!");
  expect(page()).not.toContain(NOT_TAKING);
});

test("a shop whose queues are all closed does not read as open", async () => {
  be(SHOP);
  history.replaceState(null, "", `/join?b=${businessId}`);
  await draw(backend, <JoinScreen />);
  await loaded();
  expect(page()).toMatch(/Open (now|until)/);
  await backend.change(api.desk.queues.publicList, { businessId }, []);
  find("h2", "No active queues available for this business.");
  expect(page()).not.toMatch(/Open (now|until)/);
});

describe("an icon on an iPhone's Home Screen, made from a ticket's page", () => {
  const OTHER = "t".repeat(32);
  const over = { status: "completed", endReason: "served" } as const;

  beforeEach(() => {
    be(SHOP);
    backend.set(
      api.line.tickets.line,
      { queueId: "walk-ins" },
      line([1, 2, 3]),
    );
    Object.assign(navigator, { standalone: true });
    history.replaceState(null, "", `/join?b=${businessId}#ticket=${SECRET}`);
    return () => Reflect.deleteProperty(navigator, "standalone");
  });
  const open = async () => {
    await draw(backend, <JoinScreen />);
    await loaded();
  };
  const mine = (secret: string, more = {}) =>
    backend.set(api.line.tickets.mine, { secret }, ticket(more));

  test("opens the ticket", async () => {
    mine(SECRET);
    await open();
    find("h1", "You're in the queue!");
  });

  test("opens the shop's page once the ticket is over", async () => {
    mine(SECRET, over);
    await open();
    find("button", /^Join Queue Now/);
    expect(location.hash).toBe("");
  });

  test("opens the next ticket that was taken there", async () => {
    mine(SECRET, over);
    mine(OTHER);
    rememberTicket({
      ...{ secret: OTHER, queueId: "walk-ins", takenAt: 0 },
      businessId: SHOP.businessId,
    });
    await open();
    find("h1", "You're in the queue!");
    expect(location.hash).toBe(`#ticket=${OTHER}`);
  });
});

const NOT_LOADED =
  "Could not load business information. Please try again later.";
const NOWHERE = "This code doesn't lead to a shop";
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
  find("button", "Retry");
  await act(async () => {
    be(SHOP);
    backend.set(api.desk.queues.publicList, { businessId }, [QUEUE]);
  });
  find("button", /^Join Queue Now/);
});

test.each(["/join?b=nobody", "/join?b=", "/join"])(
  "%s leads to no shop, and offers no retry",
  async (link) => {
    const nobody = { businessId: "nobody" };
    backend.set(api.profile.businesses.publicProfile, nobody, null);
    backend.set(api.desk.queues.publicList, nobody, []);
    history.replaceState(null, "", link);
    await draw(backend, <JoinScreen />);
    await vi.waitFor(() => find("h1", NOWHERE));
    expect(document.querySelector("button")).toBeNull();
  },
);

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
  await vi.waitFor(() => find("h1", NOWHERE));
});

describe("a short address", () => {
  const { behind } = api.profile.addresses;
  const typing = (typed: string) => {
    history.replaceState(null, "", `/j/${typed}`);
    backend.set(behind, { typed }, undefined);
    return (found: string | null | Error) =>
      backend.change(behind, { typed }, found);
  };

  test("becomes the shop's link, and the page is the link's own", async () => {
    be(SHOP);
    const found = typing("Fade/");
    await draw(backend, <JoinScreen />);
    expect(page()).toContain("Loading");
    const steps = history.length;
    await found(businessId);
    find("button", /^Join Queue Now/);
    expect(location.pathname + location.search).toBe(`/join?b=${businessId}`);
    expect(history.length).toBe(steps);
  });

  test("that no shop has asks to check the spelling, not for a new code", async () => {
    const found = typing("nobody");
    await draw(backend, <JoinScreen />);
    await found(null);
    await vi.waitFor(() => find("h1", "No shop has this address"));
    find("p", "Check the spelling.");
    expect(location.pathname).toBe("/j/nobody");
  });

  test("that cannot be loaded says so, until it can", async () => {
    be(SHOP);
    const found = typing("fade");
    await draw(backend, <JoinScreen />);
    await found(down);
    await vi.waitFor(() => find("h1", NOT_LOADED));
    await found(businessId);
    find("button", /^Join Queue Now/);
  });
});

test.each([
  ["after hours", NOW + 12 * 3_600_000, "Closed now"],
  ["on a day off", SUNDAY_NIGHT, "Closed today"],
])("a closed shop says once when it opens, %s", async (_, at, closed) => {
  vi.setSystemTime(at);
  be(SHOP);
  await draw(backend, <JoinScreen />);
  find("header p", `${closed}, opens tomorrow 09:00`);
  expect(page().match(/losed/g)).toHaveLength(1);
});

describe("with a ticket on this device", () => {
  beforeEach(() => {
    be(SHOP);
    backend.set(api.line.tickets.mine, { secret: SECRET }, ticket());
    backend.set(
      api.line.tickets.line,
      { queueId: "walk-ins" },
      line([1, 2, 3]),
    );
    backend.on(api.line.tickets.join, () => ({ ok: true, number: 4 }));
    const takenAt = NOW - 60_000;
    rememberTicket({
      ...{ secret: SECRET, queueId: "walk-ins", takenAt },
      businessId: SHOP.businessId,
    });
  });

  const joined = () => backend.sent.some(({ name }) => name.endsWith(":join"));

  test("'Add someone else' keeps it in sight and asks nothing", async () => {
    history.replaceState(null, "", `/join?b=${businessId}#someone`);
    await draw(backend, <JoinScreen />);
    find("h1", "Add someone else · walk-ins");
    await vi.waitFor(() => find("nav a", /^#3 Zoë place 3, still yours/));
    await press(/^Join Queue Now/);
    expect(joined()).toBe(true);
  });

  test("another way to a second ticket asks first", async () => {
    history.replaceState(null, "", `/join?b=${businessId}#new`);
    await draw(backend, <JoinScreen />);
    find("h1", "Join the queue · walk-ins");
    await press(/^Join Queue Now/);
    await vi.waitFor(() => find("h2", "Add someone else?"));
    expect(joined()).toBe(false);
  });
});
