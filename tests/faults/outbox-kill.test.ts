/** kill -9 while messages are sent: each arrives exactly once or is recorded as unknown. The mail server knows no keys. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull, times } from "../../engine/faults/counts.ts";
import { openOutside, type Outside } from "./outside.ts";
import { outboxRounds } from "./outbox-rounds.ts";
import { shop, useShop } from "./shop.ts";

const ROUNDS = times(2, 30);

describe("outboxes", () => {
  useShop();
  let outside: Outside;
  beforeAll(async () => {
    outside = await openOutside(shop);
  });
  afterAll(() => outside.close());

  test(`lose nothing and send nothing twice in ${ROUNDS} kills`, async () => {
    const report = await outboxRounds(shop, outside, ROUNDS);
    expect(report.wrong).toEqual([]);
    expect(report.meant).toBeGreaterThan(ROUNDS);
    if (isFull) expect(report.unknown).toBeLessThan(report.meant);
  });
});
