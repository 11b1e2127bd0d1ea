/**
 * The stand-in for a push service: what it accepts, from which senders, and its switches. web-push calls it, as in the
 * product.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import webPush from "web-push";
import { openShop, type Shop } from "./open-shop.ts";
import { control, visit } from "./visitor.ts";

type Phone = {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};
type Got = { readonly phone: string; readonly payload: string };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(async () => await control(shop, "push/settings", {}));

const keys = webPush.generateVAPIDKeys();
const newPhone = async () =>
  (await control(shop, "push/phones", {})).answer as Phone;

/** A message as a sender makes it for this browser. */
const written = (to: Phone, payload: string, changes: object = {}) =>
  webPush.generateRequestDetails(to, payload, {
    vapidDetails: { subject: "mailto:ops@shop.test", ...keys },
    ...{ TTL: 120, topic: "topic", urgency: "high" as const },
    contentEncoding: "aes128gcm",
    ...changes,
  });

async function post(
  { headers, body, endpoint }: ReturnType<typeof written>,
  changed: Record<string, string> = {},
  to = endpoint,
): Promise<number> {
  const { "Content-Length": _, ...given } = headers as Record<string, string>;
  const bytes = new Uint8Array(body ?? []);
  const request = { method: "POST", headers: { ...given, ...changed } };
  return (await fetch(to, { ...request, body: bytes })).status;
}

async function got(to: Phone): Promise<string[]> {
  const response = await fetch(`${shop.origin}/_standin/push/messages`);
  const { messages } = (await response.json()) as { messages: Got[] };
  return messages
    .filter(({ phone }) => phone === to.id)
    .map(({ payload }) => payload);
}

test("a push that is signed and encrypted for the phone reaches it, and the page shows it escaped", async () => {
  const phone = await newPhone();
  expect(await post(written(phone, "<b>Your turn!</b>"))).toBe(201);
  expect(await got(phone)).toEqual(["<b>Your turn!</b>"]);
  const page = await visit(`${shop.origin}/pushes`);
  expect(page.text).not.toContain("<b>Your turn!");
});

describe("refuses", () => {
  test.each([
    ["nobody's signature", { Authorization: "" }, 403],
    ["no time to live", { TTL: "soon" }, 400],
    ["a topic that is none", { Topic: "a topic!" }, 400],
    ["another encoding", { "Content-Encoding": "aesgcm" }, 400],
  ])("%s", async (_, changed, status) => {
    const phone = await newPhone();
    expect(await post(written(phone, "x"), changed)).toBe(status);
    expect(await got(phone)).toEqual([]);
  });

  test("a signature that is for another service, expired or by another key, and another phone's encryption", async () => {
    const phone = await newPhone();
    const push = written(phone, "x");
    const other = await newPhone();
    const { Authorization = "" } = push.headers as Record<string, string>;
    const elsewhere = webPush.generateRequestDetails(
      { ...phone, endpoint: "https://push.example/1" },
      "x",
      {
        vapidDetails: { subject: "mailto:ops@shop.test", ...keys },
        contentEncoding: "aes128gcm",
      },
    );
    const late = webPush.getVapidHeaders(
      shop.origin,
      "mailto:ops@shop.test",
      keys.publicKey,
      keys.privateKey,
      "aes128gcm",
      Math.floor(Date.now() / 1000) - 10,
    );
    const { publicKey } = webPush.generateVAPIDKeys();
    const stolen = Authorization.replace(/k=\S+$/, `k=${publicKey}`);
    for (const authorization of [
      (elsewhere.headers as Record<string, string>)["Authorization"] ?? "",
      late.Authorization,
      stolen,
    ])
      expect(await post(push, { Authorization: authorization })).toBe(403);
    // Encrypted for another phone, and sent to an unknown one.
    expect(await post(push, {}, other.endpoint)).toBe(400);
    expect(await post(push, {}, `${shop.origin}/push/phone_0`)).toBe(404);
    expect(await got(phone)).toEqual([]);
    expect(await got(other)).toEqual([]);
  });

  test("a push that is too large, and a phone that is gone", async () => {
    const phone = await newPhone();
    const response = await fetch(phone.endpoint, {
      method: "POST",
      headers: {
        ...(written(phone, "x").headers as Record<string, string>),
        "Content-Length": "5000",
      },
      body: new Uint8Array(5_000),
    });
    expect(response.status).toBe(413);
    await fetch(`${shop.origin}/_standin/push/phones/${phone.id}`, {
      method: "DELETE",
      headers: { "Content-Type": "application/json" },
    });
    expect(await post(written(phone, "x"))).toBe(410);
    expect(await got(phone)).toEqual([]);
  });
});

describe("a switch", () => {
  test("delays answers", async () => {
    const phone = await newPhone();
    await control(shop, "push/settings", { delayMs: 80 });
    const begun = performance.now();
    expect(await post(written(phone, "x"))).toBe(201);
    expect(performance.now() - begun).toBeGreaterThan(75);
  });

  test("is refused when it is unknown, and is off again when it is not named", async () => {
    for (const bad of [
      ...[{ delayMs: "1" }, { delayMs: -1 }, { fail: 200 }],
      { unknown: true },
    ])
      expect((await control(shop, "push/settings", bad)).status).toBe(400);
    await control(shop, "push/settings", { fail: 500 });
    const { answer } = await control(shop, "push/settings", {});
    expect(answer).toEqual({ delayMs: 0, fail: null });
  });
});
