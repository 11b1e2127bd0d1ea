/** The first-run wizard as the owner uses it. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { rows } from "../open-app.ts";
import { newcomer, useStripe } from "../billing/paying-shop.ts";
import { meOf, refusedWith } from "../base/calls.ts";
import { NOON } from "../fake-clock.ts";

const { completeSetup } = api.account.current;
useStripe();

test("setup works before paying, keeps what was entered, and is done once", async () => {
  const { app, caller } = await newcomer();
  const profile = {
    name: "Fade",
    phone: null,
    description: "Barbers",
    slotMinutes: 20,
    operatingHours: { ...defaultHours, "0": { start: "10:00", end: "12:00" } },
  };
  const save = (given: object) =>
    caller.mutation(completeSetup, { ...profile, ...given });
  const done = async () => (await meOf(caller))?.business?.setupCompletedAt;
  expect(await done()).toBeNull();
  expect(await save({ name: " " })).toEqual(
    refusedWith("businessNameRequired"),
  );
  expect(await done()).toBeNull();
  expect(await save({})).toEqual({ ok: true, queueId: null });
  expect(await done()).toBe(NOON);
  expect(await rows(app, "businesses")).toMatchObject([profile]);
  vi.setSystemTime(NOON + 1);
  await save({});
  expect(await done()).toBe(NOON);
});

test("setup creates the first queue with the profile or not at all, and once", async () => {
  const { app, caller } = await newcomer();
  const finish = (firstQueue: string, name = "Fade") =>
    caller.mutation(completeSetup, {
      name,
      phone: null,
      description: null,
      slotMinutes: 20,
      operatingHours: defaultHours,
      firstQueue,
    });
  expect(await finish("Walk-ins", " ")).toMatchObject({ ok: false });
  const tooLong = await finish("x".repeat(61));
  expect(tooLong).toMatchObject({ ok: false, code: "queueNameTooLong" });
  expect(await rows(app, "queues")).toEqual([]);
  expect((await rows(app, "businesses"))[0]?.setupCompletedAt).toBeUndefined();
  expect(await finish(" \u200B ")).toEqual({ ok: true, queueId: null });
  const [first, second] = [await finish(" Walk-ins "), await finish("Other")];
  const queues = await rows(app, "queues");
  expect(queues).toMatchObject([{ name: "Walk-ins", isActive: true }]);
  expect(first).toEqual({ ok: true, queueId: queues[0]?._id });
  expect(second).toEqual(first);
});
