/** The payment notice at the top of the dashboard: easy to hit, with regular lines of text. */
import { expect, seen, test as base } from "./fixtures.ts";
import { advance, subscriptionsOf } from "./standins.ts";
import { newAccount, signUpPaid } from "./world.ts";

const LINE = 24;
const PADDING = 12;
const test = base.extend({
  owner: async ({ address }, use) => {
    await use(await signUpPaid(address, newAccount(), "starter"));
  },
});

test("the payment banner's link is at least 44 px high, its lines 24 px apart, its icon at the first", async ({
  ownerPage: page,
  business,
}) => {
  const [subscription] = await subscriptionsOf(business.owner.account.email);
  await advance(subscription?.id ?? "", "past_due");
  await page.goto("/dashboard");
  const banner = page
    .getByRole("status")
    .filter({ hasText: "Your last payment failed." });
  const link = banner.getByRole("button", { name: "Manage billing" });
  await seen(link);
  const box = async (of: typeof banner) =>
    (await of.boundingBox()) ?? { y: NaN, height: NaN };
  // The next event of the payment service redraws the banner.
  await expect(async () => {
    const [whole, target, icon] = await Promise.all(
      [banner, link, banner.locator("svg")].map(box),
    );
    expect(target?.height).toBeGreaterThanOrEqual(44);
    const text = (whole?.height ?? NaN) - 2 * PADDING;
    expect(text / LINE, "whole lines").toBeCloseTo(Math.round(text / LINE), 1);
    const middle = (icon?.y ?? NaN) + (icon?.height ?? NaN) / 2;
    const firstLine = (whole?.y ?? NaN) + PADDING + LINE / 2;
    expect(Math.abs(middle - firstLine)).toBeLessThanOrEqual(1);
  }).toPass();
});
