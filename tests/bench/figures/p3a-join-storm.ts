/** P3a: K customers join one queue at once, and each watches its place. */
import { join as joinPath } from "node:path";
import {
  join,
  newSecret,
  openPhones,
  placeOf,
  type Line,
} from "../app/customers.ts";
import { addQueue, openProduct, type Product } from "../engine/product.ts";
import { SERVER_CPU } from "../measure/children.ts";
import { fanOutBlock } from "../measure/fan-out.ts";
import { PROCESSOR_SLACK, ratioOf } from "../measure/figure.ts";
import { processorMs } from "../measure/processor-time.ts";
import { interleave } from "../measure/rounds.ts";
import { median } from "../measure/statistics.ts";
import { openFloor } from "../targets/floor-target.ts";
import type { SyncClient } from "../wire/sync-client.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const SMALL = 100;
const LARGE = 1000;
/** Linear would be 10, quadratic 100. */
const GROWTH = { atMost: 12, stretch: 10.5 };
const TOTAL_AT_MOST = 3;
/** About the text of a line with a hundred people waiting. */
const FRAME_BYTES = 500;
const FLOOR_WRITES = 3000;

type Storm = {
  /** Server processor time of the whole storm. */
  readonly processorMs: number;
  /** From the first join sent to the last phone that shows its number, its place and the whole line. */
  readonly lastMs: number;
};

/** Resolves to the time when this phone shows its own ticket at its right place in a line of `people`. */
function watchPlace(
  phone: SyncClient,
  queueId: string,
  secret: string,
  number: number,
  people: number,
): Promise<number> {
  return new Promise((resolve) => {
    let mine = false;
    let line: Line | null = null;
    const look = () => {
      if (!mine || line?.waitingCount !== people) return;
      // Nobody has been called, so the number is the place.
      if (placeOf(line, number) === number) resolve(performance.now());
    };
    phone.subscribe("tickets:mine", { secret }, (value) => {
      mine = (value as { number: number } | null)?.number === number;
      look();
    });
    phone.subscribe("tickets:line", { queueId }, (value) => {
      line = value as Line;
      look();
    });
  });
}

let storms = 0;

/** One storm on a queue of its own. */
async function storm(product: Product, people: number): Promise<Storm> {
  const queueId = await addQueue(product.owner, `Storm ${++storms}`);
  const phones = await openPhones(product.engine.port, people);
  const before = processorMs(product.engine.pid);
  const start = performance.now();
  const shown = await Promise.all(
    phones.map(async (phone) => {
      const secret = newSecret();
      const { number } = await join(phone, queueId, secret);
      return watchPlace(phone, queueId, secret, number, people);
    }),
  );
  const used = processorMs(product.engine.pid) - before;
  for (const phone of phones) phone.destroy();
  return { processorMs: used, lastMs: Math.max(...shown) - start };
}

/** The mean of several small storms, so that both sizes measure equally many joins. */
async function smallStorms(product: Product, count: number): Promise<Storm> {
  const all: Storm[] = [];
  for (let i = 0; i < count; i++) all.push(await storm(product, SMALL));
  const mean = (pick: (storm: Storm) => number) =>
    all.reduce((sum, one) => sum + pick(one), 0) / count;
  return {
    processorMs: mean((one) => one.processorMs),
    lastMs: mean((one) => one.lastMs),
  };
}

/** Processor time of one commit delivered to one watcher. */
async function floorPerWrite(context: BenchContext): Promise<number> {
  const floor = await openFloor(
    joinPath(context.folder, "p3a-floor.db"),
    FRAME_BYTES,
  );
  await floor.watch(1);
  const writes = Math.round(FLOOR_WRITES * context.effort);
  await fanOutBlock(floor, 1, writes);
  const blocks = [];
  for (let round = 0; round < context.rounds; round++)
    blocks.push((await fanOutBlock(floor, 1, writes)).processorMs);
  await floor.close();
  return median(blocks);
}

async function run(context: BenchContext): Promise<void> {
  const product = await openProduct({
    data: joinPath(context.folder, "p3a"),
    cpu: SERVER_CPU,
  });
  const smallCount = Math.max(3, Math.round(10 * context.effort));
  await smallStorms(product, 3);
  const perWrite = await floorPerWrite(context);
  const sides = await interleave(context.rounds, {
    small: () => smallStorms(product, smallCount),
    large: () => storm(product, LARGE),
  });
  const small = sides.small.map((one) => one.processorMs);
  const large = sides.large.map((one) => one.processorMs);
  for (const [people, processor] of [
    [SMALL, small],
    [LARGE, large],
  ] as const)
    context.report({
      id: `P3a K=${people} processor`,
      unit: "ms",
      engine: { name: "engine", values: processor },
      others: [{ name: "floor", values: [perWrite * people] }],
      lines: [
        {
          label: "engine/floor",
          ratio: median(processor) / (perWrite * people),
          atMost: TOTAL_AT_MOST,
          slack: PROCESSOR_SLACK,
        },
      ],
    });
  context.report({
    id: "P3a growth K=100 to 1000",
    unit: "ms",
    engine: { name: "K=1000", values: large },
    others: [{ name: "K=100", values: small }],
    lines: [
      {
        label: "growth",
        ratio: ratioOf(large, small),
        ...GROWTH,
        slack: PROCESSOR_SLACK,
      },
    ],
  });
  context.report({
    id: "P3a time to the last right number",
    unit: "ms",
    engine: { name: "K=1000", values: sides.large.map((one) => one.lastMs) },
    others: [{ name: "K=100", values: sides.small.map((one) => one.lastMs) }],
    lines: [],
  });
  product.owner.close();
  await product.engine.kill();
}

export const joinStorm: FigureGroup = { ids: ["P3a"], run };
