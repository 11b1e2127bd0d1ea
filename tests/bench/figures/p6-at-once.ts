/** P6g: from a tap on Join until the ticket shows, and the reload of a ticket, on a machine that is not slowed down. */
import type { Page } from "@playwright/test";
import { newPhone, openQueue, withShop } from "../pages/shop.ts";
import {
  clicked,
  FORM,
  lookFor,
  lookForAfterLoad,
  noteClick,
  seen,
  seenAfterLoad,
  TICKET,
} from "../pages/sight.ts";
import { median } from "../../../engine/bench/measure/statistics.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const PHONES = 20;
const AT_MOST_MS = 350;

async function joinFrom(page: Page, joinUrl: string): Promise<number> {
  await page.goto(joinUrl);
  const button = page.locator(FORM);
  await button.waitFor();
  await page.waitForLoadState("networkidle");
  await lookFor(page, TICKET);
  await noteClick(page);
  await button.click();
  return (await seen(page)) - (await clicked(page));
}

async function loadAgain(page: Page): Promise<number> {
  await lookForAfterLoad(page, TICKET);
  await page.reload();
  return seenAfterLoad(page);
}

async function run({ effort, report }: BenchContext): Promise<void> {
  const joined: number[] = [];
  const reloaded: number[] = [];
  await withShop(async (shop) => {
    const { joinUrl } = await openQueue(shop);
    for (let phone = 0; phone < PHONES * effort; phone++) {
      const page = await newPhone(shop);
      joined.push(await joinFrom(page, joinUrl));
      reloaded.push(await loadAgain(page));
      await page.context().close();
    }
  });
  for (const [id, values] of [
    ["P6g tap on Join to ticket", joined],
    ["P6g reload to ticket", reloaded],
  ] as const)
    report({
      id,
      unit: "ms",
      engine: { name: "page", values },
      others: [],
      lines: [
        {
          label: "median in ms",
          ratio: median(values),
          atMost: AT_MOST_MS,
          slack: 0,
        },
      ],
    });
}

export const atOnce: FigureGroup = { ids: ["P6g"], minutes: 1, run };
