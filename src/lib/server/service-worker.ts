/** Registers public/sw.js, which shows our own page when a page cannot be reached. */

/** The kill switch: false removes the worker and its caches for every visitor who loads a page. */
const IS_WANTED: boolean = true;

const SCRIPT = "/sw.js";
/** The prefix of its caches. */
const CACHES = "offline-";

/** Runs after the page has loaded, because nothing depends on it. */
export function keepServiceWorker(isWanted = IS_WANTED): void {
  if (!("serviceWorker" in navigator)) return;
  const settle = () => {
    const settled = isWanted ? register() : remove();
    // A browser may refuse, for example in a private window.
    settled.catch(() => undefined);
  };
  if (document.readyState === "complete") settle();
  else window.addEventListener("load", settle, { once: true });
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(SCRIPT);
}

async function remove(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(CACHES));
  await Promise.all(own.map((name) => caches.delete(name)));
}
