/** What link previews read of a page: product.md S15. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openApp, type App, type Shop } from "../open-app.ts";
import { changeRow } from "../base/tables.ts";
import { newShop } from "../base/calls.ts";

beforeEach(() => {
  vi.stubEnv("SITE_URL", "https://yourturn.example/");
});

/** The head of a page, requested as the engine does. */
async function headOf({ backend }: App, page: string) {
  const answer = await backend.fetch(
    `/api/page-head?page=${encodeURIComponent(page)}`,
    { headers: { Host: "evil.test", "X-Forwarded-Host": "evil.test" } },
  );
  const text = await answer.text();
  const tag = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(
      text,
    )?.[1];
  return { answer, text, tag };
}

const changeShop = (app: App, { businessId }: Shop, fields: Fields) =>
  changeRow(app, "businesses", businessId, fields);
type Fields = { name?: string; description?: string; logoUrl?: string };

test("an installed join page is the shop's own app and starts at its join link", async () => {
  const app = await openApp();
  const shop = await app.shop();
  await changeShop(app, shop, { name: `Zoë's "Cuts"` });
  const { text } = await headOf(app, `/join?b=${shop.businessId}`);
  const href = /<link rel="manifest" href="([^"]+)" \/>/.exec(text)?.[1] ?? "";
  const answer = await app.backend.fetch(href);
  expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
  const page = `/join?b=${shop.businessId}`;
  expect(await answer.json()).toMatchObject({
    id: page,
    name: `Zoë's "Cuts"`,
    start_url: page,
    scope: "/join",
  });
  // An icon made from a ticket's page keeps the ticket: browsers fall back to that page's address.
  const ofPage: unknown = await (
    await app.backend.fetch(`${href}&page`)
  ).json();
  expect(ofPage).toMatchObject({ name: `Zoë's "Cuts"`, scope: "/join" });
  expect(ofPage).not.toHaveProperty("start_url");
  expect(ofPage).not.toHaveProperty("id");
  const none = await app.backend.fetch("/api/join-manifest?b=nobody");
  expect(none.status).toBe(404);
  expect((await headOf(app, "/login")).text).not.toContain("manifest");
});

