/** What an owner can do about the plan, and is told about it. */
import "../../setup-dom.ts";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { BillingBanner } from "../../../../src/features/billing/billing-banner.tsx";
import { UpgradeDialog } from "../../../../src/features/billing/upgrade-dialog.tsx";
import { draw, FakeBackend, find, press } from "../../fake-backend.tsx";
import { open, owner, page, UNPAID } from "../../fake-session.tsx";
import { must } from "../../../../src/lib/must.ts";

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock("../../../../src/lib/leave-for.ts", () => ({
  leaveFor,
  onReturn: () => () => undefined,
}));

let backend: FakeBackend;
const onClose = vi.fn();

beforeEach(() => {
  leaveFor.mockReset();
  onClose.mockReset();
  backend = new FakeBackend();
});

describe("the upgrade", () => {
  const show = () =>
    open(backend, "/dashboard", {
      path: "/dashboard",
      element: <UpgradeDialog onClose={onClose} />,
    });

  test("promises what Pro is and asks before it costs money", async () => {
    await show();
    find("h2", "Upgrade to Pro?");
    for (const promise of [
      "SMS notifications",
      "Up to 10 queues",
      "50+ people per queue",
      "Advanced analytics",
      "Custom alerts",
    ]) {
      find("li", promise);
    }
    expect(backend.sent).toEqual([]);
  });

  test("changes the subscription that is there", async () => {
    backend.on(api.billing.upgrade, () => ({ ok: true }));
    await show();
    await press(/^Confirm & Pay/);
    expect(backend.sent).toEqual([
      { name: "billing:upgrade", args: { plan: "pro" } },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(leaveFor).not.toHaveBeenCalled();
  });

  test("leads to the payment when there is none", async () => {
    const url = "https://pay.example/1";
    backend.on(api.billing.upgrade, () => ({ ok: true, url }));
    await show();
    await press(/^Confirm & Pay/);
    expect(leaveFor).toHaveBeenCalledWith(url);
  });

  test("that fails says so and closes the dialog", async () => {
    backend.on(api.billing.upgrade, () => {
      throw new Error("Stripe is down");
    });
    await show();
    await press(/^Confirm & Pay/);
    expect(page()).toContain("Failed to initiate upgrade. Please try again.");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("the banner", () => {
  const show = async (
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

  test("says until when a failed payment can be made good", async () => {
    await show({ state: "pastDue", graceEndsAt: AT });
    expect(page()).toContain("Your last payment failed.");
    expect(page()).toContain("before 28 November");
    find("button", "Manage Billing");
  });

  test("says when a cancelled subscription ends", async () => {
    await show({ cancelAt: AT });
    expect(page()).toContain("Your subscription ends on 28 November.");
  });

  test("after a lapse says what still works", async () => {
    await show({ ...UNPAID, state: "lapsed" });
    expect(page()).toContain("You can serve the people who are in your queues");
    find("a", "Choose a plan");
  });

  test("opens the billing page", async () => {
    const url = "https://portal.example/1";
    backend.on(api.billing.openPortal, () => ({ ok: true, url }));
    await show({ state: "pastDue", graceEndsAt: AT });
    await press("Manage Billing");
    expect(leaveFor).toHaveBeenCalledWith(url);
  });

  test("is not there while all is well", async () => {
    await show({});
    expect(page()).toBe("");
  });
});
