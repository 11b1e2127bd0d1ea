/** What users learn about the services behind this deployment. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openApp } from "../open-app.ts";
import { PAYMENT_VARIABLES as PAYMENTS } from "../billing/payment-variables.ts";

const MAIL = { MAIL_API_KEY: "re_1", MAIL_FROM: "hello@example.com" };
const FREE = { PLAN_WITHOUT_PAYMENT: "enterprise" };
const LISTED = { SIGN_UP_EMAILS: "ann@shop.example, Bob@shop.example" };
const NEARBY = {
  DEPLOYMENT_KIND: "demo",
  STRIPE_API_URL: "http://localhost:3003",
  MAIL_API_URL: "http://localhost:3003",
};

test.each([
  ["nothing is set", {}, "off off closed"],
  ["real", { ...PAYMENTS, ...MAIL }, "real real open"],
  ["stand-ins", { ...PAYMENTS, ...MAIL, ...NEARBY }, "standIn standIn open"],
  [
    "stand-ins in production",
    { ...PAYMENTS, ...MAIL, ...NEARBY, DEPLOYMENT_KIND: "production" },
    "off off closed",
  ],
  ["a demo without payments", { DEPLOYMENT_KIND: "demo" }, "off off open"],
  ["no payment needed", FREE, "notNeeded off open"],
  [
    "no payment needed, by invitation",
    { ...PAYMENTS, ...FREE, ...LISTED },
    "notNeeded off listed",
  ],
  [
    "a plan of no known name",
    { PLAN_WITHOUT_PAYMENT: "gold" },
    "off off closed",
  ],
])("%s", async (_name, environment, told) => {
  const app = await openApp();
  const all = { ...PAYMENTS, ...MAIL, ...NEARBY, ...FREE, ...LISTED };
  for (const name of Object.keys(all)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment))
    vi.stubEnv(name, value);
  const [payments, mail, signUp] = told.split(" ");
  expect(await app.backend.query(api.account.deployment.current, {})).toEqual({
    ...{ payments, mail, signUp },
  });
});
