/** The stand-ins' settings in launch/config.mjs, against what the stand-ins and the product understand. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { plans, soldPlans } from "../../convex/base/rules/plans.ts";
import { parseSettings } from "../../standins/settings.ts";

type Service = { env: Record<string, string> };
type Config = {
  project: { standins: { args: string[]; services: Service[] } };
};

// Imported by path, because it is plain JavaScript without types.
const { standins } = (
  (await import(join(import.meta.dirname, "../../launch/config.mjs"))) as Config
).project;

test("the stand-in sells the plans at the product's prices", () => {
  const args = standins.args.map((one) =>
    one
      .replace("{site}", "http://localhost:3001")
      .replace("{page}", "http://localhost:3000"),
  );
  const { prices, webhook } = parseSettings(args, {
    ...{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    ...{ MAIL_API_KEY: "1", TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "1" },
    ...{ GOOGLE_CLIENT_ID: "1", GOOGLE_CLIENT_SECRET: "1" },
  });
  expect(webhook.url).toBe("http://localhost:3001/api/stripe/webhook");
  const told = Object.assign(
    {},
    ...standins.services.map(({ env }) => env),
  ) as Record<string, string>;
  for (const plan of soldPlans) {
    const { label, pricePerMonth } = plans[plan];
    expect(prices).toContainEqual({
      id: told[plans[plan].priceVariable ?? ""],
      name: label,
      unitAmount: (pricePerMonth ?? 0) * 100,
      currency: "usd",
    });
  }
});
