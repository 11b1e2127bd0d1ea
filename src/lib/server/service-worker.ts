/** Registers public/sw.js, which shows our own page when a page cannot be reached. */

/** The kill switch: false removes the worker and its caches for every visitor who loads a page. */
const IS_WANTED: boolean = true;

const SCRIPT = "/sw.js";
const CACHES = "offline-";

/** Runs after the page has loaded, because nothing depends on it. */
export function keepServiceWorker(
  work = IS_WANTED ? register : removeServiceWorker,
): void {
  if (!("serviceWorker" in navigator)) return;
  // A browser may refuse, for example in a private window.
  const settle = () => void work().catch(() => undefined);
  if (document.readyState === "complete") settle();
  else window.addEventListener("load", settle, { once: true });
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(SCRIPT);
}

export async function removeServiceWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(CACHES));
  await Promise.all(own.map((name) => caches.delete(name)));
}
