/** P1c: sixteen writes in flight all the time, with a thousand watchers of the changed value. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { portOf, startPinned } from "../measure/children.ts";
import { lineOf } from "../measure/figure.ts";
import { keepInFlight, type Writer } from "../measure/rate.ts";
import { interleave } from "../measure/rounds.ts";
import { helloOf } from "../targets/engine-target.ts";
import { openCommander } from "../targets/floor-target.ts";
import { SYNC_PATH, SyncClient } from "../wire/sync-client.ts";
import { Watchers } from "../wire/watchers.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const WATCHERS = 1000;
const IN_FLIGHT = 16;
const MS = 10_000;
const FRAME_BYTES = 300;
/** The floor makes one commit and one delivery per write. A server that groups neither is about as fast. */
const LINE = { atLeast: 3, stretch: 6 };
const RATE_SLACK = 0.2;

type Side = {
  readonly writers: readonly Writer[];
  readonly watchers: Watchers;
  written: number;
};

async function sustain(side: Side, ms: number): Promise<number> {
  const start = performance.now();
  const { count } = await keepInFlight(ms, side.writers);
  side.written += count;
  const end = await side.watchers.allSee(side.written);
  side.watchers.assertAllAt(side.written);
  return (count * 1000) / (end - start);
}

const many = <T>(open: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: IN_FLIGHT }, open));

async function run(context: BenchContext): Promise<void> {
  const { engine, client } = await openBenchEngine(join(context.folder, "p1c"));
  await client.mutation("line:setUp", {});
  const floorServer = await startPinned("floor.ts", [
    join(context.folder, "p1c-floor.db"),
  ]);
  const port = portOf(floorServer);
  const clients = await many(() => SyncClient.open(engine.port));
  const commanders = await many(() => openCommander(port));
  const engineSide: Side = {
    writers: clients.map((one) => async () => {
      const answer = await one.mutation("line:callNext", {});
      if (!answer.ok) throw new Error(answer.message);
    }),
    watchers: await Watchers.open(WATCHERS, {
      port: engine.port,
      path: SYNC_PATH,
      hello: () => helloOf([{ path: "line:get", args: {} }]),
    }),
    written: 0,
  };
  const floorSide: Side = {
    writers: commanders.map((one) => () => one.send("callNext")),
    watchers: await Watchers.open(WATCHERS, {
      port,
      path: `/watch?bytes=${FRAME_BYTES}`,
      hello: () => [],
    }),
    written: 0,
  };
  const ms = MS * context.effort;
  await sustain(engineSide, ms / 2);
  await sustain(floorSide, ms / 5);
  const sides = await interleave(context.rounds, {
    engine: () => sustain(engineSide, ms),
    floor: () => sustain(floorSide, ms),
  });
  for (const side of [engineSide, floorSide]) side.watchers.close();
  for (const one of [...clients, ...commanders, client]) one.close();
  await floorServer.stop();
  await engine.kill();
  context.report({
    id: `P1c N=${WATCHERS}, ${IN_FLIGHT} in flight`,
    unit: "/s",
    engine: { name: "engine", values: sides.engine },
    others: [{ name: "floor", values: sides.floor }],
    lines: [
      lineOf("engine/floor", sides.engine, sides.floor, RATE_SLACK, LINE),
    ],
  });
}

export const sustained: FigureGroup = { ids: ["P1c"], minutes: 2, run };
