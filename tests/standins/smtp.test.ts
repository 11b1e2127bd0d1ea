/** The stand-in's mail server, used through nodemailer as in the product. */
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./open-shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ smtp: true });
});
afterEach(() => shop.close());

const MAIL = {
  from: "Yourturn <hello@shop.test>",
  to: "ann@shop.test",
  subject: "Termin für Ann",
  html: "<p>Tomorrow at <b>ten</b></p>",
  text: "Tomorrow at ten",
};

function send(also: object = {}, user = "standin:re_test") {
  const url = `smtp://${user}@127.0.0.1:${shop.smtpPort}`;
  const transport = createTransport(url);
  return transport
    .sendMail({ ...MAIL, ...also })
    .finally(() => transport.close());
}

async function messages(): Promise<object[]> {
  const response = await fetch(`${shop.origin}/_standin/mail/messages`);
  return ((await response.json()) as { messages: object[] }).messages;
}

test("a wrong password and each address that asks for a failure get their own error", async () => {
  await expect(send({}, "standin:no")).rejects.toMatchObject({
    responseCode: 535,
  });
  const to = (who: string) => send({ to: `${who}+1@shop.test` });
  await expect(to("refuse")).rejects.toMatchObject({ responseCode: 550 });
  await expect(to("later")).rejects.toMatchObject({ responseCode: 451 });
  expect(await messages()).toEqual([]);
  await expect(to("cut")).rejects.toMatchObject({ code: "ECONNECTION" });
  expect(await messages()).toHaveLength(1);
});
