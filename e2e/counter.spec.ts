/** The counter: Call Next never moves, a day with it alone asks nothing, and the keyboard alone will do. */
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { dayKey } from "../convex/base/rules/timezones.ts";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import {
  isNarrow,
  lastAction,
  openDesk,
  pickFor,
  pickMore,
  showPart,
  undoOn,
} from "./screens.ts";
import {
  addQueue,
  addWalkIn,
  book,
  callNext,
  changeSettings,
  hurryCalls,
  join,
  newSecret,
  sayLate,
  setPlan,
  sumsUntilNow,
  type Owner,
} from "./world.ts";

const callNextButton = (page: Page) =>
  page.getByRole("button", { name: /^Call Next/ });
const atCounter = (page: Page) =>
  page.getByRole("list", { name: "At the counter" }).getByRole("listitem");

/** Where Call Next stands in each window, px. The design lists all but the two small phones. */
const PLACES = {
  "390x844": { x: 112, y: 672, width: 266, height: 96 },
  "375x667": { x: 112, y: 495, width: 251, height: 96 },
  "320x568": { x: 112, y: 396, width: 196, height: 96 },
  "768x1024": { x: 196, y: 912, width: 556, height: 96 },
  "820x1180": { x: 196, y: 1068, width: 608, height: 96 },
  "1024x650": { x: 93, y: 485, width: 382, height: 88 },
  "1280x800": { x: 289, y: 603, width: 382, height: 112 },
  "1920x1080": { x: 289, y: 883, width: 446, height: 112 },
};
type Size = keyof typeof PLACES;
const SIZES = Object.keys(PLACES) as Size[];
const isPhone = (size: Size) => Number(size.split("x")[0]) <= 640;
const PHONES = SIZES.filter(isPhone);
const OTHERS = SIZES.filter((size) => !isPhone(size));

async function resize(page: Page, size: Size): Promise<void> {
  const [width = 0, height = 0] = size.split("x").map(Number);
  await page.setViewportSize({ width, height });
}

async function expectInPlace(page: Page, state: string, sizes = SIZES) {
  for (const size of sizes) {
    await resize(page, size);
    // The page is laid out shortly after it gets its new size.
    await expect
      .poll(() => page.evaluate(placeOfCallNext), {
        message: `${state} at ${size}`,
      })
      .toEqual(PLACES[size]);
  }
}

/** Runs in the page. */
function placeOfCallNext() {
  const button = document.querySelector("[data-slot=call-next]");
  if (button === null) return undefined;
  const { x, y, width, height } = button.getBoundingClientRect();
  const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map(
    Math.round,
  );
  return { x: left, y: top, width: wide, height: high };
}

