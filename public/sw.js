/* The service worker (product.md S16): shows a page of our own when a page
   cannot be reached, rings when no page of ours does, and keeps nothing else. Pages come from the network,
   always; scripts and styles have names that change with their content, and the
   browser's own cache is the place for those; answers of the server are never
   kept. So no version of a page can meet files of another one, and a new worker
   may take over at once. Registered, and taken away, by src/lib/server/service-worker.ts. */

/* Ends in a digest of the two files: a change of them makes another worker, which keeps them anew (tests/house/offline.test.ts). */
const OFFLINE = "offline-f9b44047";
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

/* What the server sends when a customer is to be told something (product.md
   AL7, convex/messages/rules/pushMessages.ts). */
addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
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

/** Browsers ask that every push is shown, also one that cannot be read. */
async function show(data) {
  const { title, body, tag, path, isCall, isQuiet, receipt } = read(data);
  await registration.showNotification(title ?? "Yourturn", {
    body,
    tag,
    requireInteraction: isCall === true,
    icon: "/icon-192.png",
    data: { path, receipt },
    // A newer one of the ticket takes the place of the older, and rings again
    // unless it only says that the older is over; browsers refuse one that is silent and vibrates.
    ...(isQuiet === true
      ? { silent: true }
      : {
          renotify: tag !== undefined,
          vibrate: isCall === true ? [200, 100, 200] : [80],
        }),
  });
  await answerFor(receipt, false);
}

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

/** The page that is open already, else a new one; only ever a page of customers. */
async function open({ path, receipt }) {
  const answered = answerFor(receipt, true);
  const to = new URL(path ?? "/", location.origin);
  const isOurs = to.origin === location.origin && to.pathname === "/join";
  const at = isOurs ? to : new URL("/", location.origin);
  const all = { type: "window", includeUncontrolled: true };
  const pages = await clients.matchAll(all);
  const page = pages.find(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname === at.pathname && search === at.search;
  });
  await (page === undefined ? clients.openWindow(at.href) : page.focus());
  await answered;
}

/** The browser has another address now, and the server is to know it. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ??
    (await registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  const old = oldSubscription.endpoint;
  await answer("/api/push-renewed", { old, endpoint, ...keys });
}

/** The server is told that it is here, or was tapped, where it waits for that. */
async function answerFor(receipt, opened) {
  if (receipt) await answer("/api/push-receipt", { receipt, opened });
}

/** Where the server cannot be reached it does without. */
async function answer(path, body) {
  try {
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
  } catch {
    // The next way of telling follows; nothing is lost.
  }
}
