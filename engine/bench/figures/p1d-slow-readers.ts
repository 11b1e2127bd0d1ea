/** P1d: one in twenty watchers stops reading. Measures the effect on the others and on memory. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { latencySlack, lineOf } from "../measure/figure.ts";
import { residentMib } from "../measure/memory.ts";
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
/** A socket may leave 1 MiB unread (SPEC.md SY24); the rest is garbage. Without the bound it would be twice that. */
const MEMORY_AT_MOST = 64;

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
    healthy.assertSettled();
    return lastSeen;
  };
  await block(FILLING);
  const without: number[] = [];
  const beside: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round < context.rounds; round++) {
    without.push(percentile(await block(writes), 99));
    const before = residentMib(engine.pid).now;
    slow.pause();
    await block(FILLING);
    beside.push(percentile(await block(writes), 99));
    grown.push(residentMib(engine.pid).now - before);
    slow.resume();
    // A watcher that reads again gets the newest state, not what it missed.
    await slow.allSee(written);
  }
  slow.assertAllAt(written);
  slow.close();
  await healthy.close();
  context.report({
    id: `P1d N=${HEALTHY + SLOW}, last p99`,
    unit: "ms",
    engine: { name: `${SLOW} not reading`, values: beside },
    others: [{ name: "all reading", values: without }],
    lines: [
      lineOf("beside/without", beside, without, latencySlack(without), LATENCY),
    ],
  });
  context.report({
    id: "P1d memory",
    unit: "MiB",
    engine: { name: "growth", values: grown },
    others: [],
    lines: [
      {
        label: "growth in MiB",
        ratio: Math.max(...grown),
        atMost: MEMORY_AT_MOST,
        slack: 0,
      },
    ],
  });
}

export const slowReaders: FigureGroup = { ids: ["P1d"], minutes: 1, run };
