/** Ringing a locked phone: what the page offers in each browser, and what it sends to the server. */
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import PushOffer from "../../../../../src/features/ticket/ring/push-offer.tsx";
import {
  call,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { SECRET } from "../../../samples.ts";
import { act } from "../../../act.ts";
import { must } from "../../../../../src/lib/must.ts";

const ENDPOINT = "https://fcm.googleapis.com/fcm/send/1";
const KEYS = { p256dh: "p", auth: "a" };
const backend = freshBackend();
/** The customer's next answer to the browser's question, and their current permission. */
let answer: NotificationPermission;
let permission: NotificationPermission;

beforeEach(() => {
  backend.set(api.messages.alerts.pushKey, {}, { publicKey: "key" });
  backend.on(api.messages.alerts.subscribePush, () => ({ ok: true }));
  backend.on(api.messages.alerts.unsubscribePush, () => ({ ok: true }));
  permission = "default";
  answer = "granted";
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: async () => true,
  };
  const pushManager = {
    subscribe: async () => subscription,
    getSubscription: async () => subscription,
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = answer),
  });
  Object.defineProperty(navigator, "serviceWorker", {
    value: { ready: Promise.resolve({ pushManager }) },
    configurable: true,
  });
});
afterEach(() => Reflect.deleteProperty(navigator, "serviceWorker"));
const SUBSCRIBED = call(api.messages.alerts.subscribePush, {
  secret: SECRET,
  endpoint: ENDPOINT,
  ...KEYS,
});
const open = async () => {
  await closeDrawn();
  return await draw(backend, <PushOffer secret={SECRET} />);
};
const settled = async () => await act(async () => Promise.resolve());

test("a browser that is subscribed with earlier keys of the server subscribes anew", async () => {
  const { ready } = navigator.serviceWorker;
  const { pushManager } = await ready;
  const other = await pushManager.getSubscription();
  const taken = new DOMException("another key", "InvalidStateError");
  const isOther = vi.spyOn(pushManager, "subscribe").mockRejectedValue(taken);
  vi.spyOn(must(other, "subscription"), "unsubscribe").mockImplementation(
    async () => {
      isOther.mockRestore();
      return true;
    },
  );
  await open();
  await press("Ring my phone even when it's locked");
  await settled();
  await settled();
  expect(backend.sent).toEqual([SUBSCRIBED]);
  find("p", /^You get a notification even when your phone is locked/);
});

test("a customer who allowed it before is not asked again", async () => {
  permission = "granted";
  await open();
  await settled();
  // React's strict mode runs everything twice. For the server that is once.
  expect(backend.sent).toEqual([SUBSCRIBED, SUBSCRIBED]);
});

test("a page that changes while the browser asks does not ask again, and takes the answer", async () => {
  let give: (answer: NotificationPermission) => void = () => undefined;
  const asked = vi
    .spyOn(Notification, "requestPermission")
    .mockReturnValue(new Promise((resolve) => (give = resolve)));
  await open();
  await press("Ring my phone even when it's locked");
  await open();
  find("button[aria-busy=true]", "Ring my phone even when it's locked");
  permission = "granted";
  give("granted");
  await settled();
  await settled();
  expect(asked).toHaveBeenCalledTimes(1);
  find("p", /^You get a notification even when your phone is locked/);
});

test("the next ticket on the screen is subscribed too", async () => {
  permission = "granted";
  const OTHER = "t".repeat(32);
  function Tickets() {
    const [secret, setSecret] = useState(SECRET);
    return (
      <>
        <button onClick={() => setSecret(OTHER)}>Other</button>
        <PushOffer secret={secret} />
      </>
    );
  }
  await draw(backend, <Tickets />);
  await settled();
  await press("Other");
  await settled();
  const secrets = backend.sent.map(({ args }) => args.secret);
  expect(new Set(secrets)).toEqual(new Set([SECRET, OTHER]));
  find("p", /^You get a notification even when your phone is locked/);
});

test("a refusal explains how to allow it, keeps the focus, sends nothing and can be retried", async () => {
  answer = "denied";
  await open();
  const ring = find("button", "Ring my phone even when it's locked");
  ring.focus();
  await press("Ring my phone even when it's locked");
  await settled();
  find("p", /^Notifications are blocked\. Allow them/);
  expect(backend.sent).toEqual([]);
  expect(document.activeElement).toBe(ring);
  answer = "granted";
  await press("Ring my phone even when it's locked");
  await settled();
  expect(backend.sent).toEqual([SUBSCRIBED]);
  // A customer who has refused before gets no button that cannot work, and one line that can be opened.
  permission = "denied";
  await open();
  find("summary", "Notifications are blocked");
  find("details:not([open]) p", /^Allow them in your browser's settings/);
  expect(() => find("button", /./)).toThrow();
});

test("without a service worker the tap reports after 10 s that it did not work", async () => {
  Object.defineProperty(navigator, "serviceWorker", {
    value: { ready: new Promise(() => undefined) },
    configurable: true,
  });
  vi.useFakeTimers();
  await open();
  await press("Ring my phone even when it's locked");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  find("p", /^That didn't work on this phone/);
  expect(backend.sent).toEqual([]);
});

test("an iPhone's browser says where it can ring; other browsers without push say nothing", async () => {
  vi.unstubAllGlobals();
  const agent = vi.spyOn(navigator, "userAgent", "get");
  agent.mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)");
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/api/join-manifest?b=shop";
  document.head.append(manifest);
  await open();
  // The icon opens this ticket, not the shop's empty form.
  expect(manifest.href).toMatch(/\/api\/join-manifest\?b=shop&page$/);
  find("summary", "Ring an iPhone even when it's locked");
  find("details:not([open]) p", /^It only rings for pages on its Home Screen/);
  agent.mockReturnValue("Mozilla/5.0 (Linux)");
  await open();
  expect(() => find("p", /./)).toThrow();
  expect(manifest.href).toMatch(/\/api\/join-manifest\?b=shop$/);
  manifest.remove();
  agent.mockRestore();
});

test.each([
  ["an iPad, which says that it is a Mac,", 5, true],
  ["a Mac", 0, false],
])("%s is told of the Home Screen: %s touches, %s", async (_, touches, is) => {
  vi.unstubAllGlobals();
  const agent = vi.spyOn(navigator, "userAgent", "get");
  agent.mockReturnValue("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)");
  Object.assign(navigator, { maxTouchPoints: touches });
  await open();
  expect(document.querySelector("summary") !== null).toBe(is);
  Reflect.deleteProperty(navigator, "maxTouchPoints");
  agent.mockRestore();
});

test("a server without push offers nothing", async () => {
  backend.set(api.messages.alerts.pushKey, {}, null);
  await open();
  expect(() => find("button", /./)).toThrow();
});
