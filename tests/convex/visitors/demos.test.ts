/** product.md V1 to V4: the forms of the front page as browsers send them, with and without script. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fill } from "../../../convex/base/data/rateLimits.ts";
import { openApp, rows, type App, maintain } from "../open-app.ts";
import { HOUR, NOON } from "../fake-clock.ts";
import { refusedWith } from "../base/calls.ts";

const SITE = "https://shop.example";
const FORM = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: " Ada@Example.com ",
};

type Fields = Record<string, string>;

beforeEach(() => {
  vi.stubEnv("SITE_URL", SITE);
});

async function post(
  app: App,
  path: string,
  fields: Fields | string,
  { ip = "198.51.100.1", headers = {} }: { ip?: string; headers?: Fields } = {},
) {
  const caller = app.backend.withRequestMetadata({ ip });
  return await caller.fetch(path, {
    method: "POST",
    body:
      typeof fields === "string" ? fields : String(new URLSearchParams(fields)),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "application/json",
      ...headers,
    },
  });
}

const book = async (app: App, fields: Fields = {}, ip?: string) => {
  const answer = await post(
    app,
    "/api/demo-requests",
    { ...FORM, ...fields },
    { ip },
  );
  return (await answer.json()) as unknown;
};
const subscribe = async (app: App, email: string, ip?: string) => {
  const answer = await post(app, "/api/newsletter", { email }, { ip });
  return (await answer.json()) as unknown;
};
const DONE = { ok: true };
const tooMany = refusedWith("tooManyRequests");

describe("a request for a demo", () => {
  test("is kept as typed, but cleaned, with the server's time", async () => {
    const app = await openApp();
    const given = {
      ...{ phone: "  +44 20 7946 0199 ", country: "", role: "Owner\u202e" },
      ...{ annualRunRate: "$100k – $250k", setupType: "Enterprise" },
      message: "Two shops.\r\n\r\n\r\n\r\nCall me.",
      ...{ at: "0", _id: "x" },
    };
    expect(await book(app, given)).toEqual(DONE);
    const [row] = await rows(app, "demoRequests");
    const { _id, _creationTime, ...kept } = row ?? {};
    expect(kept).toEqual({
      ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
      ...{ phone: "+44 20 7946 0199", country: null, productInterest: null },
      ...{ role: "Owner", annualRunRate: "$100k – $250k" },
      ...{ setupType: "Enterprise", message: "Two shops.\n\nCall me." },
      at: NOON,
    });
  });

  test.each([
    [{ firstName: " \u200b" }, "invalidInput"],
    [{ lastName: "" }, "invalidInput"],
    [{ email: "ada@example" }, "invalidEmail"],
    [{ email: "" }, "invalidEmail"],
  ])("with %j is refused: %s", async (fields, code) => {
    const app = await openApp();
    expect(await book(app, fields)).toEqual({ ok: false, code });
    expect(await rows(app, "demoRequests")).toEqual([]);
  });

  test("is Basic unless it says Enterprise, and its fields are cut to their length", async () => {
    const app = await openApp();
    const long = "\u{1F469}\u200d\u{1F680}".repeat(400);
    await book(app, {
      setupType: "Free",
      role: long,
      message: "m".repeat(9_000),
    });
    const [row] = await rows(app, "demoRequests");
    expect(row?.setupType).toBe("Basic");
    expect([...new Intl.Segmenter().segment(row?.role ?? "")]).toHaveLength(80);
    expect(row?.message).toHaveLength(2_000);
  });

  test("sent again is one; a different one from the same address is a second", async () => {
    const app = await openApp();
    for (let i = 0; i < 5; i += 1) expect(await book(app)).toEqual(DONE);
    expect(await rows(app, "demoRequests")).toHaveLength(1);
    await book(app, { role: "Manager" });
    expect(await rows(app, "demoRequests")).toHaveLength(2);
  });

  test("is limited to three an hour per network, and neighbours are not affected", async () => {
    const app = await openApp();
    const from = async (n: number, ip: string) =>
      await book(app, { role: `Role ${n}` }, ip);
    for (let n = 1; n <= 3; n += 1)
      expect(await from(n, "198.51.100.1")).toEqual(DONE);
    const refused = await from(4, "198.51.100.1");
    expect(refused).toEqual({ ...tooMany, retryAfterMs: HOUR / 3 });
    expect(await from(5, "198.51.100.2")).toEqual(DONE);
    vi.setSystemTime(NOON + HOUR / 3);
    expect(await from(6, "198.51.100.1")).toEqual(DONE);
    expect(await rows(app, "demoRequests")).toHaveLength(5);
  });

  test("is limited to thirty per site and in total, but a new network still gets in once", async () => {
    const app = await openApp();
    let kept = 0;
    for (let n = 0; n < 40; n += 1) {
      const answer = await book(app, { role: `${n}` }, `2001:db8:1:${n}::1`);
      if ((answer as { ok: boolean }).ok) kept += 1;
    }
    expect(kept).toBe(30);
    const empty = async (which: string) => {
      const limit = { burst: 0, perMs: 1 };
      await app.backend.run(
        async (ctx) => await fill(ctx, which, limit, Date.now()),
      );
    };
    await empty("demo:all");
    const ask = async (role: string, ip: string) =>
      await book(app, { role }, ip);
    expect(await ask("x", "203.0.113.1")).toEqual(DONE);
    expect(await ask("y", "203.0.113.1")).toMatchObject(tooMany);
    await empty("demo:new");
    expect(await ask("z", "203.0.113.2")).toMatchObject(tooMany);
  });

  test("from a program that fills in the hidden field is answered and not kept", async () => {
    const app = await openApp();
    expect(await book(app, { website: "https://spam.example" })).toEqual(DONE);
    expect(await rows(app, "demoRequests")).toEqual([]);
    expect(await rows(app, "rateLimits")).toEqual([]);
  });

  test("is deleted after 24 months and not before", async () => {
    const app = await openApp();
    await book(app);
    vi.setSystemTime(NOON + 729 * 24 * HOUR);
    await maintain(app);
    expect(await rows(app, "demoRequests")).toHaveLength(1);
    vi.setSystemTime(NOON + 731 * 24 * HOUR);
    await maintain(app);
    expect(await rows(app, "demoRequests")).toEqual([]);
  });
});

test("a newsletter address: is on the list once, and the answer does not say whether it was there", async () => {
  const app = await openApp();
  const first = await subscribe(app, "Ada@example.com");
  expect(await subscribe(app, " ada@EXAMPLE.com")).toEqual(first);
  expect(first).toEqual(DONE);
  expect(await rows(app, "newsletterAddresses")).toMatchObject([
    { email: "ada@example.com", at: NOON },
  ]);
  expect(await subscribe(app, "ada")).toEqual(refusedWith("invalidEmail"));
});

test("a newsletter address: is limited to ten an hour per network, counting known ones", async () => {
  const app = await openApp();
  for (let n = 0; n < 10; n += 1) await subscribe(app, `${n % 2}@x.example`);
  for (const email of ["0@x.example", "9@x.example"])
    expect(await subscribe(app, email)).toMatchObject(tooMany);
  expect(await rows(app, "newsletterAddresses")).toHaveLength(2);
});

const html = { Accept: "text/html,application/xhtml+xml", Origin: SITE };

test("a browser without script: is redirected to the thanks on the site, or on the address it came by", async () => {
  const app = await openApp();
  const sent = async (headers: Fields) => {
    const answer = await post(app, "/api/demo-requests", FORM, { headers });
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await sent(html)).toEqual([303, `${SITE}/book-demo#thank-you`]);
  const local = {
    ...html,
    Origin: "http://10.0.0.5:3000",
    Host: "10.0.0.5:3000",
  };
  expect(await sent(local)).toEqual([303, "/book-demo#thank-you"]);
});

test("a browser without script: reads the reason and can go back to the form", async () => {
  const app = await openApp();
  const answer = await post(
    app,
    "/api/newsletter",
    { email: "<b>" },
    { headers: html },
  );
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Valid email address is required");
  expect(text).toContain("Go back");
  expect(text).not.toContain("<b>");
});

test.each([
  ["a foreign page", FORM, { Origin: "https://evil.example" }],
  ["a page without an origin", FORM, { Origin: "null" }],
  ["JSON", JSON.stringify(FORM), { "Content-Type": "application/json" }],
  ["what says that it is longer", FORM, { "Content-Length": "70000" }],
  ["more than a form holds", { ...FORM, message: "m".repeat(70_000) }, {}],
])("%s is refused, and nothing is kept", async (_what, body, headers) => {
  const app = await openApp();
  const answer = await post(app, "/api/demo-requests", body, { headers });
  expect(answer.status).toBe(400);
  expect(await rows(app, "demoRequests")).toEqual([]);
  expect(await rows(app, "rateLimits")).toEqual([]);
});
