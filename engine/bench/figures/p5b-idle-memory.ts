/** P5b: server memory per idle watcher, with five thousand watchers of one query each. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { lineOf } from "../measure/figure.ts";
import { residentMib } from "../measure/memory.ts";
import { interleave } from "../measure/rounds.ts";
import { engineTarget } from "../targets/engine-target.ts";
import { openFloor } from "../targets/floor-target.ts";
import { openSocketIo } from "../targets/socketio-target.ts";
import type { FanOutTarget } from "../targets/target.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const WATCHERS = 5000;
const FRAME_BYTES = 300;
const WRITES = 20;
/** Time after the last frame in which unneeded memory can be released. */
const IDLE_MS = 3000;
const OF_FLOOR = { atMost: 2, stretch: 1.3 };
/** Garbage collection is less regular than that. */
const SLACK = 0.1;

/** KiB per watcher. Each has received a few values, and then nothing for a while. */
async function kibPerWatcher(open: () => Promise<FanOutTarget>) {
  const target = await open();
  await target.watch(1);
  for (let i = 0; i < WRITES; i++) await target.write();
  const before = residentMib(target.pid).now;
  await target.watch(WATCHERS);
  for (let i = 0; i < WRITES; i++) await target.write();
  await wait(IDLE_MS);
  const grown = residentMib(target.pid).now - before;
  await target.close();
  return (grown * 1024) / WATCHERS;
}

async function run({ folder, rounds, report }: BenchContext): Promise<void> {
  let opened = 0;
  const file = (name: string) => join(folder, `p5b-${name}-${opened++}`);
  const sides = await interleave(rounds, {
    engine: () =>
      kibPerWatcher(async () => {
        const { engine, client } = await openBenchEngine(file("engine"));
        await client.mutation("line:setUp", {});
        return engineTarget(engine, client, 0);
      }),
    floor: () => kibPerWatcher(() => openFloor(file("floor"), FRAME_BYTES)),
    peer: () => kibPerWatcher(() => openSocketIo(file("peer"), FRAME_BYTES)),
  });
  report({
    id: `P5b memory of an idle watcher, N=${WATCHERS}`,
    unit: "KiB",
    engine: { name: "engine", values: sides.engine },
    others: [
      { name: "floor(ws)", values: sides.floor },
      { name: "peer(socket.io)", values: sides.peer },
    ],
    lines: [
      lineOf("engine/floor", sides.engine, sides.floor, SLACK, OF_FLOOR),
      lineOf("engine/peer", sides.engine, sides.peer, SLACK, { atMost: 1 }),
    ],
  });
}

export const idleMemory: FigureGroup = { ids: ["P5b"], minutes: 2, run };
