/** R13: SIGTERM under 32 writers: code 0 in time, nobody waits, nothing is lost, and all is in the database file. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { EngineProcess } from "../../engine/bench/deployment/process.ts";
import { isFull, times } from "../../engine/faults/counts.ts";
import { killRounds } from "./kill-rounds.ts";
import { shop, useShop } from "./shop.ts";

const ROUNDS = times(2, 50);
/** On an otherwise idle machine. */
const ENDS_WITHIN_MS = 10_000;
/** Stops of a loaded machine may all be late. As many times the rounds until one is not. */
const MAX_TIMES = 3;
useShop();
let inTime = 0;

/** Stops it gracefully. @returns the errors in how it ended and in what it left */
async function stop(engine: EngineProcess): Promise<string[]> {
  const start = performance.now();
  const { code, signal, output } = await engine.stop();
  const ms = Math.round(performance.now() - start);
  // A busy machine may need more than the engine's ten seconds. What was answered is safe even then.
  if (!isFull && output.includes("did not stop in time")) return [];
  inTime++;
  const wrong = readdirSync(shop.data)
    .filter((name) => /-wal$|-shm$|journal/.test(name))
    .map((name) => `${name} was left`);
  if (code !== 0) wrong.push(`ended with ${code ?? signal}: ${output}`);
  if (isFull && ms > ENDS_WITHIN_MS) wrong.push(`ended after ${ms} ms`);
  return wrong;
}

test(`R13: no acknowledged write is lost in ${ROUNDS} graceful stops under load`, async () => {
  for (let tried = 0; tried < MAX_TIMES && inTime === 0; tried++) {
    const report = await killRounds(shop, ROUNDS, { end: stop });
    expect(report.wrong).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20);
  }
  expect(inTime).toBeGreaterThan(0);
});
