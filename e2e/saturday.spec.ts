/**
 * A whole Saturday: 120 customers on three queues, two people at two screens (a laptop and a phone) and a connection
 * that is cut in the middle. Nobody is called twice, nobody is lost, and the day's sums are what was done.
 */
import type { Browser, Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import type { Id } from "../convex/_generated/dataModel.js";
import { expect, test, type Business } from "./fixtures.ts";
import { PHONE } from "./playwright.config.ts";
import { openDesk } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import { addQueue, newSecret, setPlan, type Owner } from "./world.ts";

const EACH = 40;

type Done = { called: number[]; ended: number };

test("a Saturday of 120 customers, three queues, two screens and a cut connection @phones", async ({
  address,
  browser,
  business,
}) => {
  test.slow();
  const { owner, queueId } = business;
  await setPlan(address, owner, "pro");
  const others = [
    await addQueue(owner, "Beards"),
    await addQueue(owner, "Kids"),
  ];
  for (const queue of [queueId, ...others]) await fill(owner, queue);
  await owner.client.mutation(api.queues.setChairs, {
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
  // The rest of the first queue, as fast as it goes.
  const rest = await workThrough(owner, queueId, 3);

  for (const { called } of [...elsewhere, rest]) {
    expect(new Set(called).size).toBe(called.length);
  }
  for (const queue of [queueId, ...others]) {
    const board = await owner.client.query(api.desk.board, { queueId: queue });
    expect(board).toMatchObject({ waitingCount: 0, called: [] });
  }
  for (const screen of [laptop, phone]) {
    await expect(
      screen.getByRole("button", { name: /Nobody is waiting/ }),
    ).toBeVisible();
    await screen.context().close();
  }
});

/** Twelve calls at two screens, pressed at the same moment; then one of them loses its connection. */
async function saturdayAtTheCounter(laptop: Page, phone: Page): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await Promise.all([callNextOn(laptop), callNextOn(phone)]);
    // Both screens agree on who stands there: the newest two, whoever pressed first.
    for (const number of [2 * round + 1, 2 * round + 2]) {
      for (const screen of [laptop, phone]) {
        await expect(
          screen.getByRole("button", { name: `Serve #${number}` }),
        ).toBeVisible();
      }
    }
  }
}

async function callNextOn(screen: Page): Promise<void> {
  await screen.getByRole("button", { name: /^Call Next\s*#/ }).click();
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
  await signInBrowser(context, address, owner);
  const page = await context.newPage();
  await openDesk(page);
  await page
    .getByRole("combobox", { name: "Select Queue" })
    .selectOption(queueId);
  return page;
}

async function fill(owner: Owner, queueId: Id<"queues">): Promise<void> {
  for (let number = 1; number <= EACH; number++) {
    const added = await owner.client.mutation(api.desk.addWalkIn, {
      queueId,
      name: `Customer ${number}`,
      requestKey: newSecret(),
    });
    expect(added).toMatchObject({ ok: true, number });
  }
}

/** Calls until nobody waits: of ten called one does not come, one is skipped before, the others are served. */
async function workThrough(
  owner: Owner,
  queueId: Id<"queues">,
  seed: number,
): Promise<Done> {
  const called: number[] = [];
  let ended = 0;
  for (let turn = seed; ; turn++) {
    const call = await owner.client.mutation(api.desk.callNext, {
      queueId,
      requestKey: newSecret(),
    });
    if (!call.ok) return { called, ended };
    called.push(call.number);
    const act = turn % 10 === 0 ? api.desk.remove : api.desk.done;
    const { ticketId } = call;
    await owner.client.mutation(act, { ticketId, requestKey: newSecret() });
    ended++;
  }
}
