/** The test function of every story. After each test it checks every opened page: accessible, no console error. */
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from "@playwright/test";
import type { Id } from "../convex/_generated/dataModel.js";
import { expectAccessible } from "./accessible.ts";
import { PHONE } from "./playwright.config.ts";
import { signInBrowser } from "./session.ts";
import { addQueue, newAccount, signUp, type Owner } from "./world.ts";

export type Business = {
  readonly owner: Owner;
  readonly businessId: string;
  readonly name: string;
  readonly queueId: Id<"queues">;
  readonly queueName: string;
  /** The target of its QR code, without the host. */
  readonly joinPath: string;
};

type Stories = {
  address: string;
  owner: Owner;
  /** The owner's business with one open queue, "Walk-ins". */
  business: Business;
  /** The owner's browser page, signed in, not yet at any address. */
  ownerPage: Page;
  /** A customer's phone: 390 px, touch, its own storage, not signed in, in every project. */
  phone: Page;
  openPhone: () => Promise<Page>;
  /** Console errors that this test expects; any other one fails it. */
  expectedConsoleErrors: RegExp[];
};

export { expect };

export async function seen(it: Locator): Promise<void> {
  await expect(it).toBeVisible();
}

/** After these times in ms pages give up on the server (src/lib/server/within.ts and its callers) or lock a tablet. */
const LIMITS = [4_000, 5_000, 6_000, 8_000, 10_000, 19_500, 20_000, 60_000];

/**
 * Prepares the pages of a context. Those limits are ten times longer: they would judge the machine that runs the stories.
 * Offline, pages hear nothing: the browser leaves open sockets open, and the server's pings would prove a network
 * (src/lib/server/online.ts).
 */
export async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript((limits) => {
    const Socket = class extends WebSocket {
      override addEventListener(
        type: string,
        listener: (event: Event) => void,
      ) {
        super.addEventListener(type, (event) => {
          if (type !== "message" || navigator.onLine) listener(event);
        });
      }
    };
    Object.assign(window, { WebSocket: Socket });
    // It waits for no server, and shows a call for four seconds.
    if (location.pathname === "/display") return;
    const longer = (ms: number) => (limits.includes(ms) ? 10 * ms : ms);
    const setTimer = window.setTimeout;
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0, ...args: unknown[]) =>
        setTimer(work, longer(ms), ...args),
    });
    const signalAfter = AbortSignal.timeout.bind(AbortSignal);
    Object.assign(AbortSignal, {
      timeout: (ms: number) => signalAfter(longer(ms)),
    });
  }, LIMITS);
}

export const test = base.extend<Stories>({
  context: async ({ context }, use) => {
    await prepare(context);
    await use(context);
  },
  expectedConsoleErrors: [[], { option: true }],
  address: async ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error("the product is not started");
    await use(baseURL.replace(/\/$/, ""));
  },
  owner: async ({ address }, use) => {
    await use(await signUp(address, newAccount()));
  },
  business: async ({ owner }, use) => {
    const { businessId, account } = owner;
    const queueName = "Walk-ins";
    const queueId = await addQueue(owner, queueName);
    await use({
      owner,
      businessId,
      name: account.businessName,
      queueId,
      queueName,
      joinPath: `/join?b=${businessId}`,
    });
  },
  page: async ({ page, expectedConsoleErrors }, use, info) => {
    const errors = consoleErrors(page, expectedConsoleErrors);
    await use(page);
    if (info.status === info.expectedStatus) await lookBack(page, errors);
  },
  ownerPage: async ({ page, context, owner, address }, use) => {
    await signInBrowser(context, address, owner);
    await use(page);
  },
  openPhone: async ({ browser, baseURL, expectedConsoleErrors }, use, info) => {
    const phones: { page: Page; errors: string[] }[] = [];
    await use(async () => {
      const page = await newPhone(browser, baseURL);
      const errors = consoleErrors(page, expectedConsoleErrors);
      phones.push({ page, errors });
      return page;
    });
    for (const { page, errors } of phones) {
      if (info.status === info.expectedStatus) await lookBack(page, errors);
      await page.context().close();
    }
  },
  phone: async ({ openPhone }, use) => await use(await openPhone()),
});

async function newPhone(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    ...PHONE,
    baseURL,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
  await prepare(context);
  return context.newPage();
}

/** The browser's message about a connection that the story itself disconnected. Nothing else disconnects it. */
const CUT = /ERR_INTERNET_DISCONNECTED/;

function consoleErrors(page: Page, expected: readonly RegExp[]): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (![CUT, ...expected].some((pattern) => pattern.test(text)))
      errors.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error")
      note(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => note(String(error)));
  return errors;
}

async function lookBack(page: Page, errors: readonly string[]) {
  expect(errors, `on the console: ${errors.join("; ")}`).toEqual([]);
  if (page.isClosed() || page.url() === "about:blank") return;
  await expectAccessible(page);
}
