/** P5d: kills and restarts the server under five thousand watchers, until nearly all show the right state again. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { spawnEngine } from "../deployment/process.ts";
import { freePort } from "../../tests/free-port.ts";
import { SERVER_CPU, startPinned } from "../measure/children.ts";
import { latencySlack, lineOf } from "../measure/figure.ts";
import { processorMs } from "../measure/processor-time.ts";
import { interleave } from "../measure/rounds.ts";
import { helloOf } from "../targets/engine-target.ts";
import { openCommander } from "../targets/floor-target.ts";
import { ReturningWatchers } from "../wire/returning.ts";
import { SYNC_PATH } from "../wire/sync-client.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const WATCHERS = 5000;
const SHARE = 0.95;
const FRAME_BYTES = 300;
const LINE = { atMost: 2, stretch: 1.2 };
type Server = { readonly pid: number; readonly kill: () => Promise<unknown> };
type Return = { ms: number; processorMs: number; attempts: number };

/** A server with its watchers. Each round kills it, restarts it and leaves it running. */
async function prepare(
  port: number,
  path: string,
  hello: () => readonly string[],
  server: Server,
  again: () => Promise<Server>,
) {
  // The state after one write, which both servers have reached.
  const shows = '"seq":1';
  const protocol = { port, path, hello };
  const watchers = await ReturningWatchers.open(WATCHERS, shows, protocol);
  let running = server;
  const round = async (): Promise<Return> => {
    const attempts = watchers.attempts;
    const most = watchers.show(shows, WATCHERS, SHARE);
    const start = performance.now();
    await running.kill();
    running = await again();
    await most;
    const ms = performance.now() - start;
    return {
      ms,
      processorMs: processorMs(running.pid),
      attempts: (watchers.attempts - attempts) / WATCHERS,
    };
  };
  const end = async () => {
    watchers.close();
    await running.kill();
  };
  return { round, end };
}

async function prepareEngine(data: string) {
  const ports = { api: await freePort(), site: await freePort() };
  const { engine, client } = await openBenchEngine(data, ports);
  await client.mutation("line:setUp", {});
  const answer = await client.mutation("line:callNext", {});
  if (!answer.ok) throw new Error(answer.message);
  client.close();
  const hello = () => helloOf([{ path: "line:get", args: {} }]);
  return prepare(ports.api, SYNC_PATH, hello, engine, () =>
    spawnEngine({ data, cpu: SERVER_CPU, ports }),
  );
}

async function prepareFloor(file: string) {
  const port = await freePort();
  const open = async (): Promise<Server> => {
    const { pid, stop } = await startPinned("floor.ts", [file, String(port)]);
    return { pid, kill: stop };
  };
  const server = await open();
  const commander = await openCommander(port);
  await commander.send("callNext");
  commander.close();
  const path = `/watch?bytes=${FRAME_BYTES}`;
  return prepare(port, path, () => [], server, open);
}

async function run({ folder, rounds, report }: BenchContext): Promise<void> {
  const engine = await prepareEngine(join(folder, "p5d"));
  const floor = await prepareFloor(join(folder, "p5d-floor.db"));
  const sides = await interleave(rounds, {
    engine: engine.round,
    floor: floor.round,
  });
  await engine.end();
  await floor.end();
  const of = (what: keyof Return) => ({
    engine: sides.engine.map((one) => one[what]),
    floor: sides.floor.map((one) => one[what]),
  });
  const time = of("ms");
  report({
    id: `P5d N=${WATCHERS}, ${SHARE * 100} % show the right state after kill -9`,
    unit: "ms",
    engine: { name: "engine", values: time.engine },
    others: [{ name: "floor", values: time.floor }],
    lines: [
      lineOf(
        "engine/floor",
        time.engine,
        time.floor,
        latencySlack(time.floor),
        LINE,
      ),
    ],
  });
  for (const [what, unit] of [
    ["processorMs", "ms"],
    ["attempts", "x"],
  ] as const) {
    const values = of(what);
    report({
      id: `P5d ${what === "attempts" ? "tries a watcher" : "processor"}`,
      unit,
      engine: { name: "engine", values: values.engine },
      others: [{ name: "floor", values: values.floor }],
      lines: [],
    });
  }
}

export const afterRestart: FigureGroup = { ids: ["P5d"], minutes: 1, run };
