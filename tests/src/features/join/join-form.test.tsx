/** Joining now: what is sent, what stays after a refusal, lost answers. Booking is in booking-form.test.tsx. */
import type { ComponentProps } from "react";
import { getFunctionName as nameOf } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { isClientSecret } from "../../../../convex/base/rules/secrets.ts";
import { JoinForm } from "../../../../src/features/join/join-form.tsx";
import { JoinNow } from "../../../../src/features/join/join-screen.tsx";
import type { Opening } from "../../../../src/lib/time/opening.ts";
import { newSecret } from "../../../../src/lib/new-secret.ts";
import { loadQuietly } from "../../../../src/lib/server/newer-version.ts";
import { openClock } from "../../../../src/strings/language/page-clock.ts";
import type { OpenQueue } from "../../../../src/features/join/types.ts";
import {
  click,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { NOW, openQueue as open, SHOP } from "../../samples.ts";
import { act } from "../../act.ts";
import { fill, valueOf } from "../../user.ts";

vi.mock("../../../../src/lib/server/newer-version.ts", { spy: true });
const backend = freshBackend();
const onTap = vi.fn();
const onJoined = vi.fn();
beforeEach(() => {
  onTap.mockReset();
  onJoined.mockReset();
});
const OPEN: Opening = { open: true, until: "17:00" };
const CLOSED: Opening = {
  open: false,
  isDayOff: false,
  opens: { inDays: 1, day: "2026-11-24", time: "09:00" },
};

async function show(
  queues: readonly OpenQueue[],
  more: Partial<ComponentProps<typeof JoinForm>> = {},
) {
  await draw(
    backend,
    <JoinForm
      shop={SHOP}
      queues={queues}
      opening={OPEN}
      loadSlotPicker={() => Promise.reject(new Error("not asked for"))}
      onTap={onTap}
      onJoined={onJoined}
      hasRecent={() => false}
      {...more}
    />,
  );
}

const typeName = async (name: string) => await type("name", name);
async function type(field: string, text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(`[name=${field}]`);
  await act(async () => {
    if (input) input.value = text;
  });
}
const sentArgs = () => backend.sent.map(({ args }) => args);

test("secrets have the form that the server accepts and do not repeat", () => {
  const secrets = Array.from({ length: 200 }, newSecret);
  expect(secrets.every(isClientSecret)).toBe(true);
  expect(new Set(secrets).size).toBe(200);
});

test("a single queue is already chosen; name and secret are sent within the tap", async () => {
  backend.on(api.line.tickets.join, () => ({ ok: true, number: 1 }));
  await show([open("Walk-ins")]);
  find("h1", "Join the queue · Walk-ins");
  expect(document.querySelector("[name=queue]")).toBeNull();
  find("p", "Current Queue Status · 3\u00a0waiting");
  await typeName("Zoë");
  await press(/^Join Queue Now/);
  expect(sentArgs()).toEqual([
    { queueId: "Walk-ins", name: "Zoë", secret: expect.any(String) as string },
  ]);
  expect(onTap).toHaveBeenCalledTimes(1);
  expect(onJoined).toHaveBeenCalledWith(sentArgs()[0]?.["secret"], "Walk-ins");
});

test.each([
  ["one queue chooses it", "/join?b=shop&q=B", "B"],
  ["a closed or unknown one leaves the choice", "/join?b=shop&q=C", undefined],
  ["the shop leaves the choice", "/join?b=shop", undefined],
])("the link of %s", async (_of, link, chosen) => {
  window.history.replaceState(null, "", link);
  await show([open("A"), open("B")]);
  window.history.replaceState(null, "", "/");
  const input = document.querySelector<HTMLInputElement>(
    "[name=queue]:checked",
  );
  expect(input?.value).toBe(chosen);
});

test("a picked queue that the shop closes is not replaced by another", async () => {
  const profile = { businessId: SHOP.businessId };
  const list = api.desk.queues.publicList;
  backend.set(list, profile, [open("A"), open("B")]);
  backend.on(api.line.tickets.join, () => ({ ok: true, number: 1 }));
  await draw(
    backend,
    <JoinNow
      shop={SHOP}
      subtitle=""
      missing={null}
      opening={OPEN}
      loadSlotPicker={() => Promise.reject(new Error("not asked for"))}
      onTap={onTap}
      onJoined={onJoined}
      hasRecent={() => false}
    />,
  );
  const joins = () =>
    backend.sent.filter(({ name }) => name === nameOf(api.line.tickets.join));
  await click("label", /^A/);
  await backend.change(list, profile, [open("B")]);
  find(
    "[role=alert]",
    /That queue is closed now\. Please select a queue to join\.$/,
  );
  await press(/^Join Queue Now/);
  expect(joins()).toEqual([]);
  find("[role=alert]", /Error: Please select a queue to join\.$/);
  await click("label", /^B/);
  await press(/^Join Queue Now/);
  expect(joins()).toMatchObject([{ args: { queueId: "B" } }]);
});

test("a poster's link of a closed queue does not choose the only open one", async () => {
  window.history.replaceState(null, "", "/join?b=shop&q=C");
  await show([open("A")]);
  window.history.replaceState(null, "", "/");
  find("[role=alert]", /That queue is closed now\./);
  await press(/^Join Queue Now/);
  expect(sentArgs()).toEqual([]);
});

test("six or more queues are a list with the count in each line", async () => {
  await show(["A", "B", "C", "D", "E", "F"].map((name) => open(name)));
  find("select option", "F (3 waiting)");
  find("select option", "Choose a queue");
});

test("the status asks for a choice before a queue is chosen", async () => {
  await show([open("A"), open("B", { waitingCount: 0 })]);
  find("p", "Current Queue Status · Choose a queue");
  await click("label", /^B/);
  find("p", "Current Queue Status · 0\u00a0waiting, no wait");
});

const FULL = open("Full", { limitReached: true });

test("a full queue: offers to call the shop, is refused by the server, and does not block others", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  await show([FULL, open("B")]);
  find("label", /full right now/);
  await click("label", /^Full/);
  await press(/^Join Queue Now/);
  find("[role=alert]", /Maximum 10 active customers allowed\./);
  expect(find("a", "Call the shop").getAttribute("href")).toBe(
    "tel:+442079460123",
  );
  await click("label", /^B/);
  expect(page()).not.toContain("Maximum 10");
  await press(/^Join Queue Now/);
  expect(sentArgs()).toMatchObject([{ queueId: "Full" }, { queueId: "B" }]);
});

