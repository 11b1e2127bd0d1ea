/** product.md A10, O25: of a deleted business nothing is left but one record, whatever happens meanwhile; others stay whole. */
import { expect, test } from "vitest";
import { times } from "../../engine/faults/counts.ts";
import { raceWithErasure } from "./erase-race.ts";
import { openShop } from "./shop.ts";

const ROUNDS = times(1, 20);
/** Extra rounds until a kill falls between two batches. Without one, the test shows nothing. */
const MORE_ROUNDS = 5;
const KILLS = times(2, 6);

test(`nothing but the record is left of ${ROUNDS} businesses whose deletion was interrupted by kills`, async () => {
  let halves = 0;
  for (
    let round = 0;
    round < ROUNDS || (halves === 0 && round < ROUNDS + MORE_ROUNDS);
    round++
  ) {
    const shop = await openShop();
    await shop.setPlan("enterprise");
    const report = await raceWithErasure(shop, KILLS);
    await shop.close();
    expect(report.wrong).toEqual([]);
    // Without those there is no race.
    expect(report.joined).toBeGreaterThan(0);
    expect(report.called).toBeGreaterThan(0);
    halves += report.halves;
  }
  expect(halves).toBeGreaterThan(0);
});
