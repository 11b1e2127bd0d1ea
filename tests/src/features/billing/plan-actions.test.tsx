/** What an owner can do about the plan, and the messages about it. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { BillingBanner } from "../../../../src/features/billing/billing-banner.tsx";
import { UpgradeDialog } from "../../../../src/features/billing/upgrade-dialog.tsx";
import { draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { beSigned, open, owner, page, UNPAID } from "../../fake-session.tsx";
import { must } from "../../../../src/lib/must.ts";
import { act } from "../../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock("../../../../src/lib/address/leave-for.ts", async (original) => ({
  ...(await original<object>()),
  leaveFor,
  onReturn: () => () => undefined,
}));
const backend = freshBackend();
const onClose = vi.fn();
beforeEach(() => {
  leaveFor.mockReset();
  onClose.mockReset();
});
const upgrades = () =>
  backend.sent.filter(
    ({ name }) => name === nameOf(api.billing.payments.upgrade),
  );
const previews = (answer: () => unknown) =>
  backend.on(api.billing.payments.previewUpgrade, answer);
const show = () =>
  open(
    backend,
    "/dashboard",
    <UpgradeDialog from="starter" to="pro" onClose={onClose} />,
  );

test("the upgrade: says what Pro includes and charges nothing before the owner confirms", async () => {
  await show();
  find("h2", "Upgrade to Pro?");
  for (const promise of [
    "SMS notifications (50 texts a month)",
    "Up to 10 queues",
    "50+ people per queue a day, 50 at once",
    "Advanced analytics",
    "Custom alerts",
  ]) {
    find("li", promise);
  }
  expect(upgrades()).toEqual([]);
});

test("the upgrade shows what is due, without charging it", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  previews(() => ({ ok: true, due: { amount: 483, currency: "usd" } }));
  await show();
  expect(find("[role=status]", /Due today/).textContent).toBe("Due today$4.83");
  expect(page()).toContain("Pro is $29 a month instead of $19.");
  expect(upgrades()).toEqual([]);
});

test("the upgrade: says what is charged while the amount loads or without it, and still works", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  let tell = (_: object) => {};
  previews(
    async () => await new Promise<object>((resolve) => (tell = resolve)),
  );
  backend.on(api.billing.payments.upgrade, () => ({ ok: true }));
  await show();
  expect(page()).toContain("Due todayLoading...");
  expect(page()).toContain(
    "You pay the difference for the rest of this month now.",
  );
  await act(async () => tell({ ok: false, code: "upgradeFailed" }));
  expect(page()).toContain("Due todayThe difference, charged now");
  expect(page()).not.toContain("Failed to initiate upgrade");
  await press(/^Confirm & Pay/);
  expect(upgrades()).toHaveLength(1);
});

test("the upgrade: a shop that pays nothing reads no price of before and no difference; the payment page shows the amount", async () => {
  beSigned("in");
  backend.set(
    api.account.current.me,
    {},
    owner({ subscription: { source: "admin" } }),
  );
  let tell = (_: object) => {};
  previews(
    async () => await new Promise<object>((resolve) => (tell = resolve)),
  );
  await show();
  find("p", "Pro is $29 a month.");
  await act(async () => tell({ ok: true, due: null }));
  find("p", "Pro is $29 a month. You pay on the next page.");
  expect(page()).not.toContain("Due today");
});

test("the upgrade: after a declined card says so, stays open and leads to Manage billing", async () => {
  const message =
    "Your card was declined. Change it under Manage billing and try again.";
  backend.refuse(api.billing.payments.upgrade, "cardDeclined");
  const url = "https://portal.example/1";
  backend.on(api.billing.payments.openPortal, () => ({ ok: true, url }));
  await show();
  await press(/^Confirm & Pay/);
  expect(find("[role=alertdialog] [role=status] p", message)).toBeTruthy();
  expect(page()).not.toContain("Failed to initiate upgrade");
  expect(onClose).not.toHaveBeenCalled();
  await press(/^Manage billing/);
  expect(leaveFor).toHaveBeenCalledWith(url);
  backend.on(api.billing.payments.upgrade, () => ({ ok: true }));
  await press(/^Confirm & Pay/);
  expect(page()).not.toContain(message);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("the upgrade: leads to the payment when there is no subscription", async () => {
  const url = "https://pay.example/1";
  backend.on(api.billing.payments.upgrade, () => ({ ok: true, url }));
  await show();
  await press(/^Confirm & Pay/);
  expect(leaveFor).toHaveBeenCalledWith(url);
});

test("the upgrade: says so and closes the dialog when it fails", async () => {
  backend.fail(api.billing.payments.upgrade);
  await show();
  await press(/^Confirm & Pay/);
  expect(page()).toContain("Failed to initiate upgrade. Please try again.");
  expect(onClose).toHaveBeenCalledTimes(1);
});

const showBanner = async (
  subscription: NonNullable<Parameters<typeof owner>[0]>["subscription"],
) => {
  const { business } = owner({ subscription: subscription ?? {} });
  await draw(
    backend,
    <MemoryRouter>
      <BillingBanner
        subscription={must(business, "the owner has a shop").subscription}
        timeZone="Europe/London"
      />
    </MemoryRouter>,
  );
};
const AT = Date.parse("2026-11-28T23:30:00Z");

test("the banner: says until when a failed payment can be made", async () => {
  await showBanner({ state: "pastDue", graceEndsAt: AT });
  expect(page()).toContain("Your last payment failed.");
  expect(page()).toContain("Please pay the open bill before 28 November");
  find("button", "Manage billing");
});

test("the banner: says after a lapse what still works", async () => {
  await showBanner({ ...UNPAID, state: "lapsed" });
  expect(page()).toContain("You can serve the people in your queues");
  find("a", "Choose a plan");
});

test("the banner: opens the billing page", async () => {
  const url = "https://portal.example/1";
  backend.on(api.billing.payments.openPortal, () => ({ ok: true, url }));
  await showBanner({ state: "pastDue", graceEndsAt: AT });
  await press("Manage billing");
  expect(leaveFor).toHaveBeenCalledWith(url);
});

test("the banner: is hidden while all is well", async () => {
  await showBanner({});
  expect(page()).toBe("");
});
