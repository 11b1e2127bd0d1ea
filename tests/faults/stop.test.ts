/** R13: SIGTERM under 32 writers: code 0 in time, nobody waits, nothing is lost, and all is in the database file. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { EngineProcess } from "../../engine/bench/deployment/process.ts";
import { times } from "../../engine/faults/counts.ts";
import { killRounds } from "./kill-rounds.ts";
import { shop, useShop } from "./shop.ts";

const ROUNDS = times(2, 50);
/** Ten seconds on an otherwise idle machine. `npm test -- --all` runs other tests beside it. */
const ENDS_WITHIN_MS = times(60_000, 10_000);
useShop();

/** Stops it gracefully. @returns the errors in how it ended and in what it left */
async function stop(engine: EngineProcess): Promise<string[]> {
  const start = performance.now();
  const { code, signal, output } = await engine.stop();
  const ms = Math.round(performance.now() - start);
  const wrong = readdirSync(shop.data)
    .filter((name) => /-wal$|-shm$|journal/.test(name))
    .map((name) => `${name} was left`);
  if (code !== 0) wrong.push(`ended with ${code ?? signal}: ${output}`);
  if (ms > ENDS_WITHIN_MS) wrong.push(`ended after ${ms} ms`);
  return wrong;
}

test(`R13: no acknowledged write is lost in ${ROUNDS} graceful stops under load`, async () => {
  const report = await killRounds(shop, ROUNDS, { end: stop });
  expect(report.wrong).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20);
});
