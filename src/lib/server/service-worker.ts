/**
 * Registering public/sw.js, which shows a page of our own when a page cannot be
 * reached. What it does is in that file.
 */

/** The switch to be rid of it: false takes the worker and what it keeps away from everybody who loads a page. */
const IS_WANTED: boolean = true;

const SCRIPT = "/sw.js";
/** What the names of its caches begin with. */
const CACHES = "offline-";

/** When the page is loaded: nothing that it needs waits for this. Browsers without service workers do without. */
export function keepServiceWorker(isWanted = IS_WANTED): void {
  if (!("serviceWorker" in navigator)) return;
  const settle = () => {
    const settled = isWanted ? register() : remove();
    // A browser that refuses, in a private window for one, has the page all the same.
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
