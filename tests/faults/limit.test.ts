/** C3: L+50 join at once under a plan of L: never more than L are active; the others get the specified sentence. */
import { afterAll, describe, expect, test } from "vitest";
import { times } from "../../engine/faults/counts.ts";
import { openMany } from "./join-race.ts";
import { raceForPlaces } from "./limit-race.ts";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import { PAUSES } from "./pauses.ts";
import { openShop, type Shop } from "./shop.ts";

const PLANS = [
  { plan: "starter", limit: 10, waves: times(1, 50) },
  { plan: "pro", limit: 50, waves: times(1, 50) },
] as const;
const MORE = 50;

describe("C3: the plan's limit holds in every committed state", () => {
  let shop: Shop | undefined;
  afterAll(() => shop?.close());

  test.each(PLANS)("$plan: $limit people", async ({ plan, limit, waves }) => {
    shop ??= await openShop({ patches: PAUSES });
    const clients = await openMany(shop.engine().port, limit + MORE);
    for (let wave = 0; wave < waves; wave++) {
      // The product limits joins per queue in ten minutes, so each wave has its own queue. Five queues would be the
      // limit of Starter.
      await runAsAdmin(shop.engine().url, "inspection:fillBuckets", {});
      await shop.setPlan("enterprise");
      const queueId = await shop.addQueue(`${plan} ${wave}`);
      await shop.setPlan(plan);
      const report = await raceForPlaces(shop, queueId, clients, 1);
      expect(Math.max(...report.active)).toBeLessThanOrEqual(limit);
      expect(report.refusals.length).toBeGreaterThan(0);
      const text = "queueFull";
      expect(new Set(report.refusals)).toEqual(new Set([text]));
      expect(report.wrong).toEqual([]);
    }
    for (const client of clients) client.close();
  });
});