test("Call Next has one place per window size, whatever is called, kept, noticed or searched @once", async ({
  address,
  owner,
  ownerPage: page,
}) => {
  await openDesk(page);
  await seen(page.getByRole("heading", { name: "No queues available" }));
  await expectAccessible(page);
  await expectInPlace(page, "no queue");

  const queueId = await addQueue(owner, "Haircut");
  await seen(page.getByRole("button", { name: /Nobody is waiting/ }));
  await expectInPlace(page, "empty");

  for (let number = 1; number <= 6; number += 1)
    await addWalkIn(owner, queueId, `Maximiliana Featherstonehaugh ${number}`);
  await callNext(owner, queueId);
  await seen(page.getByRole("button", { name: "Here: #1" }));
  await expectInPlace(page, "one called");

  for (const number of [2, 3]) {
    await callNext(owner, queueId);
    await seen(page.getByRole("button", { name: `Here: #${number}` }));
  }
  await expect(page.getByText("Not here yet")).toHaveCount(2);
  await expectInPlace(page, "three called, two of them asked about");

  await serveAll(owner, queueId);
  // Those before the newest have come and gone (product.md T7).
  await expect(atCounter(page)).toHaveCount(1);
  await expect(atCounter(page)).toHaveText(/#3.*Serving/);
  await expectInPlace(page, "one served");

  await page.getByRole("button", { name: /^Skip #4/ }).click();
  await seen(page.getByRole("button", { name: "Move one back" }));
  await expectInPlace(page, "after Skip");

  for (let joiner = 1; joiner <= 6; joiner += 1)
    await join(address, queueId, { name: `Nobody ${joiner}` });
  await seen(page.getByRole("button", { name: "Skip all 6" }));
  await resize(page, "390x844");
  await expectAccessible(page);
  await expectInPlace(page, "a notice");

  for (const sizes of [PHONES, OTHERS]) {
    await resize(page, sizes[0] ?? "390x844");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByLabel("Number, name or phone").fill("nobody");
    await expectInPlace(page, "search", sizes);
  }

  await sayLate(owner, 15);
  await seen(page.getByRole("button", { name: /15 min late/ }));
  await expectInPlace(page, "late");
  const until = Date.now() + 30 * 60_000;
  const pause = { queueId, until, requestKey: newSecret() };
  await owner.client.mutation(api.desk.queues.setPause, pause);
  await seen(page.getByRole("button", { name: /^Resume/ }));
  await expectInPlace(page, "paused");

  await addQueue(owner, "Beard");
  await page.getByLabel("Select Queue").selectOption({ label: "All Queues" });
  await expectInPlace(page, "all queues");

  await page.getByLabel("Select Queue").selectOption(queueId);
  await expect(callNextButton(page)).toContainText("5 Maximiliana");
  await setConnected(page, false);
  await page.getByRole("button", { name: /^Done:/ }).click();
  await callNextButton(page).click();
  await expect(lastAction(page)).toHaveText(
    "2 actions are saved on this device",
  );
  await seen(page.getByRole("button", { name: /^Offline · as of/ }));
  await expectInPlace(page, "offline with saved actions");
});

async function serveAll(owner: Owner, queueId: Parameters<typeof callNext>[1]) {
  const { called } = await owner.client.query(api.desk.actions.board, {
    queueId,
  });
  for (const { ticketId } of called) {
    const args = { ticketId, requestKey: newSecret() };
    await owner.client.mutation(api.desk.actions.serve, args);
  }
}

/** Longer than the time after which the next call means that a person came (product.md T8). */
const A_HAIRCUT = 4;

test("a day with Call Next, Skip and Reset alone asks nothing and moves nobody @once", async ({
  address,
  business: { owner, queueId },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  const joiners = 12;
  for (let number = 1; number <= joiners; number += 1)
    await addWalkIn(owner, queueId, `Customer ${number}`);
  await page.clock.install();
  await openDesk(page);
  let before = "";
  for (let number = 1; number <= joiners; number += 1) {
    // A second tap within 400 ms counts as a double tap.
    await page.clock.fastForward(500);
    if (number % 4 === 0) {
      await page.getByRole("button", { name: `Skip #${number} ` }).click();
      await expect(lastAction(page)).toHaveText(
        `Skipped customer #${number} · Customer ${number}`,
      );
      continue;
    }
    await page
      .getByRole("button", { name: `Call Next #${number} Customer ${number}` })
      .click();
    await expect(lastAction(page)).toHaveText(
      `Called customer #${number} · Customer ${number}${before}`,
    );
    before = ` · #${number} done`;
    await expect(atCounter(page)).toHaveText([
      new RegExp(`#${number}.*Called`),
    ]);
    await expect(page.getByText("Not here yet")).toHaveCount(0);
    await hurryCalls(address, queueId, A_HAIRCUT);
  }
  await pickMore(page, "Reset Queue");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Reset Queue" })
    .click();
  await expect(lastAction(page)).toHaveText("Queue reset successfully.");
  await seen(page.getByRole("button", { name: /Nobody is waiting/ }));
  await expect(atCounter(page)).toHaveCount(0);

  // The last one was at the counter when the queue was reset.
  const sums = { joins: joiners, waits: 9, served: 8, noShows: 0, skipped: 3 };
  expect(await sumsUntilNow(owner)).toMatchObject(sums);
  const actions = await owner.client.query(api.desk.actions.history, {
    queueId,
  });
  const codes = actions.map(({ code }) => code);
  expect(["call", "join", "queueReset", "skip"]).toEqual(
    expect.arrayContaining(codes),
  );
});

/** A zone where most of the day is still to come. */
const EARLY =
  new Date().getUTCHours() < 12 ? "Europe/London" : "America/Los_Angeles";

test("today's bookings stand in the list: here, called now, cancelled, each told once @once", async ({
  address,
  business: { owner, queueId },
  ownerPage: page,
}) => {
  await changeSettings(owner, { timezone: EARLY });
  const day = dayKey(Date.now(), EARLY);
  const slots = { queueId, day };
  const found = await owner.client.query(api.booking.slots.ofDay, slots);
  const later = (found?.slots ?? [])
    .map(({ startsAt }) => startsAt)
    .filter((at) => at > Date.now() + 2 * 60 * 60_000);
  for (const startsAt of later.slice(0, 3))
    await book(address, queueId, startsAt);
  await addWalkIn(owner, queueId, "Ana");
  await openDesk(page);
  const line = page
    .getByRole("list", { name: "Waiting and booked today, next first" })
    .getByRole("listitem");
  const ticket = (number: number) => new RegExp(`^#${number}\\D`);
  await expect(line).toHaveText([4, 1, 2, 3].map(ticket));
  await expect(line.filter({ hasText: "not here yet" })).toHaveCount(3);
  await expectAccessible(page);

  await pickFor(page, "#1", "Here");
  const moved = "moved to immediate queue.";
  await expect(lastAction(page)).toHaveText(`Customer #1 ${moved}`);
  await expect(line.filter({ hasText: "not here yet" })).toHaveCount(2);

  await page.getByRole("button", { name: "Call Now: #2 Guest" }).click();
  await expect(lastAction(page)).toHaveText(`Customer #2 ${moved}`);
  await expect(callNextButton(page)).toContainText("#2");
  await expect(atCounter(page)).toHaveCount(0);
  const dock = page.locator(".last-action");
  await dock.getByRole("button", { name: "Call #2 Guest" }).click();
  await expect(atCounter(page)).toHaveText([/#2.*Called/]);

  await pickFor(page, "#3", "Cancel booking");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel booking" }).click();
  const cancelled = "Booking of #3 cancelled";
  await expect(lastAction(page)).toHaveText(cancelled);
  await expect(question).toBeHidden();
  // At once: a toast would leave by itself.
  expect(await page.getByText(cancelled).count(), "no toast").toBe(1);
  await pickMore(page, "Today");
  const entries = page.getByRole("dialog").getByRole("listitem");
  await expect(entries.first()).toContainText(cancelled);
});

test("the keyboard alone will do, and the focus stays with the work @core", async ({
  address,
  business,
  ownerPage: page,
}) => {
  for (const name of ["Ana", "Ben", "Cy", "Dora", "Eve"])
    await join(address, business.queueId, { name });
  await openDesk(page);
  const next = callNextButton(page);
  const button = (name: string) => page.getByRole("button", { name });
  await expect(next).toContainText("#1");

  await test.step("the first stop leads to Call Next, and the focus stays there", async () => {
    // Tab begins at the top of a fresh page.
    await page.reload();
    await expect(next).toContainText("#1");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "To Call Next" });
    await expect(skip).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(next).toBeFocused();
    await page.keyboard.press("Enter");
    await seen(button("Here: #1 Ana"));
    await expect(next).toContainText("#2");
    await expect(next).toBeFocused();
  });

  await test.step("one letter each: here, done, call, skip, undo", async () => {
    await page.keyboard.press("h");
    await page.keyboard.press("d");
    await expect(lastAction(page)).toHaveText("#1 Ana is done");
    await expect(atCounter(page)).toHaveCount(0);
    await page.keyboard.press("n");
    await expect(lastAction(page)).toHaveText("Called customer #2 · Ben");
    await page.keyboard.press("s");
    await expect(lastAction(page)).toHaveText("Skipped customer #3 · Cy");
    // Shown at once, but undo needs the server's answer.
    await seen(undoOn(page));
    await page.keyboard.press("u");
    await expect(next).toContainText("#3");
    await expect(lastAction(page)).toHaveText("Undone: skip of #3");
    await expect(next).toBeFocused();
  });

  await test.step("search, and the focus comes back", async () => {
    await page.keyboard.press("/");
    const field = page.getByLabel("Number, name or phone");
    await expect(field).toBeFocused();
    await page.keyboard.type("dns");
    await seen(page.getByText("Nobody matches 'dns'."));
    await page.keyboard.press("Escape");
    await expect(button("Find")).toBeFocused();
  });

  await test.step("a menu", async () => {
    const more = button("More for #4 Dora");
    await more.press("Enter");
    const entry = (name: string) =>
      page
        .getByRole("menuitem", { name })
        .or(page.getByRole("dialog").getByRole("button", { name }));
    if (!isNarrow(page)) {
      await expect(entry("Move to front")).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(entry("Move one back")).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
    await page.keyboard.press("Enter");
    await entry("Move to front").press("Enter");
    await expect(next).toContainText("#4 Dora");
    await expect(more).toBeFocused();
  });

  await test.step("the list of the keys switches them off", async () => {
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard" });
    const use = list.getByLabel("Use these keys on this device");
    await use.press("Space");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.keyboard.press("n");
    await page.keyboard.press("?");
    await use.press("Space");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(next).toContainText("#4 Dora");
  });

  if (!isNarrow(page)) {
    await test.step("with the counter out of sight, the first key brings it back", async () => {
      await showPart(page, "Overview");
      await expect(next).not.toBeInViewport();
      await page.keyboard.press("n");
      await expect(next).toBeInViewport({ ratio: 1 });
      await expect(next).toContainText("#4 Dora");
    });
  }

  await page.keyboard.press("n");
  await seen(button("Here: #4 Dora"));
});
