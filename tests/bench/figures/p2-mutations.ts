/** P2a and P2b: durable mutations a second through sockets and functions. */
import { join } from "node:path";
import { openBenchEngine, type BenchEngine } from "../engine/bench-engine.ts";
import { portOf, startPinned } from "../measure/children.ts";
import { ratioOf } from "../measure/figure.ts";
import { interleave } from "../measure/rounds.ts";
import { openCommander } from "../targets/floor-target.ts";
import { SyncClient } from "../wire/sync-client.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const BLOCK_MS = 2000;
const CLIENTS = 64;
const ALONE = { atLeast: 0.5, stretch: 0.8 };
const TOGETHER = { atLeast: 1, stretch: 2 };
/** Rates of one side differ by about this much between rounds; see docs/bench.md. */
const RATE_SLACK = 0.2;
const BODY = "a note of forty characters, as notes are";

/** Each of `writers` keeps one write in flight for `ms`; writes a second of all together. */
async function rate(
  ms: number,
  writers: readonly (() => Promise<unknown>)[],
): Promise<number> {
  const start = performance.now();
  const end = start + ms;
  let count = 0;
  await Promise.all(
    writers.map(async (write) => {
      while (performance.now() < end) {
        await write();
        count++;
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

async function addNote(client: SyncClient): Promise<void> {
  const answer = await client.mutation("notes:add", { body: BODY });
  if (!answer.ok) throw new Error(answer.message);
}

/** Warms up with a fifth of the time, then measures. */
async function warmRate(
  ms: number,
  writers: readonly (() => Promise<unknown>)[],
): Promise<number> {
  await rate(ms / 5, writers);
  return rate(ms, writers);
}

async function alone(
  context: BenchContext,
  { client }: BenchEngine,
  ms: number,
): Promise<void> {
  const file = join(context.folder, "p2-floor.db");
  const floor = await startPinned("floor.ts", [file]);
  const commander = await openCommander(portOf(floor));
  const sides = await interleave(context.rounds, {
    engine: () => warmRate(ms, [() => addNote(client)]),
    floor: () => warmRate(ms, [() => commander.send("insert")]),
  });
  commander.close();
  await floor.stop();
  context.report({
    id: "P2a one in flight",
    unit: "/s",
    engine: { name: "engine", values: sides.engine },
    others: [{ name: "floor", values: sides.floor }],
    lines: [
      {
        label: "engine/floor",
        ratio: ratioOf(sides.engine, sides.floor),
        ...ALONE,
        slack: RATE_SLACK,
      },
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
      {
        label: "engine/loop",
        ratio: ratioOf(sides.engine, sides.floor),
        ...TOGETHER,
        slack: RATE_SLACK,
      },
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

export const mutations: FigureGroup = { ids: ["P2a", "P2b"], run };
