import { afterEach, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./open-shop.ts";
import { visit } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const MAIL = {
  from: "Yourturn <hello@shop.test>",
  to: "ann@shop.test",
  subject: "Your code",
  html: "<p>Your code is <b>123456</b></p>",
  text: "Your code is 123456",
};

async function send(
  body: unknown,
  headers: Record<string, string> = { Authorization: "Bearer re_test" },
) {
  const response = await fetch(`${shop.origin}/emails`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { id?: string; name?: string };
  return { status: response.status, ...answer };
}

async function messages(): Promise<{ id: string; to: string[] }[]> {
  const response = await fetch(`${shop.origin}/_standin/mail/messages`);
  return ((await response.json()) as { messages: never[] }).messages;
}

test("the newest mail is first, and a restart keeps all", async () => {
  await send({ ...MAIL, subject: "First" });
  await send({ ...MAIL, subject: "Second", to: ["a@b.test", "c@d.test"] });
  shop = await shop.restart();
  expect(await messages()).toMatchObject([
    { subject: "Second", to: ["a@b.test", "c@d.test"] },
    { subject: "First" },
  ]);
});

test.each([
  ["no key", {}, 401, "missing_api_key"],
  ["a wrong key", { Authorization: "Bearer no" }, 403, "invalid_api_key"],
])("refuses: %s", async (_, headers, status, name) => {
  expect(await send(MAIL, headers)).toMatchObject({ status, name });
  expect(await messages()).toEqual([]);
});

test.each([
  ["no sender", { from: undefined }, "missing_required_field"],
  ["no recipient", { to: undefined }, "missing_required_field"],
  ["no subject", { subject: "" }, "missing_required_field"],
  [
    "nothing to read",
    { html: undefined, text: undefined },
    "missing_required_field",
  ],
  ["a sender that is no address", { from: "shop" }, "validation_error"],
  ["a recipient that is no address", { to: ["ann"] }, "validation_error"],
  ["a field it does not know", { reply_to: "a@b.c" }, "validation_error"],
])("refuses: %s", async (_, changes, name) => {
  expect(await send({ ...MAIL, ...changes })).toMatchObject({
    status: 422,
    name,
  });
  expect(await messages()).toEqual([]);
});

test("an idempotency key sends one mail once and is refused for another mail", async () => {
  const headers = {
    Authorization: "Bearer re_test",
    "Idempotency-Key": "reset/1",
  };
  const first = await send(MAIL, headers);
  expect(await send(MAIL, headers)).toEqual(first);
  expect(await messages()).toHaveLength(1);
  expect(await send({ ...MAIL, text: "Other" }, headers)).toMatchObject({
    status: 409,
    name: "invalid_idempotent_request",
  });
});

test("the outbox shows a mail as text, and its HTML cannot run scripts", async () => {
  const evil = "<script>alert(1)</script>";
  const { id } = await send({ ...MAIL, subject: evil, text: evil, html: evil });
  for (const page of ["outbox", `outbox/${id}`]) {
    const { text } = await visit(`${shop.origin}/${page}`);
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
  }
  const response = await fetch(`${shop.origin}/outbox/${id}/html`);
  expect(await response.text()).toBe(evil);
  const policy = response.headers.get("content-security-policy");
  expect(policy).toMatch(/^sandbox; default-src 'none';/);
});
