/** The first-run wizard, from the owner's side. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { defaultHours } from "../../convex/model/hours.ts";
import { openApp, rows } from "./open-app.ts";
import { closeStripe, newcomer, NOW, openStripe } from "./paying-shop.ts";

beforeEach(() => void openStripe());
afterEach(closeStripe);

test("works before paying, keeps what was said, and is done once", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app);
  const profile = {
    name: "Fade",
    phone: null,
    description: "Barbers",
    slotMinutes: 20,
    operatingHours: { ...defaultHours, "0": { start: "10:00", end: "12:00" } },
  };
  const done = async () =>
    (await caller.query(api.account.me, {}))?.business?.setupCompletedAt;
  expect(await done()).toBeNull();
  expect(
    await caller.mutation(api.account.completeSetup, { ...profile, name: " " }),
  ).toEqual({ ok: false, code: "businessNameRequired" });
  expect(await done()).toBeNull();
  expect(await caller.mutation(api.account.completeSetup, profile)).toEqual({
    ok: true,
  });
  expect(await done()).toBe(NOW);
  expect(await rows(app, "businesses")).toMatchObject([profile]);
  vi.setSystemTime(NOW + 1);
  await caller.mutation(api.account.completeSetup, profile);
  expect(await done()).toBe(NOW);
});
