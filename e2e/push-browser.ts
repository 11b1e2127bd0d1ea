/**
 * Replaces what headless Chromium lacks for pushes: a permission prompt, a subscription at the stand-in, and the
 * phone's notifications. Page and service worker are the product's.
 */
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { must } from "../convex/base/rules/errors.ts";
import type { PushPhone } from "./standins.ts";

export type Shown = {
  readonly title: string;
  readonly options: Omit<NotificationOptions, "data"> & {
    readonly renotify?: boolean;
    readonly data: unknown;
  };
};

/** A browser whose user grants permission, if the prompt follows a tap. */
export async function withPushes(context: BrowserContext, phone: PushPhone) {
  await context.addInitScript(({ endpoint, keys }) => {
    const KEY = "asked-to-notify";
    const asked = () => Number(localStorage.getItem(KEY) ?? 0);
    const answer = () => (asked() > 0 ? "granted" : "default");
    Object.defineProperty(Notification, "permission", { get: answer });
    Notification.requestPermission = async () => {
      const isTap = navigator.userActivation.isActive;
      if (isTap) localStorage.setItem(KEY, String(asked() + 1));
      return answer();
    };
    const subscription: PushSubscription = {
      ...{ endpoint, expirationTime: null, getKey: () => null },
      options: { applicationServerKey: null, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => Promise.resolve(true),
    };
    let isSubscribed = false;
    const pushes = PushManager.prototype;
    pushes.getSubscription = () =>
      Promise.resolve(isSubscribed ? subscription : null);
    pushes.subscribe = (options) => {
      const key = options?.applicationServerKey;
      const isWhole = typeof key === "string" && key.length === 87;
      if (answer() !== "granted" || !isWhole || !options?.userVisibleOnly) {
        return Promise.reject(new DOMException("no", "NotAllowedError"));
      }
      isSubscribed = true;
      return Promise.resolve(subscription);
    };
  }, phone);
}

/** The part of the worker's global scope that is used here. */
type Scope = {
  registration: {
    showNotification: (title: string, options: Shown["options"]) => unknown;
  };
  clients: { openWindow: (url: string) => unknown };
  shown: Shown[];
  opened: string[];
  focused: string[];
};
/** The worker's view of an open page. Browsers focus one only after a user gesture. */
type OpenPage = { url: string; focus: () => Promise<unknown> };

/** The phone that receives a push: passes payloads to the real worker, and records what it shows and opens. */
export class PushReceiver {
  readonly #page: Page;
  readonly #worker: Worker;

  private constructor(page: Page, worker: Worker) {
    this.#page = page;
    this.#worker = worker;
  }

  /** @param page of the product, without a ticket: it gives access to the browser's switches */
  static async at(page: Page): Promise<PushReceiver> {
    const [worker] = page.context().serviceWorkers();
    const receiver = new PushReceiver(page, must(worker, "a service worker"));
    await receiver.#worker.evaluate(() => {
      const scope = globalThis as unknown as Scope;
      scope.shown = [];
      scope.opened = [];
      scope.focused = [];
      const pages = (
        globalThis as unknown as { WindowClient: { prototype: OpenPage } }
      ).WindowClient.prototype;
      pages.focus = function (this: OpenPage) {
        scope.focused.push(this.url);
        return Promise.resolve(this);
      };
      scope.registration.showNotification = (title, options) => {
        scope.shown.push({ title, options });
        return Promise.resolve();
      };
      scope.clients.openWindow = (url) => {
        scope.opened.push(url);
        return Promise.resolve(null);
      };
    });
    return receiver;
  }

  /** Delivers a push as the push service does. */
  async deliver(data: string): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    const registered = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", (event) => {
        const known = event.registrations.find((one) => !one.isDeleted);
        if (known !== undefined) resolve(known.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(this.#page.url()).origin,
      registrationId: await registered,
      data,
    });
    await session.detach();
  }

  async shown(): Promise<Shown[]> {
    return await this.#worker.evaluate(
      () => (globalThis as unknown as Scope).shown,
    );
  }

  /** Taps the newest notification. @returns what it opens, and which open page it focuses */
  async tap(): Promise<{ opened: string[]; focused: string[] }> {
    return await this.#worker.evaluate(async () => {
      const scope = globalThis as unknown as Scope;
      const data = scope.shown.at(-1)?.options.data;
      const event = new Event("notificationclick");
      const work: Promise<unknown>[] = [];
      Object.assign(event, {
        notification: { data, close: () => undefined },
        waitUntil: (one: Promise<unknown>) => work.push(one),
      });
      dispatchEvent(event);
      await Promise.all(work);
      const { opened, focused } = scope;
      [scope.opened, scope.focused] = [[], []];
      return { opened, focused };
    });
  }

  /** The push service gives the browser another address. */
  async move(old: PushPhone, to: PushPhone): Promise<void> {
    await this.#worker.evaluate(
      async ([before, after]) => {
        const event = new Event("pushsubscriptionchange");
        const work: Promise<unknown>[] = [];
        Object.assign(event, {
          oldSubscription: before,
          newSubscription: { toJSON: () => after },
          waitUntil: (one: Promise<unknown>) => work.push(one),
        });
        dispatchEvent(event);
        await Promise.all(work);
      },
      [old, to] as const,
    );
  }
}
