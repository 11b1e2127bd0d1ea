/** C4: one time is booked once, and no bookings overlap. C7: customers get in only while it is open. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { press } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { raceForDay, raceForSlot, someDay } from "./booking-race.ts";
import { times } from "../../engine/faults/counts.ts";
import { openMany } from "./join-race.ts";
import { PAUSES } from "./pauses.ts";
import { type Shop, shop, useShop } from "./shop.ts";
import { booking, joining, raceWithSwitch } from "./switch-race.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const PEOPLE = 100;
const SWITCHES = times(10, 50);

describe("C4 and C7", () => {
  useShop({ patches: PAUSES });
  let clients: SyncClient[];
  beforeAll(async () => {
    clients = await openMany(shop.engine().port, PEOPLE);
  });

  test.each([1, 3])("C4: %i chairs let as many book a time", async (chairs) => {
    const owner = await shop.staff();
    const queueId = await shop.addQueue(`${chairs} chairs`);
    await press(owner, api.desk.queues.setChairs, { queueId, chairs });
    const free = (await someDay(owner, queueId)).times;
    for (let round = 0; round < times(2, 50 / chairs); round++) {
      const startsAt = free[round % free.length] ?? 0;
      const used = round >= free.length;
      if (used && round % free.length === 0)
        await owner.mutation(nameOf(api.desk.actions.reset), {
          queueId,
          requestKey: randomUUID(),
        });
      expect(
        await raceForSlot(shop, queueId, clients, startsAt, chairs),
      ).toEqual([]);
    }
    owner.close();
  });

  test("C4: bookings never overlap while slot lengths change and bookings move", async () => {
    for (let round = 0; round < times(1, 50); round++) {
      const queueId = await shop.addQueue(`Day ${round}`);
      const some = clients.slice(0, 20);
      expect(await raceForDay(shop, queueId, some)).toEqual([]);
      await removeQueue(shop, queueId);
    }
  });

  test("C7: customers join only while the queue is open", async () => {
    const course = joining(await shop.addQueue("Switched"));
    const some = clients.slice(0, 10);
    const report = await raceWithSwitch(shop, course, some, SWITCHES);
    expect(report).toMatchObject({ whileClosed: 0, wrong: [] });
    expect(report.entered).toBeGreaterThan(0);
    expect(report.refusals).toEqual(["queueClosed"]);
  });

  test("C7: customers book only in the hours that are valid then", async () => {
    for (let round = 0; round < times(1, 10); round++) {
      const queueId = await shop.addQueue(`Holiday or not ${round}`);
      const course = await booking(shop, queueId);
      // Ninety bookings an hour stay within the limit of a private network.
      const some = clients.slice(0, 5);
      const report = await raceWithSwitch(shop, course, some, 10);
      expect(report).toMatchObject({ whileClosed: 0, wrong: [] });
      expect(report.entered).toBeGreaterThan(0);
      const { refusals } = report;
      expect(refusals).toContain("slotNotBookable");
      await removeQueue(shop, queueId);
    }
  });
});

async function removeQueue(shop: Shop, queueId: string): Promise<void> {
  const owner = await shop.staff();
  await owner.mutation(nameOf(api.desk.queues.remove), { queueId });
  owner.close();
}
