/** Which item of the portal's menu is current. */
import { expect, test } from "vitest";
import { isCurrent } from "../../../../src/features/shell/admin-menu.ts";

const overview = { to: "/admin" };
const businesses = { to: "/admin/businesses", leadsTo: ["/admin/queues"] };

test.each([
  ["/admin", true, false],
  ["/admin/", true, false],
  ["/admin/businesses", false, true],
  ["/admin/businesses/k57", false, true],
  ["/admin/queues/k57", false, true],
  ["/admin/businesses-of-others", false, false],
])("%s", (path, isOverview, isBusinesses) => {
  expect(isCurrent(overview, path)).toBe(isOverview);
  expect(isCurrent(businesses, path)).toBe(isBusinesses);
});
