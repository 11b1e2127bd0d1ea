/* The service worker (product.md S16): shows a page of our own when a page
   cannot be reached, and keeps nothing else. Pages come from the network,
   always; scripts and styles have names that change with their content, and the
   browser's own cache is the place for those; answers of the server are never
   kept. So no version of a page can meet files of another one, and a new worker
   may take over at once. Registered, and taken away, by src/lib/service-worker.ts. */

/* Ends in a digest of the two files: a change of them makes another worker, which keeps them anew (tests/house/offline.test.ts). */
const OFFLINE = "offline-47278d8e";
const PAGE = "/offline.html";
const SCRIPT = "/offline.js";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(Promise.all([keepOfflinePage(), leaveTheRest(event)]));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOlder(), askEarly()]));
});

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const isPage =
    event.request.mode === "navigate" && !pathname.startsWith("/api/");
  if (isPage) event.respondWith(load(event));
  else if (pathname === SCRIPT) event.respondWith(kept(event.request));
});

/** The page from the network; ours when there is none to be had. */
async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** The script that was kept together with the page. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function keepOfflinePage() {
  const cache = await caches.open(OFFLINE);
  const files = [PAGE, SCRIPT];
  await cache.addAll(
    files.map((file) => new Request(file, { cache: "reload" })),
  );
}

async function forgetOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name !== OFFLINE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The request for a page goes out while the worker is still being woken up. */
async function askEarly() {
  await registration.navigationPreload?.enable();
}

/** Where browsers know how: whatever is no page does not even wake the worker up. */
async function leaveTheRest(event) {
  if (event.addRoutes === undefined) return;
  try {
    await event.addRoutes([
      {
        condition: { urlPattern: new URLPattern({ pathname: SCRIPT }) },
        source: "fetch-event",
      },
      {
        condition: { not: { requestMode: "navigate" } },
        source: "network",
      },
    ]);
  } catch {
    // An older form of it: then the worker looks at each request and lets it pass.
  }
}
