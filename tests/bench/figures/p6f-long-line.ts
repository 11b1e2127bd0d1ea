/** P6f: the dashboard with a thousand in line against ten, on a processor four times slower: load, presses, changes. */
import type { Locator, Page } from "@playwright/test";
import { api } from "../../../convex/_generated/api.js";
import { callNext, newSecret } from "../../../e2e/world.ts";
import { ratioOf } from "../../../engine/bench/measure/figure.ts";
import { median } from "../../../engine/bench/measure/statistics.ts";
import {
  openDashboard,
  openQueue,
  withShop,
  type Shop,
} from "../pages/shop.ts";
import { lookForAfterLoad, seenAfterLoad } from "../pages/sight.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const MANY = 1_000;
const FEW = 10;
const AT_ONCE = 20;
const SLOWER = 4;
const LOADS = 5;
const PRESSES = 12;
const CHANGES = 20;
/** Between two presses or changes. The desk treats two within 0.4 s as one. */
const PACE_MS = 600;
const INP_AT_MOST_MS = 200;
const SCRIPT = { atMost: 16, stretch: 8 };
const CALL_NEXT = /^Call Next\s*#/;
const ROW_MENU = '[data-person] [aria-haspopup="menu"]';

declare global {
  interface Window {
    benchInteractions: Map<number, number>;
  }
}

type Desk = {
  readonly loads: number[];
  /** The longest event of each interaction. */
  readonly interactions: number[];
  /** Milliseconds of script for one change, less the page's own ticking. */
  readonly change: number;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function openLine(shop: Shop, people: number) {
  const { owner, queueId } = await openQueue(shop);
  for (let added = 0; added < people; added += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, people - added) });
    await Promise.all(
      some.map(async (_one, i) => {
        const args = { queueId, name: `Person ${added + i}` };
        const answer = await owner.client.mutation(api.desk.actions.addWalkIn, {
          ...args,
          requestKey: newSecret(),
        });
        if (!answer.ok) throw new Error(answer.code);
      }),
    );
  }
  return { owner, queueId };
}

/** With the mouse alone: a locator's click runs scripts of its own in the page, four times slower as well. */
async function clickOn(part: Locator): Promise<void> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("Nothing to click on");
  const { x, y, width, height } = box;
  await part.page().mouse.click(x + width / 2, y + height / 2);
}

/** The presses and keys that the browser recorded since `noteInteractions`. */
const interactionsOf = (page: Page) =>
  page.evaluate(() => [...window.benchInteractions.values()]);

const noteInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const longest = (window.benchInteractions = new Map<number, number>());
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) {
        const { interactionId: id, duration } = entry as PerformanceEventTiming;
        if (id) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
      }
    };
    const form = { type: "event", durationThreshold: 16, buffered: false };
    new PerformanceObserver(note).observe(form);
  });

async function measure(shop: Shop, people: number, effort: number) {
  const { owner, queueId } = await openLine(shop, people);
  const page = await openDashboard(shop, owner);
  const button = page.getByRole("button", { name: CALL_NEXT });
  await button.waitFor();
  const browser = await page.context().newCDPSession(page);
  const slower = (rate: number) =>
    browser.send("Emulation.setCPUThrottlingRate", { rate });

  await slower(SLOWER);
  await lookForAfterLoad(page, ROW_MENU);
  const loads: number[] = [];
  while (loads.length < Math.max(2, LOADS * effort)) {
    await page.reload();
    loads.push(await seenAfterLoad(page));
    await page.waitForLoadState("networkidle");
  }

  await noteInteractions(page);
  const menu = page.locator(ROW_MENU).last();
  for (let press = 0; press < PRESSES * effort; press++) {
    // With ten in line, the line is empty after ten calls. Then the menu is opened.
    if (press % 2 === 0 && press < FEW) await clickOn(button);
    else {
      await menu.scrollIntoViewIfNeeded();
      await clickOn(menu);
      await pause(PACE_MS);
      await page.keyboard.press("Escape");
    }
    await pause(PACE_MS);
  }
  const interactions = await interactionsOf(page);

  await slower(1);
  await browser.send("Performance.enable");
  const script = async () => {
    const { metrics } = await browser.send("Performance.getMetrics");
    const found = metrics.find(({ name }) => name === "ScriptDuration");
    return (found?.value ?? NaN) * 1_000;
  };
  const changes = Math.min(FEW / 2 - 1, CHANGES * effort);
  const during = async (change: () => Promise<unknown>) => {
    const before = await script();
    for (let i = 0; i < changes; i++) {
      await change();
      await pause(PACE_MS);
    }
    return (await script()) - before;
  };
  const idle = await during(() => Promise.resolve());
  const busy = await during(() => callNext(owner, queueId));
  await page.context().close();
  return { loads, interactions, change: (busy - idle) / changes };
}

async function run({ rounds, effort, report }: BenchContext): Promise<void> {
  await withShop(async (shop) => {
    const many: Desk[] = [];
    const few: Desk[] = [];
    for (let round = 0; round < rounds; round++) {
      many.push(await measure(shop, MANY, effort));
      few.push(await measure(shop, FEW, effort));
    }
    const both = (values: (desk: Desk) => number) => ({
      engine: { name: `${MANY} waiting`, values: many.map(values) },
      others: [{ name: `${FEW} waiting`, values: few.map(values) }],
    });
    const growth = (values: (desk: Desk) => number) => ({
      ...{ label: "many/few", slack: 0 },
      ratio: ratioOf(many.map(values), few.map(values)),
    });
    const worst = ({ interactions }: Desk) => Math.max(0, ...interactions);
    const load = ({ loads }: Desk) => median(loads);
    const change = ({ change: ms }: Desk) => ms;
    report({
      id: `P6f dashboard is there, processor /${SLOWER}`,
      unit: "ms",
      ...both(load),
      lines: [growth(load)],
    });
    report({
      id: `P6f longest interaction, processor /${SLOWER}`,
      unit: "ms",
      ...both(worst),
      lines: [
        {
          ...{ label: "median in ms", ratio: median(many.map(worst)) },
          ...{ atMost: INP_AT_MOST_MS, slack: 0 },
        },
      ],
    });
    report({
      id: "P6f script of one change",
      unit: "ms",
      ...both(change),
      lines: [
        {
          ...{ label: "median in ms", ratio: median(many.map(change)) },
          ...{ ...SCRIPT, slack: 0 },
        },
        growth(change),
      ],
    });
  });
}

export const longLine: FigureGroup = { ids: ["P6f"], minutes: 2, run };
