/** P2a, P2b and P2c: durable mutations a second through sockets and functions. */
import { join } from "node:path";
import {
  openBenchEngine,
  type BenchEngine,
} from "../deployment/bench-engine.ts";
import { portOf, startPinned } from "../measure/children.ts";
import { lineOf } from "../measure/figure.ts";
import { keepInFlight, warmRate } from "../measure/rate.ts";
import { interleave } from "../measure/rounds.ts";
import { openCommander } from "../targets/floor-target.ts";
import { SyncClient } from "../wire/sync-client.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const BLOCK_MS = 2000;
/** Warm-up before the first round: the compiler needs some thousand calls. */
const WARM_UP_MS = 5000;
const CLIENTS = 64;
const ALONE = { atLeast: 0.6, stretch: 0.8 };
const TOGETHER = { atLeast: 1.5, stretch: 2 };
/** Compared with the rollback journal of Convex's own backend, and with the rows it writes for one document. */
const ROLLBACK = { atLeast: 4, stretch: 7 };
const ROLLBACK_ROWS = "rows 8 1600";
/** Rates of one side differ by about this much between rounds; see docs/bench.md. */
const RATE_SLACK = 0.2;
const BODY = "a note of forty characters, as notes are";

async function addNote(client: SyncClient): Promise<void> {
  const answer = await client.mutation("notes:add", { body: BODY });
  if (!answer.ok) throw new Error(answer.message);
}

async function alone(
  context: BenchContext,
  { client }: BenchEngine,
  ms: number,
): Promise<void> {
  const file = join(context.folder, "p2-floor.db");
  const floor = await startPinned("floor.ts", [file]);
  const commander = await openCommander(portOf(floor));
  const old = await startPinned("floor.ts", [
    join(context.folder, "p2-rollback.db"),
    "0",
    "delete",
  ]);
  const oldCommander = await openCommander(portOf(old));
  await keepInFlight(WARM_UP_MS, [() => addNote(client)]);
  const sides = await interleave(context.rounds, {
    engine: () => warmRate(ms, [() => addNote(client)]),
    floor: () => warmRate(ms, [() => commander.send("insert")]),
    rollback: () => warmRate(ms, [() => oldCommander.send(ROLLBACK_ROWS)]),
  });
  commander.close();
  oldCommander.close();
  await floor.stop();
  await old.stop();
  context.report({
    id: "P2c one in flight",
    unit: "/s",
    engine: { name: "engine", values: sides.engine },
    others: [{ name: "rollback journal", values: sides.rollback }],
    lines: [
      lineOf(
        "engine/rollback",
        sides.engine,
        sides.rollback,
        RATE_SLACK,
        ROLLBACK,
      ),
    ],
  });
  context.report({
    id: "P2a one in flight",
    unit: "/s",
    engine: { name: "engine", values: sides.engine },
    others: [{ name: "floor", values: sides.floor }],
    lines: [
      lineOf("engine/floor", sides.engine, sides.floor, RATE_SLACK, ALONE),
    ],
  });
}

/** Single commits of one process without network, as many as fit into the time. */
async function commitLoop(file: string, ms: number): Promise<number> {
  const loop = await startPinned("commit-loop.ts", [file, String(ms)]);
  await loop.stop();
  return Number(loop.firstLine);
}

async function together(
  context: BenchContext,
  { engine }: BenchEngine,
  ms: number,
): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => SyncClient.open(engine.port)),
  );
  const file = join(context.folder, "p2-loop.db");
  const sides = await interleave(context.rounds, {
    engine: () =>
      warmRate(
        ms,
        clients.map((client) => () => addNote(client)),
      ),
    floor: () => commitLoop(file, ms),
  });
  for (const client of clients) client.close();
  context.report({
    id: `P2b ${CLIENTS} clients`,
    unit: "/s",
    engine: { name: "engine", values: sides.engine },
    others: [{ name: "commit loop", values: sides.floor }],
    lines: [
      lineOf("engine/loop", sides.engine, sides.floor, RATE_SLACK, TOGETHER),
    ],
  });
}

async function run(context: BenchContext): Promise<void> {
  const bench = await openBenchEngine(join(context.folder, "p2"));
  const ms = BLOCK_MS * context.effort;
  await alone(context, bench, ms);
  await together(context, bench, ms);
  bench.client.close();
  await bench.engine.kill();
}

export const mutations: FigureGroup = {
  ids: ["P2a", "P2b", "P2c"],
  minutes: 2,
  run,
};
