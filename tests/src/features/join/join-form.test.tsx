/** Joining now: what is sent, what stays after a refusal, lost answers. Booking is in booking-form.test.tsx. */
import type { ComponentProps } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { isClientSecret } from "../../../../convex/base/rules/secrets.ts";
import { JoinForm } from "../../../../src/features/join/join-form.tsx";
import type { Opening } from "../../../../src/lib/time/opening.ts";
import { newSecret } from "../../../../src/lib/new-secret.ts";
import type { OpenQueue } from "../../../../src/features/join/types.ts";
import { click, draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { NOW, openQueue as open, SHOP } from "../../samples.ts";
import { act } from "../../act.ts";

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
  find("h2", "Current Queue Status");
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

test("a customer must choose one of several queues", async () => {
  await show([open("A"), open("B")]);
  await press(/^Join Queue Now/);
  find("[role=alert]", /Please select a queue to join\.$/);
  expect(backend.sent).toEqual([]);
  await click("label", /^B/);
  expect(document.body.textContent).not.toContain("Please select a queue");
});

test("six or more queues are a list with the count in each line", async () => {
  await show(["A", "B", "C", "D", "E", "F"].map((name) => open(name)));
  find("select option", "F (3 waiting)");
  find("select option", "Choose a queue");
});

test("the status asks for a choice before a queue is chosen", async () => {
  await show([open("A"), open("B")]);
  find("section", /Choose a queue to see how long it takes\./);
  await click("label", /^B/);
  find("section", /3\s*people waiting/);
});

const FULL = open("Full", { limitReached: true });

test("a full queue: cannot be chosen, offers to call the shop, and does not block others", async () => {
  await show([FULL, open("B")]);
  const radio = find("label", /^Full/).querySelector("input");
  expect(radio?.disabled).toBe(true);
  find("label", /full right now/);
  expect(find("a", "Call the shop").getAttribute("href")).toBe(
    "tel:+442079460123",
  );
  await click("label", /^B/);
  await press(/^Join Queue Now/);
  expect(sentArgs()).toMatchObject([{ queueId: "B" }]);
});

test("a full queue: as the only one has a neutral button, and the server decides", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  await show([FULL]);
  const button = find("button", /^Join Queue Now/);
  expect(button.className).not.toContain("bg-brand ");
  find("#join-reason", /full right now/);
  await press(/^Join Queue Now/);
  find("[role=alert]", /Maximum 10 active customers allowed\./);
});

test("hours without calls: a closed shop shows no minutes", async () => {
  await show([open("Walk-ins")], { opening: CLOSED });
  find("section", /You would be called after opening tomorrow at 09:00/);
  expect(document.body.textContent).not.toMatch(/\d min/);
});

test("hours without calls: nor does a paused queue", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const until = Date.parse("2026-11-23T14:30:00Z");
  await show([open("Walk-ins", { pause: { since: 0, until } })]);
  find("section", /The shop is on a break until 14:30/);
  expect(document.body.textContent).not.toMatch(/\d min/);
});

test("hours without calls: a shop that takes walk-ins only while open says so at the button", async () => {
  const shop = { ...SHOP, walkInsOnlyWhenOpen: true };
  await show([open("Walk-ins")], { shop, opening: CLOSED });
  find("#join-reason", "You can join while it is open.");
  expect(find("button", /^Join Queue Now/).className).not.toContain(
    "bg-brand ",
  );
});

const withTexts = { shop: { ...SHOP, smsPossible: true } };

test("a phone number: is asked for only if the plan sends texts, with its purpose", async () => {
  await show([open("Walk-ins")]);
  expect(document.querySelector("[name=phone]")).toBeNull();
  await show([open("Walk-ins")], withTexts);
  find("p", /^Only texts about this visit, .* STOP ends them\. Privacy$/);
});

test("a phone number: is sent trimmed; a refusal is shown at its field", async () => {
  backend.refuse(api.line.tickets.join, "phoneInvalid");
  await show([open("Walk-ins")], withTexts);
  await type("phone", " 999 ");
  await press(/^Join Queue Now/);
  expect(sentArgs()).toMatchObject([{ phone: "999" }]);
  find("p", /Error: Please enter the phone number with its country code/);
  const field = document.querySelector("[name=phone]");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
});

const IS_FULL =
  "This queue is currently full. Maximum 10 active customers allowed.";

test("a refusal: by the queue is shown at the queue and keeps the name", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  await show([open("Walk-ins")]);
  await typeName("Eleventh");
  await press(/^Join Queue Now/);
  find("fieldset [role=alert]", new RegExp(IS_FULL));
  expect(document.querySelector<HTMLInputElement>("[name=name]")?.value).toBe(
    "Eleventh",
  );
  expect(onJoined).not.toHaveBeenCalled();
});

test("a refusal: is final: the next try is a new join", async () => {
  backend.refuse(api.line.tickets.join, "queueFull", { limit: 10 });
  await show([open("Walk-ins")]);
  await press(/^Join Queue Now/);
  await press(/^Join Queue Now/);
  const [first, second] = sentArgs();
  expect(first?.["secret"]).not.toBe(second?.["secret"]);
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
  expect(backend.sent).toEqual([]);
  await press(/^Take another/);
  expect(backend.sent).toHaveLength(1);
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
