/** kill -9 while messages are sent: each arrives exactly once or is recorded as unknown. The mail server knows no keys. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull, times } from "../../engine/faults/counts.ts";
import { openOutside, type Outside } from "./outside.ts";
import { outboxRounds } from "./outbox-rounds.ts";
import { openShop, type Shop } from "./shop.ts";

const ROUNDS = times(2, 30);

describe("outboxes", () => {
  let shop: Shop;
  let outside: Outside;
  beforeAll(async () => {
    shop = await openShop();
    await shop.setPlan("enterprise");
    outside = await openOutside(shop);
  });
  afterAll(async () => {
    await shop.close();
    await outside.close();
  });

  test(`lose nothing and send nothing twice in ${ROUNDS} kills`, async () => {
    const report = await outboxRounds(shop, outside, ROUNDS);
    expect(report.wrong).toEqual([]);
    expect(report.meant).toBeGreaterThan(ROUNDS);
    if (isFull) expect(report.unknown).toBeLessThan(report.meant);
  });
});
