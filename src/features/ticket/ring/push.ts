/** Push subscriptions in this browser. The server decides which alerts it sends. */
import { readStored, storageKeys, writeStored } from "../../../lib/storage";

/** `homeScreen`: an iPhone that rings only for a page on its Home Screen. `missing`: a tap can change nothing. */
export type PushAbility = "can" | "homeScreen" | "missing";

export function pushAbility(): PushAbility {
  const can =
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window;
  if (can) return "can";
  return isApplePhone() ? "homeScreen" : "missing";
}

/** Also an iPad, which says that it is a Mac. No Mac has a touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isMac = userAgent.includes("Macintosh");
  return /iPhone|iPad/.test(userAgent) || (isMac && maxTouchPoints > 1);
}

export function isPushOff(): boolean {
  return readStored(storageKeys.pushOff) !== null;
}

export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** The one under way. The page may change while the browser asks, and its next screen must not ask again. */
let subscribing: Promise<Subscription> | null = null;

export function isSubscribing(): boolean {
  return subscribing !== null;
}

/** May ask for permission, so call it inside a tap. @throws Error where the browser or its push service refuses */
export async function subscribeBrowser(
  publicKey: string,
): Promise<Subscription> {
  subscribing ??= subscribeNow(publicKey).finally(() => {
    subscribing = null;
  });
  return await subscribing;
}

async function subscribeNow(publicKey: string): Promise<Subscription> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new Error(permission);
  writeStored(storageKeys.pushOff, null);
  const { pushManager } = await worker();
  const wish = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager
    .subscribe(wish)
    .catch(async (error: unknown) => {
      if (!isOfOtherKey(error)) throw error;
      // Pushes to it are refused: the server has new keys since.
      await (await pushManager.getSubscription())?.unsubscribe();
      return await pushManager.subscribe(wish);
    });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint, p256dh, auth };
}

/** Whether the browser is subscribed with another key of the server. https://w3c.github.io/push-api/#subscribe-method */
function isOfOtherKey(error: unknown): boolean {
  return error instanceof DOMException && error.name === "InvalidStateError";
}

/** Stops pushes to this browser. @returns the endpoint to forget; null if there was none */
export async function unsubscribeBrowser(): Promise<string | null> {
  writeStored(storageKeys.pushOff, "1");
  const { pushManager } = await worker();
  const subscription = await pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

/** Longer than a worker takes to start on a slow phone. */
const WORKER_LIMIT_MS = 10_000;

/** @throws Error where no worker starts: `ready` itself never settles, as in a private window */
async function worker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const refuse = () => reject(new Error("no service worker"));
    timer = setTimeout(refuse, WORKER_LIMIT_MS);
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