test("a full queue: as the only one has a neutral button, and the server decides", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  await show([FULL]);
  await typeName("Zoë");
  const button = find("button", /^Join Queue Now/);
  expect(button.className).not.toContain("bg-brand ");
  find("#join-reason", /full right now/);
  find("p", "Current Queue Status · 3\u00a0waiting, full right now");
  find("a", "Call the shop");
  await press(/^Join Queue Now/);
  find("[role=alert]", /Maximum 10 active customers allowed\./);
  expect(valueOf("name")).toBe("Zoë");
});

test("hours without calls: a closed shop says nothing without an estimate", async () => {
  await show([open("Walk-ins")], { opening: CLOSED });
  find("p", "Current Queue Status · 3\u00a0waiting");
});

test("hours without calls: a closed shop is not said to be full as well", async () => {
  const full = open("Full", { limitReached: true });
  await show([full, open("B")], { opening: CLOSED });
  find("label", /^Full/);
  find("span", "join after opening");
  await closeDrawn();
  await show([full], { opening: CLOSED });
  find("#join-reason", "You can join when it's open.");
  expect(page()).not.toMatch(/full right now|minutes/);
});

test("hours without calls: a paused queue shows no minutes", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const until = Date.parse("2026-11-23T14:30:00Z");
  await show([open("Walk-ins", { pause: { since: 0, until } })]);
  find("p", /3\u00a0waiting, on a break until 14:30$/);
  expect(document.body.textContent).not.toMatch(/\d min/);
});

test("hours without calls: a shop that takes walk-ins only while open says so at the button", async () => {
  const shop = { ...SHOP, walkInsOnlyWhenOpen: true };
  await show([open("Walk-ins")], { shop, opening: CLOSED });
  find("#join-reason", "You can join when it's open.");
  expect(find("button", /^Join Queue Now/).className).not.toContain(
    "bg-brand ",
  );
});

const withTexts = { shop: { ...SHOP, smsPossible: true } };

const TEXT_ME = "Text me when it is my turn";

test("a phone number: is asked for only if the plan sends texts, folded, with its purpose", async () => {
  await show([open("Walk-ins")]);
  expect(page()).not.toContain(TEXT_ME);
  await show([open("Walk-ins")], withTexts);
  expect(document.querySelector("[name=phone]")).toBeNull();
  await press(TEXT_ME);
  expect(find("button", TEXT_ME).ariaExpanded).toBe("true");
  find(
    "p",
    /^Only texts about this visit, .* Reply STOP to end them\. Privacy$/,
  );
});

