/** C4: one time is booked as often as there are chairs, and no bookings overlap. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { press } from "../bench/engine/product.ts";
import { raceForSlot, someDay } from "./booking-race.ts";
import { times } from "../../engine/faults/counts.ts";
import { openMany } from "./join-race.ts";
import { PAUSES } from "./pauses.ts";
import { shop, useShop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const PEOPLE = 100;
useShop({ patches: PAUSES });

test.each([1, 3])("C4: %i chairs let as many book a time", async (chairs) => {
  const clients = await openMany(shop.engine().port, PEOPLE);
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
    expect(await raceForSlot(shop, queueId, clients, startsAt, chairs)).toEqual(
      [],
    );
  }
  for (const client of [owner, ...clients]) client.close();
});
