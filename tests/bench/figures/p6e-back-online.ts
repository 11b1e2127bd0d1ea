/** P6e: phones that were offline for a minute, until each shows its true position again. */
import type { Page } from "@playwright/test";
import { callNext, join } from "../../../e2e/world.ts";
import { percentile } from "../../../engine/bench/measure/statistics.ts";
import { newPhone, openQueue, withShop } from "../pages/shop.ts";
import { lookFor, seen } from "../pages/sight.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const PHONES = 10;
const AWAY_MS = 60_000;
const P95_AT_MOST_MS = 2_000;
const withAhead = (count: number) =>
  `[aria-label^="${count} "][aria-label*=" ahead of you"]`;
async function cut(page: Page): Promise<void> {
  await page.context().setOffline(true);
  // The system's event for the page. The emulation only drops the connection.
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await page.getByText("Offline ·").first().waitFor();
}

/** Milliseconds from the connection's return to the selector. */
async function backUntil(page: Page, selector: string): Promise<number> {
  await lookFor(page, selector);
  const from = performance.timeOrigin + performance.now();
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  return (await seen(page)) - from;
}

async function run({ effort, report }: BenchContext): Promise<void> {
  const awayMs = AWAY_MS * effort;
  const values: number[] = [];
  await withShop(async (shop) => {
    const { owner, queueId, joinUrl } = await openQueue(shop);
    const { address } = shop;
    await join(address, queueId);
    const phones: Page[] = [];
    for (let ahead = 1; ahead <= PHONES; ahead++) {
      const { secret } = await join(address, queueId);
      const page = await newPhone(shop);
      await page.goto(`${joinUrl}#ticket=${secret}`);
      await page.locator(withAhead(ahead)).waitFor();
      phones.push(page);
    }
    await Promise.all(phones.map(cut));
    await callNext(owner, queueId);
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    for (const [index, page] of phones.entries()) {
      // Without this check, a phone that was never offline would be the quickest.
      if (await page.locator(withAhead(index)).isVisible())
        throw new Error("A phone without a connection knew of the call.");
      values.push(await backUntil(page, withAhead(index)));
    }
  });
  const p95 = percentile(values, 95);
  report({
    id: `P6e back after ${awayMs / 1000} s without a connection`,
    unit: "ms",
    engine: { name: "page", values },
    others: [],
    lines: [
      { label: "p95 in ms", ratio: p95, atMost: P95_AT_MOST_MS, slack: 0 },
    ],
  });
}

export const backOnline: FigureGroup = { ids: ["P6e"], minutes: 3, run };
