/** P1d: one in twenty watchers stops reading. Measures the effect on the others; on memory: engine/faults/storm.test.ts. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { compare, latencySlack } from "../measure/figure.ts";
import { percentile } from "../measure/statistics.ts";
import { engineTarget, helloOf } from "../targets/engine-target.ts";
import { SYNC_PATH } from "../wire/sync-client.ts";
import { Watchers } from "../wire/watchers.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const HEALTHY = 190;
const SLOW = 10;
/** Large values, so that unread ones soon fill the system's buffers. */
const CHARACTERS = 60_000;
/** Writes until the buffers are full, and writes that are then measured. */
const FILLING = 200;
const WRITES = 200;
const LATENCY = { atMost: 1.2, stretch: 1.05 };

async function run(context: BenchContext): Promise<void> {
  const { engine, client } = await openBenchEngine(join(context.folder, "p1d"));
  const waiting = "x".repeat(CHARACTERS);
  await client.mutation("line:setUp", { waiting });
  const healthy = engineTarget(engine, client, 0);
  await healthy.watch(HEALTHY);
  const slow = await Watchers.open(SLOW, {
    port: engine.port,
    path: SYNC_PATH,
    hello: () => helloOf([{ path: "line:get", args: {} }]),
  });
  const writes = Math.max(50, Math.round(WRITES * context.effort));
  let written = 0;
  const block = async (count: number): Promise<number[]> => {
    const lastSeen: number[] = [];
    for (let i = 0; i < count; i++) {
      const times = await healthy.write();
      lastSeen.push(times.lastSeen - times.sent);
    }
    written += count;
    healthy.crowd.assertSettled();
    return lastSeen;
  };
  await block(FILLING);
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < context.rounds; round++) {
    without.push(percentile(await block(writes), 99));
    slow.pause();
    await block(FILLING);
    beside.push(percentile(await block(writes), 99));
    slow.resume();
    // A watcher that reads again gets the newest state, not what it missed.
    await slow.allSee(written);
  }
  slow.assertAllAt(written);
  slow.close();
  await healthy.close();
  const id = `P1d N=${HEALTHY + SLOW}, last p99`;
  const sides = { [`${SLOW} not reading`]: beside, "all reading": without };
  context.report(compare(id, "ms", sides, latencySlack(without), LATENCY));
}

export const slowReaders: FigureGroup = { ids: ["P1d"], minutes: 1, run };
