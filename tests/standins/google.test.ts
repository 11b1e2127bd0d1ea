/** Parts of the stand-in for Google that no product test reaches: its refusals and its pages. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./open-shop.ts";
import { control, submit, visit } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const EMAIL = "https://www.googleapis.com/auth/userinfo.email";
const CALENDAR = "https://www.googleapis.com/auth/calendar";
const ASKED = {
  client_id: "standin",
  redirect_uri: "http://shop.test/back",
  ...{ response_type: "code", scope: `${CALENDAR} ${EMAIL}` },
  ...{ access_type: "offline", prompt: "consent", state: "<script>" },
  ...{ code_challenge: "x", code_challenge_method: "S256" },
};

const ask = async (changes: Record<string, string> = {}) =>
  await visit(
    `${shop.origin}/o/oauth2/v2/auth?${new URLSearchParams({ ...ASKED, ...changes }).toString()}`,
  );

test("the consent page offers two accounts and shows the request as text", async () => {
  const { status, text } = await ask();
  expect(status).toBe(200);
  expect(text).toContain("owner@gmail.example");
  expect(text).toContain("second@gmail.example");
  expect(text).not.toContain("<script");
});

test.each([
  ["another program", { client_id: "other" }],
  ["no way back", { redirect_uri: "javascript:alert(1)" }],
  ["no challenge", { code_challenge_method: "plain" }],
  ["a scope it does not know", { scope: "everything" }],
  ["no offline access", { access_type: "online" }],
  ["no forced consent", { prompt: "none" }],
])("the consent page refuses a request with %s", async (_, changes) => {
  expect((await ask(changes)).status).toBe(400);
});

test("busy times can be added on the stand-in's page and by tests; unknown switches are refused", async () => {
  const email = "owner@gmail.example";
  await submit(`${shop.origin}/google/busy`, {
    ...{ email, start: "2026-11-20T15:00", minutes: "30" },
  });
  const refused = await visit(`${shop.origin}/google`);
  expect(refused.text).not.toContain("2026-11-20 15:00");
  const own = await fetch(`${shop.origin}/google/busy`, {
    method: "POST",
    headers: { Origin: shop.origin },
    body: new URLSearchParams({
      email,
      start: "2026-11-21T15:00",
      minutes: "30",
    }),
  });
  expect(await own.text()).toContain("2026-11-21 15:00");
  const blocks = [
    { start: "2026-11-20T15:00:00Z", end: "2026-11-20T15:30:00Z" },
  ];
  const set = await control(shop, "google/busy", { email, blocks });
  expect(set.status).toBe(200);
  const page = await visit(`${shop.origin}/google`);
  expect(page.text).toContain("2026-11-20 15:00");
  for (const bad of [{ delayMs: "1" }, { unknown: true }])
    expect((await control(shop, "google/settings", bad)).status).toBe(400);
});
