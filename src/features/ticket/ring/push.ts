/** Pushes in this browser: what it can do, and where it takes them. Not who is told what: that is the server's. */
import { readStored, storageKeys, writeStored } from "../../../lib/storage";

/** `homeScreen`: an iPhone that rings only for a page on its Home Screen; `missing`: nothing that a tap could change. */
export type PushAbility = "can" | "homeScreen" | "missing";

/** What this browser can do at all. */
export function pushAbility(): PushAbility {
  const can =
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window;
  if (can) return "can";
  return /iPhone|iPad/.test(navigator.userAgent) ? "homeScreen" : "missing";
}

/** Whether pushes were switched off here by whoever holds the phone. */
export function isPushOff(): boolean {
  return readStored(storageKeys.pushOff) !== null;
}

/** What the server needs to push to this browser. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/**
 * Subscribes this browser; one that is subscribed stays so. Asks for
 * permission where nobody has decided: only inside a tap.
 * @param publicKey the server's, base64url
 * @throws Error where the browser or its push service refuses
 */
export async function subscribeBrowser(
  publicKey: string,
): Promise<Subscription> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new Error(permission);
  writeStored(storageKeys.pushOff, null);
  const { pushManager } = await worker();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint, p256dh, auth };
}

/** Nothing rings here any more when no page is open. @returns the address that is to be forgotten; null if there was none */
export async function unsubscribeBrowser(): Promise<string | null> {
  writeStored(storageKeys.pushOff, "1");
  const { pushManager } = await worker();
  const subscription = await pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

/** Longer than a worker takes to begin on a slow phone. */
const WORKER_LIMIT_MS = 10_000;

/** @throws Error where no worker begins: `ready` itself waits for ever, as in a private window that has none */
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
