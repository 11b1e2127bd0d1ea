/** P1a and P1b: one call-next commit delivered to N watchers of one shared query. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { fanOutBlock, type FanOutBlock } from "../measure/fan-out.ts";
import {
  latencySlack,
  PROCESSOR_SLACK,
  type Figure,
  type Line,
  type Side,
  lineOf,
} from "../measure/figure.ts";
import { interleave } from "../measure/rounds.ts";
import { median, percentile } from "../measure/statistics.ts";
import { assertEquivalent } from "../targets/equivalence.ts";
import { engineTarget } from "../targets/engine-target.ts";
import { openFloor } from "../targets/floor-target.ts";
import { openSocketIo } from "../targets/socketio-target.ts";
import type { FanOutTarget } from "../targets/target.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

/** Watchers, writes per round at full effort, pass lines of P1a. Warm-up writes let the compiler settle first. */
const SIZES = [
  { watchers: 1, writes: 4000, warmUp: 4000, atMost: 4, stretch: 3 },
  { watchers: 100, writes: 1500, warmUp: 1000, atMost: 2.2, stretch: 1.6 },
  { watchers: 1000, writes: 300, warmUp: 300, atMost: 1.3, stretch: 1.15 },
  { watchers: 5000, writes: 60, warmUp: 60, atMost: 1.3, stretch: 1.15 },
] as const;
const LATENCY_COUNTS_FROM = 1000;
const LAST_SEEN_P50 = { atMost: 1.3, stretch: 1.1 };
const LAST_SEEN_P99 = { atMost: 2 };
const ACKNOWLEDGE = { atMost: 2, stretch: 1.5 };
type Sides = Record<"engine" | "floor" | "peer", FanOutBlock[]>;
type Size = (typeof SIZES)[number];
const values = (
  name: string,
  blocks: readonly FanOutBlock[],
  pick: (block: FanOutBlock) => number,
): Side => ({ name, values: blocks.map(pick) });

function processorFigure(size: Size, sides: Sides): Figure {
  const of = (name: string, blocks: FanOutBlock[]) =>
    values(name, blocks, (block) => block.processorMs);
  const engine = of("engine", sides.engine);
  const floor = of("floor", sides.floor);
  const peer = of("peer(socket.io)", sides.peer);
  return {
    id: `P1a N=${size.watchers}`,
    unit: "ms",
    engine,
    others: [floor, peer],
    lines: [
      lineOf("engine/floor", engine.values, floor.values, PROCESSOR_SLACK, {
        atMost: size.atMost,
        stretch: size.stretch,
      }),
      lineOf(
        "engine/peer",
        engine.values,
        peer.values,
        PROCESSOR_SLACK,
        size.watchers >= LATENCY_COUNTS_FROM ? { atMost: 1 } : {},
      ),
    ],
  };
}

function latencyFigure(
  size: Size,
  sides: Sides,
  percent: 50 | 99,
  limit: Pick<Line, "atMost" | "stretch">,
): Figure {
  const of = (name: string, blocks: FanOutBlock[]) =>
    values(name, blocks, (block) => percentile(block.lastSeenMs, percent));
  const engine = of("engine", sides.engine);
  const floor = of("floor", sides.floor);
  const peer = of("peer(socket.io)", sides.peer);
  return {
    id: `P1b N=${size.watchers} last p${percent}`,
    unit: "ms",
    engine,
    others: [floor, peer],
    lines: [
      lineOf(
        "engine/floor",
        engine.values,
        floor.values,
        latencySlack(floor.values),
        size.watchers >= LATENCY_COUNTS_FROM ? limit : {},
      ),
      lineOf("engine/peer", engine.values, peer.values, 0),
    ],
  };
}

/** The floor also acknowledges before it delivers. Both sides wait for the delivery of the write before. */
function acknowledgeFigure(size: Size, sides: Sides): Figure {
  const of = (name: string, blocks: readonly FanOutBlock[]) =>
    values(name, blocks, (block) => median(block.acknowledgeMs));
  const engine = of("engine", sides.engine);
  const floor = of("floor", sides.floor);
  return {
    id: `P1b N=${size.watchers} ack p50`,
    unit: "ms",
    engine,
    others: [floor],
    lines: [
      lineOf(
        "engine/floor",
        engine.values,
        floor.values,
        latencySlack(floor.values),
        ACKNOWLEDGE,
      ),
    ],
  };
}

async function measure(
  context: BenchContext,
  size: Size,
  targets: Record<"engine" | "floor" | "peer", FanOutTarget>,
): Promise<Sides> {
  const writes = Math.max(50, Math.round(size.writes * context.effort));
  for (const target of Object.values(targets)) {
    await target.watch(size.watchers);
    await fanOutBlock(target, size.watchers, size.warmUp);
  }
  const block = (target: FanOutTarget) => () =>
    fanOutBlock(target, size.watchers, writes);
  return interleave(context.rounds, {
    engine: block(targets.engine),
    floor: block(targets.floor),
    peer: block(targets.peer),
  });
}

async function run(context: BenchContext): Promise<void> {
  const { engine, client } = await openBenchEngine(join(context.folder, "p1"));
  await client.mutation("line:setUp", {});
  let written = 0;
  const callNext = async () => {
    const answer = await client.mutation("line:callNext", {});
    if (!answer.ok) throw new Error(answer.message);
    written++;
  };
  await assertEquivalent(engine.url, engine.port, "line:get", {}, callNext, 20);
  const measured = engineTarget(engine, client, written);
  // The frame length that the others must match: the engine's own, once its numbers have their usual width.
  await measured.watch(1);
  await fanOutBlock(measured, 1, 200);
  const bytes = measured.frameBytes;
  const targets = {
    engine: measured,
    floor: await openFloor(join(context.folder, "floor.db"), bytes),
    peer: await openSocketIo(join(context.folder, "peer.db"), bytes),
  };
  for (const size of SIZES) {
    const sides = await measure(context, size, targets);
    context.report(processorFigure(size, sides));
    context.report(latencyFigure(size, sides, 50, LAST_SEEN_P50));
    context.report(latencyFigure(size, sides, 99, LAST_SEEN_P99));
    context.report(acknowledgeFigure(size, sides));
  }
  for (const target of Object.values(targets)) await target.close();
}

export const fanOut: FigureGroup = { ids: ["P1a", "P1b"], minutes: 3, run };
