/**
 * A10, O25: an admin deletes a business, twice at once, while people join, staff call and the engine is killed. Nothing of
 * it is left in the end, what was promised to joiners included, but that it was deleted, once; another's queue stays whole.
 * Canary: an erasure that is over with its first batch (privacy/data/erase.ts).
 */
import { expect, test } from "vitest";
import { times } from "../../engine/faults/counts.ts";
import { raceWithErasure } from "./erase-race.ts";
import { openShop } from "./shop.ts";

const ROUNDS = times(1, 20);
/** So many more until a kill has fallen between two batches: without one nothing was shown. */
const MORE_ROUNDS = 5;
/** Of one deletion. */
const KILLS = times(2, 6);

test(`A10: nothing is left of ${ROUNDS} accounts that were deleted between kills`, async () => {
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
    // Without those there was no race.
    expect(report.joined).toBeGreaterThan(0);
    expect(report.called).toBeGreaterThan(0);
    halves += report.halves;
  }
  expect(halves).toBeGreaterThan(0);
});
