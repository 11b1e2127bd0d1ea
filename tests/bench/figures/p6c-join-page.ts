/** P6c: from scanning the code to a usable form on a slow phone, beside a page that does as little as possible. */
import type { Page } from "@playwright/test";
import { latencySlack, ratioOf } from "../../../engine/bench/measure/figure.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import { serveFloorPage } from "../pages/floor-page.ts";
import { newPhone, openQueue, withShop } from "../pages/shop.ts";
import { FORM, lookForAfterLoad, seenAfterLoad } from "../pages/sight.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const LOADS = 10;
const LIMIT = { atMost: 1.5, stretch: 1.15 };
/** Lighthouse's slow 4G in terms of the browser's own throttling: ms a request, bytes a second. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const PROCESSOR = { rate: 4 };
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", PROCESSOR);
}

async function firstVisit(page: Page, url: string): Promise<number> {
  await slowDown(page);
  await lookForAfterLoad(page, FORM);
  await page.goto(url);
  const time = await seenAfterLoad(page);
  await page.context().close();
  return time;
}

async function run({ effort, report }: BenchContext): Promise<void> {
  const floor = await serveFloorPage();
  try {
    await withShop(async (shop) => {
      const { joinUrl } = await openQueue(shop);
      const visit = async (url: string) =>
        firstVisit(await newPhone(shop), url);
      const sides = await interleave(Math.ceil(LOADS * effort), {
        page: () => visit(joinUrl),
        floor: () => visit(floor.url),
      });
      report({
        id: "P6c /join can be used, processor x4, slow 4G",
        unit: "ms",
        engine: { name: "page", values: sides.page },
        others: [{ name: "floor", values: sides.floor }],
        lines: [
          {
            label: "page/floor",
            ratio: ratioOf(sides.page, sides.floor),
            ...LIMIT,
            slack: latencySlack(sides.floor),
          },
        ],
      });
    });
  } finally {
    floor.close();
  }
}

export const joinPage: FigureGroup = { ids: ["P6c"], minutes: 2, run };