test("a phone number: is sent trimmed; a refusal is shown at its field", async () => {
  backend.refuse(api.line.tickets.join, "phoneInvalid");
  await show([open("Walk-ins")], withTexts);
  await press(TEXT_ME);
  await type("phone", " 999 ");
  await press(/^Join Queue Now/);
  expect(sentArgs()).toMatchObject([{ phone: "999" }]);
  find("p", /Error: Please enter the phone number with its country code/);
  const field = document.querySelector("[name=phone]");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  await fill("[name=name]", "Ada");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  await fill("[name=phone]", "+447700900456");
  expect(field?.getAttribute("aria-invalid")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("a phone number: the example is one of the shop's country", async () => {
  openClock({ clock: "h12", country: "US" });
  backend.refuse(api.line.tickets.join, "phoneInvalid");
  await show([open("Walk-ins")], withTexts);
  await press(TEXT_ME);
  const field = document.querySelector<HTMLInputElement>("[name=phone]");
  expect(field?.placeholder).toBe("+1 212 555 0123");
  await press(/^Join Queue Now/);
  find("p", /such as \+1 212 555 0123\.$/);
  openClock({ clock: "h24", country: null });
});

test("a refusal: whose words cannot be loaded asks to try again, and then is shown", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  vi.mocked(loadQuietly).mockRejectedValueOnce(new Error("Not loaded"));
  await show([open("Walk-ins")]);
  await press(/^Join Queue Now/);
  find("[role=alert]", "An error occurred: Please try again.");
  await press(/^Join Queue Now/);
  find("[role=alert]", /Maximum 10 active customers allowed\./);
});

test("a lost answer: is requested again with the same secret", async () => {
  let tries = 0;
  backend.on(api.line.tickets.join, () => {
    tries += 1;
    if (tries === 1) throw new Error("Connection lost");
    return { ok: true, number: 1 };
  });
  await show([open("Walk-ins")]);
  await press(/^Join Queue Now/);
  find("[role=alert]", "An error occurred: Please try again.");
  await press(/^Join Queue Now/);
  const [first, second] = sentArgs();
  expect(second?.["secret"]).toBe(first?.["secret"]);
  expect(onJoined).toHaveBeenCalledTimes(1);
});

test("a second ticket for the same queue: needs a confirmation", async () => {
  backend.on(api.line.tickets.join, () => ({ ok: true, number: 2 }));
  await show([open("Walk-ins")], { hasRecent: () => true });
  await press(/^Join Queue Now/);
  await vi.waitFor(() => find("h2", "Add someone else?"));
  expect(backend.sent).toEqual([]);
  await press(/^Add someone else/);
  expect(backend.sent).toHaveLength(1);
});

test("adding somebody else has its own title and words, with the own ticket above", async () => {
  await show([open("A"), open("B")], {
    ...withTexts,
    way: "add",
    tickets: <a href="#ticket">My ticket</a>,
  });
  find("h1", "Add someone else");
  find("form a", "My ticket");
  find("label", "Their name (optional)");
  find("button", "Text them when it is their turn");
  find("#join-reason", "They get their own ticket on this phone.");
  expect(page()).not.toMatch(/Your Name|Text me/);
});

test("the button is disabled without a connection and says why", async () => {
  vi.useFakeTimers();
  await show([open("Walk-ins")]);
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  const button = find("button", /^Join Queue Now/) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  find("#join-reason", /No connection right now/);
});

test("a reload keeps the typed name; joining, and the form for someone else, do not show it", async () => {
  await show([open("Walk-ins")]);
  await fill("[name='name']", "Zoë");
  await closeDrawn();
  await show([open("Walk-ins")], { way: "add" });
  expect(valueOf("name")).toBe("");
  await fill("[name='name']", "Mila");
  await closeDrawn();
  await show([open("Walk-ins")]);
  expect(valueOf("name")).toBe("Zoë");
  backend.on(api.line.tickets.join, () => ({ ok: true, number: 1 }));
  await press(/^Join Queue Now/);
  expect(onJoined).toHaveBeenCalledOnce();
  await closeDrawn();
  await show([open("Walk-ins")]);
  expect(valueOf("name")).toBe("");
});
