/** One business as an admin sees it: the source of its plan, and the progress of its deletion (product.md O33). */
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import {
  BusinessView,
  useBusiness,
} from "../../../../src/features/directory/business-view.tsx";
import type { Business } from "../../../../src/features/directory/types.ts";
import { BusinessGone } from "../../../../src/routes/admin/business-gone.tsx";
import { draw, FakeBackend } from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { id } from "../../samples.ts";

const SHOP: Business = {
  businessId: id("shop"),
  userId: id("owner"),
  name: "Cut & Co",
  email: "zoe@example.com",
  plan: "pro",
  state: "active",
  source: "stripe",
  flag: null,
  createdAt: Date.parse("2026-11-18T12:00:00Z"),
  isErasing: false,
  phone: null,
  timezone: "Europe/London",
  clock: "h24",
  country: "GB",
  setupCompletedAt: null,
  owner: { userId: id("owner"), email: "zoe@example.com" },
  queues: { total: 2, active: 1, inactive: 1 },
  people: [],
  erasure: null,
  subscription: { grantedPlan: null, cancelAt: null, graceEndsAt: null },
};

const erased = (rows: number): Business => ({
  ...SHOP,
  isErasing: true,
  erasure: { rows, startedAt: SHOP.createdAt, state: "deleting" },
});
function Looking() {
  const business = useBusiness(SHOP.businessId);
  if (business === undefined) return null;
  if (business === null) return <BusinessGone />;
  return <BusinessView business={business} onGone={() => undefined} />;
}

test("a deletion shows its number of deleted rows and its end", async () => {
  const backend = new FakeBackend();
  const { businessId } = SHOP;
  const set = (business: Business | null) =>
    backend.change(api.admin.directory.business, { businessId }, business);
  await set(SHOP);
  await draw(
    backend,
    <MemoryRouter>
      <Looking />
    </MemoryRouter>,
  );
  expect(page()).not.toContain("being deleted");
  await set(erased(1));
  expect(page()).toContain("This business is being deleted. 1 row deleted");
  await set(erased(12_345));
  expect(page()).toContain("12,345 rows deleted so far");
  await set(null);
  expect(page()).not.toContain("deleted so far");
  expect(page()).toContain("It has been deleted");
});

test.each([
  ["active", true],
  ["pastDue", true],
  ["lapsed", false],
  ["none", false],
] as const)("a %s subscription names a source: %s", async (state, isNamed) => {
  const backend = new FakeBackend();
  const { businessId } = SHOP;
  backend.set(api.admin.directory.business, { businessId }, { ...SHOP, state });
  await draw(
    backend,
    <MemoryRouter>
      <Looking />
    </MemoryRouter>,
  );
  expect(page().includes("Source")).toBe(isNamed);
});
