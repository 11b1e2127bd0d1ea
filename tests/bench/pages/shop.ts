/** The product as `npm start` runs it, and a browser. Both may use all processors. */
import { chromium, type Browser, type Page } from "@playwright/test";
import { findBrowser, LAUNCH_FLAGS } from "../../../e2e/browser.ts";
import { PHONE } from "../../../e2e/playwright.config.ts";
import { RunningProduct } from "../../../e2e/running-product.ts";
import { signInBrowser } from "../../../e2e/session.ts";
import {
  addQueue,
  newAccount,
  setPlan,
  signUp,
  type Owner,
} from "../../../e2e/world.ts";
import { CLIENT_CPU } from "../../../engine/bench/measure/children.ts";
import {
  pinToCpu,
  unpin,
} from "../../../engine/bench/measure/processor-time.ts";

export type Shop = {
  readonly address: string;
  readonly demoJoin: string;
  readonly browser: Browser;
  readonly program: string;
};

/** Starts both, measures, stops both. @throws Error when one does not start, or the error of `measure` */
export async function withShop(measure: (shop: Shop) => Promise<void>) {
  unpin(process.pid);
  const product = await RunningProduct.start("bench");
  try {
    process.env["E2E_ADMIN_KEY"] = product.adminKey;
    const program = await findBrowser();
    const browser = await chromium.launch({
      executablePath: program,
      args: LAUNCH_FLAGS,
    });
    try {
      const { address } = product;
      await measure({
        address,
        demoJoin: demoJoinOf(product.said),
        browser,
        program,
      });
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
    pinToCpu(process.pid, CLIENT_CPU);
  }
}

function demoJoinOf(said: string): string {
  const path = /Demo join page: \S+(\/join\?b=\S+)/.exec(said)?.[1];
  if (path === undefined) throw new Error(`No demo join page in: ${said}`);
  return path;
}

/** A business on the largest plan with one queue. */
export async function openQueue({ address }: Shop) {
  const owner = await signUp(address, newAccount());
  await setPlan(address, owner, "enterprise");
  const queueId = await addQueue(owner, "Walk-ins");
  return { owner, queueId, joinUrl: `${address}/join?b=${owner.businessId}` };
}

/** A new phone on its first visit. Close it with `page.context().close()`. */
export async function newPhone({ browser }: Shop): Promise<Page> {
  const context = await browser.newContext({
    ...PHONE,
    // Throttling and going offline affect only the page's own connection.
    serviceWorkers: "block",
  });
  return context.newPage();
}

export async function openDashboard(shop: Shop, owner: Owner): Promise<Page> {
  const context = await shop.browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
  });
  await signInBrowser(context, shop.address, owner);
  const page = await context.newPage();
  await page.goto(`${shop.address}/dashboard`);
  return page;
}
