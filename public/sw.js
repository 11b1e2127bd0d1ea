/* The service worker (product.md S16). It shows our own page when a page cannot be reached, and shows push
   notifications.
   Pages always come from the network. Scripts and styles have names that change with their content, so the browser's
   own cache holds them. The server's answers are never stored. So a page never meets files of another version, and a
   new worker may take over at once.
   Registered and removed by src/lib/server/service-worker.ts. */

/* Ends in a digest of the two files: a change of them makes a new worker, which stores them again
   (tests/house/offline.test.ts). */
const OFFLINE = "offline-cfde4d8d";
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

/* An alert from the server to a customer (product.md AL7, convex/messages/rules/pushMessages.ts). */
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

/** The page from the network, or ours if that fails. */
async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** The script that was stored together with the page. */
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

/** Requests a page while the worker is still starting. */
async function askEarly() {
  const { navigationPreload } = registration;
  if (navigationPreload !== undefined) await navigationPreload.enable();
}

/** Where browsers support it, requests other than pages do not start the worker. */
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
    // An older form of this API: the worker then sees each request and lets it pass.
  }
}

/** Browsers require that every push is shown, even an unreadable one. */
async function show(data) {
  const { title, body, tag, path, isCall, isQuiet, receipt } = read(data);
  await registration.showNotification(title ?? "Yourturn", {
    body,
    tag,
    requireInteraction: isCall === true,
    icon: "/icon-192.png",
    data: { path, receipt },
    // A newer one of the ticket replaces the older. It rings again unless it only says that the older is over. Browsers
    // refuse one that is silent and vibrates.
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

/** Focuses an open page, else opens a new one; only customers' pages. */
async function open({ path, receipt }) {
  const answered = answerFor(receipt, true);
  const to = new URL(path ?? "/", location.origin);
  const isOurs = to.origin === location.origin && to.pathname === "/join";
  const at = isOurs ? to : new URL("/", location.origin);
  const all = { type: "window", includeUncontrolled: true };
  const pages = await clients.matchAll(all);
  const page = pages.find(({ url }) => isSame(new URL(url), at));
  await (page === undefined ? clients.openWindow(at.href) : page.focus());
  await answered;
}

/** Whether both are the page of one shop. A queue's poster and other programs add more to the link. */
function isSame(one, other) {
  const [shop, same] = [one, other].map((url) => url.searchParams.get("b"));
  return one.pathname === other.pathname && shop === same;
}

/** The browser has a new push address, which the server must learn. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ??
    (await registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  const old = oldSubscription.endpoint;
  await answer("/api/push-renewed", { old, endpoint, ...keys });
}

/** Reports that the push arrived or was tapped, where the server waits for that. */
async function answerFor(receipt, opened) {
  if (receipt) await answer("/api/push-receipt", { receipt, opened });
}

/** Works without an answer when the server cannot be reached. */
async function answer(path, body) {
  try {
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
  } catch {
    // The next channel alerts, so nothing is lost.
  }
}
