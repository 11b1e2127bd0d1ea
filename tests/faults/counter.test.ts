/** The desk under races: call next (C1), the plan's queues and the month's texts (C5), all moves at once (C6). */
import { beforeAll, expect, test } from "vitest";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { raceForQueues, raceToTheEnd } from "./action-race.ts";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import { times } from "../../engine/faults/counts.ts";
import { PAUSES } from "./pauses.ts";
import { shop, useShop } from "./shop.ts";
import { raceStaff } from "./staff-race.ts";
import { openTexts, raceForTexts } from "./text-race.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api, internal } from "../../convex/_generated/api.js";

const MAX_STAFF = 16;
const ROUNDS = times(12, 50);
const TEXTS = times(2, 20);
const ENDS = times(4, 50);
useShop({ patches: PAUSES });
let queueId: string;
let staff: SyncClient[];
beforeAll(async () => {
  queueId = await shop.addQueue("Counter");
  staff = [];
  for (let i = 0; i < MAX_STAFF; i++) staff.push(await shop.staff());
});

test(`C1: ${ROUNDS} races call each ticket at most once, oldest first`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const people = 2 + Math.floor(chance() * (MAX_STAFF - 1));
    const tickets = Math.floor(chance() * (people + 4));
    expect(
      await raceStaff(shop, queueId, staff.slice(0, people), tickets),
    ).toEqual([]);
  }
});

test(`C5: ${ENDS} races to create queues stop at the plan's limit`, async () => {
  await shop.setPlan("pro");
  for (let round = 0; round < ENDS; round++) {
    await runAsAdmin(shop.engine().url, "inspection:fillBuckets", {});
    expect(await raceForQueues(staff, 10)).toEqual([]);
  }
  await shop.setPlan("enterprise");
});

test(`C5: ${TEXTS} races for texts stop at the month's quota`, async () => {
  const twilio = await openTexts(shop);
  const { url } = shop.engine();
  const { businessId } = shop;
  for (let round = 0; round < TEXTS; round++) {
    await shop.setPlan("pro");
    await runAsAdmin(url, nameOf(internal.demo.testing.setTextsUsed), {
      businessId,
      used: 30,
    });
    await runAsAdmin(url, "inspection:fillBuckets", {});
    const before = await twilio.taken();
    const isDowngrade = round % 2 === 1;
    const race = await raceForTexts(staff, 100, async () => {
      if (isDowngrade) await shop.setPlan("starter");
    });
    const sent = (await twilio.taken()) - before;
    expect(Math.max(...race.used)).toBeLessThanOrEqual(50);
    expect(race.used.at(-1)).toBe(30 + sent);
    expect(race.accepted - sent).toBeLessThanOrEqual(6);
    if (!isDowngrade) expect(race.accepted).toBeGreaterThanOrEqual(20);
    const codes = isDowngrade
      ? ["smsNotInPlan", "smsQuotaUsed"]
      : ["smsQuotaUsed"];
    for (const code of race.refusals) expect(codes).toContain(code);
  }
  await twilio.close();
  await shop.setPlan("enterprise");
});

test(`C6: ${ENDS} races against a queue's reset or end leave no ticket over`, async () => {
  for (let round = 0; round < ENDS; round++) {
    const end =
      round % 2 === 0
        ? nameOf(api.desk.actions.reset)
        : nameOf(api.desk.queues.remove);
    expect(await raceToTheEnd(shop, staff.slice(0, 8), end)).toEqual([]);
  }
});
