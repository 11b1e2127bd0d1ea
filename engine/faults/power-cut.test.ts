/** R2: the power goes out at random points of a recorded run: no acknowledged commit is missing or half applied. */
import { expect, test } from "vitest";
import { times } from "./counts.ts";
import { SEED } from "../../tests/seed.ts";
import { cutPower, record } from "./power-cut/power-cut.ts";

const POINTS = times(30, 2000);
const RECORDINGS = times(1, 5);
const PAIRS = 120;

test(`R2: ${POINTS} power cuts lose nothing that was acknowledged`, async () => {
  let acknowledged = 0;
  for (let i = 0; i < RECORDINGS; i++) {
    const seed = SEED + i;
    const events = await record(PAIRS);
    const report = await cutPower(events, POINTS / RECORDINGS, seed);
    expect({ seed, wrong: report.wrong }).toEqual({ seed, wrong: [] });
    acknowledged += report.acknowledged;
  }
  // The cuts are spread over the whole run.
  expect(acknowledged).toBeGreaterThan(POINTS * (PAIRS / 2));
});
