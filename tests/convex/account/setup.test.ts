/** The first-run wizard as the owner uses it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { openApp, rows } from "../open-app.ts";
import {
  closeStripe,
  newcomer,
  NOW,
  openStripe,
} from "../billing/paying-shop.ts";

beforeEach(() => void openStripe());
afterEach(closeStripe);

test("setup works before paying, keeps what was entered, and is done once", async () => {
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
    (await caller.query(api.account.current.me, {}))?.business
      ?.setupCompletedAt;
  expect(await done()).toBeNull();
  expect(
    await caller.mutation(api.account.current.completeSetup, {
      ...profile,
      name: " ",
    }),
  ).toEqual({ ok: false, code: "businessNameRequired" });
  expect(await done()).toBeNull();
  expect(
    await caller.mutation(api.account.current.completeSetup, profile),
  ).toEqual({
    ok: true,
    queueId: null,
  });
  expect(await done()).toBe(NOW);
  expect(await rows(app, "businesses")).toMatchObject([profile]);
  vi.setSystemTime(NOW + 1);
  await caller.mutation(api.account.current.completeSetup, profile);
  expect(await done()).toBe(NOW);
});

test("setup creates the first queue with the profile or not at all, and once", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app);
  const finish = (firstQueue: string, name = "Fade") =>
    caller.mutation(api.account.current.completeSetup, {
      name,
      phone: null,
      description: null,
      slotMinutes: 20,
      operatingHours: defaultHours,
      firstQueue,
    });
  expect(await finish("Walk-ins", " ")).toMatchObject({ ok: false });
  expect(await finish("x".repeat(61))).toMatchObject({
    ok: false,
    code: "queueNameTooLong",
  });
  expect(await rows(app, "queues")).toEqual([]);
  expect((await rows(app, "businesses"))[0]?.setupCompletedAt).toBeUndefined();

  expect(await finish(" \u200B ")).toEqual({ ok: true, queueId: null });
  const [first, second] = [await finish(" Walk-ins "), await finish("Other")];
  const queues = await rows(app, "queues");
  expect(queues).toMatchObject([{ name: "Walk-ins", isActive: true }]);
  expect(first).toEqual({ ok: true, queueId: queues[0]?._id });
  expect(second).toEqual(first);
});