describe("a join link", () => {
  test("shows the business's name, description, address and logo", async () => {
    const app = await openApp();
    const shop = await app.shop();
    await changeShop(app, shop, {
      name: "Fade & Fortune",
      description: "Cuts and shaves",
      logoUrl: "https://files.example/logo.png?a=1&b=2",
    });
    const { answer, text, tag } = await headOf(
      app,
      `/join?b=${shop.businessId}&utm_source=x`,
    );
    expect(answer.status).toBe(200);
    expect(text).toContain(
      "<title>Join the queue · Fade &amp; Fortune</title>",
    );
    expect(tag("og:title")).toBe("Join the queue · Fade &amp; Fortune");
    expect(tag("og:description")).toBe("Cuts and shaves");
    expect(tag("description")).toBe("Cuts and shaves");
    expect(tag("og:url")).toBe(
      `https://yourturn.example/join?b=${shop.businessId}`,
    );
    expect(tag("og:image")).toBe("https://files.example/logo.png?a=1&amp;b=2");
    expect(tag("robots")).toBeUndefined();
    expect(text).not.toContain("evil.test");
  });

  test("typed as a short address is described as itself", async () => {
    const app = await openApp();
    const shop = await app.shop();
    await changeShop(app, shop, { name: "Fade & Fortune" });
    await shop.owner.mutation(api.profile.addresses.make, {});
    const { text } = await headOf(app, `/join?b=${shop.businessId}`);
    for (const page of ["/j/fade-fortune", "/j/Fade-Fortune/?utm_source=x"])
      expect((await headOf(app, page)).text).toBe(text);
  });

  test("without logo and description shows the product's", async () => {
    const { app, businessId } = await newShop();
    const { tag } = await headOf(app, `/join/?b=${businessId}`);
    expect(tag("og:image")).toBe("https://yourturn.example/icon-512.png");
    expect(tag("og:description")).toContain("take your place");
  });

  test("of a hostile shop cannot inject markup", async () => {
    const app = await openApp();
    const shop = await app.shop();
    await changeShop(app, shop, {
      name: `"/></title><script>alert('1')</script>`,
      description: `" onload="x" <!--/page-head--> $& ${"é".repeat(400)}`,
      logoUrl: `javascript:alert("1")`,
    });
    const { text, tag } = await headOf(app, `/join?b=${shop.businessId}`);
    expect(text).not.toMatch(/<script|<!--|onload="/);
    expect(text.match(/<\/title>/g)).toHaveLength(1);
    expect(tag("og:title")).toContain("&lt;script&gt;alert(&#39;1&#39;)");
    expect(tag("og:image")).toBe("https://yourturn.example/icon-512.png");
    expect(tag("og:description")?.length).toBeLessThan(300);
  });

  test("of an unknown business shows no shop and is not indexed", async () => {
    const { app, queueId } = await newShop();
    const links = ["/join", "/join?b=", "/join?b=nobody", `/join?b=${queueId}`];
    links.push(
      "/j/nobody",
      "/j/%F0%9F%92%88",
      "/j/a/b",
      `/j/${"x".repeat(400)}`,
    );
    for (const link of links) {
      const { text, tag } = await headOf(app, link);
      expect(tag("robots")).toBe("noindex");
      expect(tag("og:url")).toBe("https://yourturn.example/join");
      expect(text).toContain("<title>Yourturn");
    }
  });
});

test.each([
  ["/", "Yourturn · The easiest way", "https://yourturn.example/"],
  ["/?utm_source=x", "Yourturn · The", "https://yourturn.example/"],
  ["/book-demo", "Book a Demo · Your", "https://yourturn.example/book-demo"],
  [
    "/login?redirect=/x",
    "Log In to Your Account",
    "https://yourturn.example/login",
  ],
  [
    "/signup?plan=pro",
    "Join Yourturn · Yourturn",
    "https://yourturn.example/signup",
  ],
  ["/privacy", "Privacy · Yourturn", "https://yourturn.example/privacy"],
  ["/terms", "Terms · Yourturn", "https://yourturn.example/terms"],
])("%s has its own title and address", async (page, title, url) => {
  const { text, tag } = await headOf(await openApp(), page);
  expect(text.startsWith(`<title>${title}`)).toBe(true);
  expect(tag("og:url")).toBe(url);
  expect(text).toContain(`<link rel="canonical" href="${url}" />`);
});

// product.md V6.
test("where the operator takes the claims away, the front pages are marked so", async () => {
  const app = await openApp();
  const claims = async (page: string) =>
    (await headOf(app, page)).tag("claims");
  expect(await claims("/")).toBeUndefined();
  vi.stubEnv("CLAIMS", "off");
  expect(await claims("/")).toBe("off");
  expect(await claims("/book-demo")).toBe("off");
  expect(await claims("/join")).toBeUndefined();
});

test("where sign-up is closed, the front page is marked so", async () => {
  const app = await openApp();
  const hides = async (page: string) =>
    (await headOf(app, page)).tag("sign-up") === "closed";
  vi.stubEnv("DEPLOYMENT_KIND", "production");
  expect(await hides("/")).toBe(true);
  expect(await hides("/signup")).toBe(false);
  for (const [name, value] of [
    ["PLAN_WITHOUT_PAYMENT", "pro"],
    ["DEPLOYMENT_KIND", "demo"],
  ] as const) {
    vi.stubEnv(name, value);
    expect(await hides("/")).toBe(false);
    vi.stubEnv("PLAN_WITHOUT_PAYMENT", "");
  }
});

test.each([
  ...[
    "",
    "/dashboard",
    "/joiner",
    "/j",
    "/jay",
    "/j/%00",
    "//evil.test",
    "https://evil.test/",
  ],
  "/constructor",
])("'%s' is left unchanged", async (page) => {
  const { answer, text } = await headOf(await openApp(), page);
  expect([answer.status, text]).toEqual([204, ""]);
});

test("without a known site address the head has no address and no picture", async () => {
  vi.stubEnv("SITE_URL", "");
  const { text, tag } = await headOf(await openApp(), "/");
  expect(tag("og:title")).toContain("Yourturn");
  expect(text).not.toMatch(/og:url|og:image|evil/);
});
