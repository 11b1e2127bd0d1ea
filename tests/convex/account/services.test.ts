/** What users learn about the services behind this deployment. */
import { afterEach, expect, test, vi } from "vitest";
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

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["nothing is set", {}, { payments: "off", mail: "off", signUp: "closed" }],
  [
    "real",
    { ...PAYMENTS, ...MAIL },
    { payments: "real", mail: "real", signUp: "open" },
  ],
  [
    "stand-ins",
    { ...PAYMENTS, ...MAIL, ...NEARBY },
    { payments: "standIn", mail: "standIn", signUp: "open" },
  ],
  [
    "stand-ins in production",
    { ...PAYMENTS, ...MAIL, ...NEARBY, DEPLOYMENT_KIND: "production" },
    { payments: "off", mail: "off", signUp: "closed" },
  ],
  [
    "a demo without payments",
    { DEPLOYMENT_KIND: "demo" },
    { payments: "off", mail: "off", signUp: "open" },
  ],
  [
    "no payment needed",
    FREE,
    { payments: "notNeeded", mail: "off", signUp: "open" },
  ],
  [
    "no payment needed, by invitation",
    { ...PAYMENTS, ...FREE, ...LISTED },
    { payments: "notNeeded", mail: "off", signUp: "listed" },
  ],
  [
    "a plan of no known name",
    { PLAN_WITHOUT_PAYMENT: "gold" },
    { payments: "off", mail: "off", signUp: "closed" },
  ],
])("%s", async (_name, environment, told) => {
  const app = await openApp();
  for (const name of Object.keys({
    ...PAYMENTS,
    ...MAIL,
    ...NEARBY,
    ...FREE,
    ...LISTED,
  })) {
    vi.stubEnv(name, undefined);
  }
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, value);
  }
  expect(await app.backend.query(api.account.deployment.current, {})).toEqual(
    told,
  );
});
