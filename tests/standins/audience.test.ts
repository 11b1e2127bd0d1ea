import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { isOwnHost, isThisMachine } from "../../standins/http/audience.ts";
import { openShop, PAYS, type Shop } from "./open-shop.ts";
import { startCheckout } from "./visitor.ts";

let shop: Shop | null = null;
afterEach(async () => {
  await shop?.close();
  shop = null;
});

type Answer = { status?: number; location?: string; text: string };

/** Fetch does not allow setting the Host header. With a form it is a POST. */
function ask(path: string, host: string, form?: string) {
  const method = form === undefined ? "GET" : "POST";
  return new Promise<Answer>((resolve, reject) => {
    request(`${shop?.origin}${path}`, { method, headers: { Host: host } })
      .on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => (text += piece));
        const { statusCode: status, headers } = response;
        const { location } = headers;
        response.on("end", () => {
          resolve({
            text,
            ...(status !== undefined && { status }),
            ...(location !== undefined && { location }),
          });
        });
      })
      .on("error", reject)
      .end(form);
  });
}

describe("the outbox and the switches", () => {
  test.each(["/outbox", "/_standin/mail/messages", "/_standin/stripe/log"])(
    "%s is refused under a foreign host name",
    async (path) => {
      shop = await openShop();
      expect((await ask(path, "evil.test")).status).toBe(403);
      expect((await ask(path, new URL(shop.origin).host)).status).toBe(200);
    },
  );

  test.each(["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])(
    "are refused through a proxy on this machine, which %s reveals",
    async (name) => {
      shop = await openShop();
      const seen = await fetch(`${shop.origin}/outbox`, {
        headers: { [name]: "127.0.0.1" },
      });
      expect(seen.status).toBe(403);
    },
  );

  test.each([
    ["settings", "text/plain", undefined],
    ["settings", "application/x-www-form-urlencoded", undefined],
    ["settings", "application/json", "https://evil.test"],
    ["settings", "text/plain", "https://evil.test"],
    ["settings", "text/plain", "null"],
    ["advance", "text/plain", "https://evil.test"],
  ])(
    "a foreign page reaches no handler: %s as %s from %s",
    async (name, type, origin) => {
      shop = await openShop();
      const settings = `${shop.origin}/_standin/stripe/settings`;
      const response = await fetch(settings.replace("settings", name), {
        method: "POST",
        headers: {
          "Content-Type": type,
          ...(origin !== undefined && { Origin: origin }),
        },
        body: `{"drop":["*"]}`,
      });
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      const now: unknown = await (await fetch(settings)).json();
      expect(now).toMatchObject({ drop: [] });
    },
  );

  test("are for this machine, which is known by its loopback addresses", () => {
    for (const near of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect(isThisMachine(near)).toBe(true);
    for (const far of [
      "192.168.1.9",
      "::ffff:192.168.1.9",
      "fe80::1",
      undefined,
    ])
      expect(isThisMachine(far)).toBe(false);
  });

  test("accept an IP address, localhost or the stand-in's own name as the host", () => {
    const origin = "http://shop.local:3003";
    for (const host of [
      ...["localhost:3003", "192.168.1.9:3003", "[::1]:3003"],
      "shop.local:3003",
    ])
      expect(isOwnHost(host, origin), host).toBe(true);
    for (const host of ["evil.test", "shop.local.evil.test:3003", undefined])
      expect(isOwnHost(host, origin), host).toBe(false);
  });
});

test("a phone in the network is led back to the shop on this machine, not to itself", async () => {
  shop = await openShop();
  const host = "192.168.1.7:3003";
  const { url, id } = await startCheckout(shop, {
    success_url: "http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/pricing",
  });
  const path = new URL(String(url)).pathname;
  const page = await ask(path, host);
  expect(page.text).toContain('href="http://192.168.1.7:3000/pricing"');
  const paid = await ask(path, host, `card=${PAYS.replaceAll(" ", "+")}`);
  expect(paid.location).toBe(`http://192.168.1.7:3000/done?session_id=${id}`);

  const { data } = await shop.stripe.customers.list();
  const portal = await shop.stripe.billingPortal.sessions.create({
    customer: String(data[0]?.id),
    return_url: "http://127.0.0.1:3000/dashboard",
  });
  const billing = await ask(new URL(portal.url).pathname, host);
  expect(billing.text).toContain('href="http://192.168.1.7:3000/dashboard"');
});

test("a shop with its own name keeps its links, whatever the Host header says", async () => {
  shop = await openShop();
  const { url } = await startCheckout(shop);
  const page = await ask(new URL(String(url)).pathname, "evil.test");
  expect(page.text).toContain('href="http://shop.test/pricing"');
});

test("a phone in the network can open the checkout page but not the outbox", async () => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;
  shop = await openShop({ host: "0.0.0.0" });
  const { url } = await startCheckout(shop);
  // A machine without a network can be reached only from itself.
  const far = (path: string) =>
    path.replace("localhost", address ?? "localhost");
  expect((await fetch(far(String(url)))).status).toBe(200);
  const outbox = await fetch(far(`${shop.origin}/outbox`));
  expect(outbox.status).toBe(address === undefined ? 200 : 403);
});
