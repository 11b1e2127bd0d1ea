/** An admin on an owner's pages: the bar, and that no page continues in the admin's own shop when the viewing is over. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { Viewing } from "../../../../src/features/viewing/viewing.tsx";
import { freshBackend } from "../../fake-backend.tsx";
import { beSigned, open, owner, page, place } from "../../fake-session.tsx";
import { id } from "../../samples.ts";
import { act } from "../../act.ts";

const viewed = { ...owner(), viewing: { email: "shop@example.com" } };
/** The same admin's own shop. */
const own = owner({ businessId: id("own"), name: "Own shop" });
const backend = freshBackend();
// The bar is loaded on demand.
beforeAll(async () => {
  await import("../../../../src/features/viewing/viewing-bar.tsx");
});
beforeEach(() => {
  beSigned("in");
  backend.set(api.account.current.me, {}, viewed);
});
const show = async () => {
  const element = <Viewing>The page</Viewing>;
  await open(backend, "/dashboard", element);
};
const shown = async () =>
  await vi.waitFor(() => expect(page()).toContain("Viewing Fade & Fortune"));

test("a viewing that ends otherwise leads to the portal, not to the admin's own shop", async () => {
  await show();
  await shown();
  await backend.change(
    api.account.current.me,
    {},
    { ...viewed, business: null },
  );
  expect(page()).toContain("This business no longer exists.");
  await backend.change(api.account.current.me, {}, own);
  expect(place()).toBe("/admin/businesses/shop");
});

test("a sign-in after that is a new user and is not led away", async () => {
  await show();
  await shown();
  await act(async () => beSigned("out"));
  backend.set(api.account.current.me, {}, own);
  await act(async () => beSigned("in"));
  expect(page()).toBe("The page");
});
