/** A Saturday: 120 customers, two screens, a lost connection. Nobody is called twice or lost; the sums match. */
import type { Browser, Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import type { Id } from "../convex/_generated/dataModel.js";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { type Business, expect, prepare, seen, test } from "./fixtures.ts";
import { PHONE } from "./playwright.config.ts";
import { lastAction, openDesk } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import {
  addQueue,
  addWalkIn,
  changeSettings,
  newSecret,
  setPlan,
  sumsUntilNow,
  type Owner,
} from "./world.ts";

const EACH = 40;

test("on a Saturday with 120 customers, two screens and a lost connection, all are called and counted @phones", async ({
  address,
  browser,
  business,
}) => {
  const { owner, queueId } = business;
  await setPlan(address, owner, "pro");
  // Here the calls come faster than customers can.
  await changeSettings(owner, { whenUnmarked: "came" });
  const others = [
    await addQueue(owner, "Beards"),
    await addQueue(owner, "Kids"),
  ];
  for (const queue of [queueId, ...others]) await fill(owner, queue);
  await owner.client.mutation(api.desk.queues.setChairs, {
    queueId,
    chairs: 2,
    requestKey: newSecret(),
  });
  const laptop = await openScreen(browser, address, business, {
    viewport: { width: 1280, height: 800 },
  });
  const phone = await openScreen(browser, address, business, PHONE);
  const [, ...elsewhere] = await Promise.all([
    saturdayAtTheCounter(laptop, phone),
    ...others.map((queue, at) => workThrough(owner, queue, at + 1)),
  ]);
  // The rest of the first queue, as fast as possible.
  const rest = await workThrough(owner, queueId, 3);
  for (const called of [...elsewhere, rest]) {
    expect(called).toEqual([...new Set(called)].sort((a, b) => a - b));
  }
  expect(elsewhere.map(({ length }) => length)).toEqual([EACH, EACH]);
  expect(rest).toHaveLength(EACH - 13);
  for (const queue of [queueId, ...others]) {
    const board = await owner.client.query(api.desk.actions.board, {
      queueId: queue,
    });
    expect(board).toMatchObject({ waitingCount: 0, called: [] });
  }
  await everybodyIsCounted(owner);
  for (const screen of [laptop, phone]) {
    await seen(screen.getByRole("button", { name: /Nobody is waiting/ }));
    await screen.context().close();
  }
});

/** Twelve calls at two screens, pressed at the same moment. Then one screen loses its connection and continues. */
async function saturdayAtTheCounter(laptop: Page, phone: Page): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await Promise.all([callNextOn(laptop), callNextOn(phone)]);
    // Both screens agree on the newest two called people, in any order of the presses.
    for (const screen of [laptop, phone]) {
      await seen(here(screen, 2 * round + 1));
      await seen(here(screen, 2 * round + 2));
    }
  }
  await setConnected(laptop, false);
  await here(laptop, 12).click();
  await callNextOn(laptop);
  await expect(lastAction(laptop)).toHaveText(
    "2 actions are saved on this device",
  );
  await expectAccessible(laptop);
  // Meanwhile the other screen calls the person whom the laptop shows as called.
  await callNextOn(phone);
  await seen(here(phone, 13));
  await seen(here(phone, 12));
  await setConnected(laptop, true);
  await expect(lastAction(laptop)).toHaveText("1 saved action did nothing");
  await laptop.getByRole("button", { name: "See it" }).click();
  const opened = laptop.getByRole("dialog");
  await expect(opened).toContainText("W13 · Call no longer applied.");
  await laptop.keyboard.press("Escape");
  await seen(done(phone, 12));
  await done(laptop, 12).click();
  await here(phone, 13).click();
  await done(laptop, 13).click();
  await expect(done(phone, 13)).toBeHidden();
}

const done = (screen: Page, number: number) =>
  screen.getByRole("button", { name: `Done: ${nameOf(number)}`, exact: true });
const here = (screen: Page, number: number) =>
  screen.getByRole("button", { name: `Here: ${nameOf(number)}`, exact: true });
const nameOf = (number: number) => `W${number} Customer ${number}`;
async function callNextOn(screen: Page): Promise<void> {
  // A second tap within 400 ms counts as a double tap.
  await screen.clock.fastForward(500);
  await screen.getByRole("button", { name: /^Call Next\s*W/ }).click();
}

async function openScreen(
  browser: Browser,
  address: string,
  { owner, queueId }: Business,
  size: object,
): Promise<Page> {
  const context = await browser.newContext({
    ...size,
    baseURL: address,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
  await prepare(context);
  await signInBrowser(context, address, owner);
  const page = await context.newPage();
  await page.clock.install();
  await openDesk(page);
  await page
    .getByRole("combobox", { name: "Select Queue" })
    .selectOption(queueId);
  return page;
}

async function fill(owner: Owner, queueId: Id<"queues">): Promise<void> {
  for (let number = 1; number <= EACH; number++) {
    const added = await addWalkIn(owner, queueId, `Customer ${number}`);
    expect(added).toBe(number);
  }
}

/** Calls until the queue is empty: removes one of ten, serves the others. @returns the numbers in that order */
async function workThrough(owner: Owner, queueId: Id<"queues">, seed: number) {
  const called: number[] = [];
  for (let turn = seed; ; turn++) {
    const call = await owner.client.mutation(api.desk.actions.callNext, {
      queueId,
      requestKey: newSecret(),
    });
    if (!call.ok) return called;
    called.push(call.number);
    const act =
      turn % 10 === 0 ? api.desk.actions.remove : api.desk.actions.done;
    const { ticketId } = call;
    await owner.client.mutation(act, { ticketId, requestKey: newSecret() });
  }
}

/** Each of them joined, was called once, and ended. */
async function everybodyIsCounted(owner: Owner): Promise<void> {
  const counted = await sumsUntilNow(owner);
  const all = { joins: 3 * EACH, waits: 3 * EACH };
  expect(counted).toMatchObject({ ...all, left: 0, noShows: 0, skipped: 0 });
  expect(counted.served + counted.removed).toBe(3 * EACH);
}
