import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sdk } from "./open-shop.ts";

const MAIN = join(import.meta.dirname, "../../standins/main.ts");
const SECRETS = {
  STRIPE_SECRET_KEY: "sk_test_standin",
  STRIPE_WEBHOOK_SECRET: "whsec_test",
  MAIL_API_KEY: "re_test",
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "t",
  GOOGLE_CLIENT_ID: "standin",
  GOOGLE_CLIENT_SECRET: "GOCSPX",
};
const ARGS = [
  ...["--webhook-url", "http://127.0.0.1:1/webhook", "--port", "0"],
  ...["--twilio-inbound", "http://127.0.0.1:1/inbound"],
  ...["--twilio-number", "+15550100001"],
];

const data = mkdtempSync(join(tmpdir(), "yourturn-standins-main-"));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

const exited = (child: ChildProcess) =>
  new Promise((resolve) => child.once("exit", resolve));

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const args = [...ARGS, "--data", data];
  const child = fork(MAIN, [...args, "--price", "price_a=Plan A:500:usd"], {
    env: { ...process.env, ...SECRETS },
    execArgv: [],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message: { ready: { url: string } }) =>
      resolve(message.ready.url),
    );
    child.once("exit", (code) => reject(new Error(`exit ${code}`)));
  });
  return { child, url };
}

test("the program reports when it is ready, exits cleanly and keeps its state", async () => {
  const first = await start();
  const stripe = sdk(Number(new URL(first.url).port), "sk_test_standin");
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: "price_a", quantity: 1 }],
    success_url: "http://shop.test/",
  });
  expect(session.amount_total).toBe(500);
  const { id } = await stripe.customers.create({ name: "Ann" });
  const ended = exited(first.child);
  first.child.kill("SIGTERM");
  expect(await ended).toBe(0);

  const second = await start();
  const again = sdk(Number(new URL(second.url).port), "sk_test_standin");
  expect(await again.customers.retrieve(id)).toMatchObject({ name: "Ann" });
  const orphaned = exited(second.child);
  second.child.disconnect();
  expect(await orphaned).toBe(0);
});
