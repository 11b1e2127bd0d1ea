/** P3a: K join one queue at once and watch their positions. The floor commits and sends as much for each. */
import { join as joinPath } from "node:path";
import {
  join,
  newSecret,
  openPhones,
  placeOf,
  type Line,
} from "../app/customers.ts";
import { costsOf, sameRows } from "../engine/costs.ts";
import { addQueue, openProduct, type Product } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { fanOutBlock } from "../../../engine/bench/measure/fan-out.ts";
import {
  PROCESSOR_SLACK,
  ratioOf,
} from "../../../engine/bench/measure/figure.ts";
import { processorMs } from "../../../engine/bench/measure/processor-time.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import { median } from "../../../engine/bench/measure/statistics.ts";
import {
  openFloor,
  type Command,
} from "../../../engine/bench/targets/floor-target.ts";
import type { SyncClient } from "../../../engine/bench/wire/sync-client.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const SMALL = 100;
const LARGE = 1000;
/** Linear would be 10, quadratic 100. */
const GROWTH = { atMost: 11, stretch: 10.3 };
const TOTAL = { atMost: 6, stretch: 3 };
const WARM_UP_STORMS = 10;
const FLOOR_WRITES = 3000;
const FLOOR_WATCHERS = 100;
type Storm = {
  /** Server processor time of the whole storm. */
  readonly processorMs: number;
  /** From the first join sent until the last phone shows its number, its position and the whole line. */
  readonly lastMs: number;
  /** Received by all phones together. */
  readonly frames: number;
  readonly frameBytes: number;
};

/** Resolves to the time when this phone shows its own ticket at the right position in a line of `people`. */
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
      // No one is called, so the number is the position.
      if (placeOf(line, number) === number) resolve(performance.now());
    };
    phone.subscribe(nameOf(api.line.tickets.mine), { secret }, (value) => {
      mine = (value as { number: number } | null)?.number === number;
      look();
    });
    phone.subscribe(nameOf(api.line.tickets.line), { queueId }, (value) => {
      line = value as Line;
      look();
    });
  });
}

let storms = 0;

/** One storm on a new queue. */
async function storm(product: Product, people: number): Promise<Storm> {
  const queueId = await addQueue(product.owner, `Storm ${++storms}`);
  const phones = await openPhones(product.engine.port, people);
  const received = () => ({
    frames: phones.reduce((sum, phone) => sum + phone.received.frames, 0),
    bytes: phones.reduce((sum, phone) => sum + phone.received.bytes, 0),
  });
  const earlier = received();
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
  const { frames, bytes } = received();
  for (const phone of phones) phone.destroy();
  return {
    processorMs: used,
    lastMs: Math.max(...shown) - start,
    frames: frames - earlier.frames,
    frameBytes: (bytes - earlier.bytes) / (frames - earlier.frames),
  };
}

async function smallStorms(product: Product, count: number): Promise<Storm> {
  const all: Storm[] = [];
  for (let i = 0; i < count; i++) all.push(await storm(product, SMALL));
  const mean = (pick: (storm: Storm) => number) =>
    all.reduce((sum, one) => sum + pick(one), 0) / count;
  return {
    processorMs: mean((one) => one.processorMs),
    lastMs: mean((one) => one.lastMs),
    frames: mean((one) => one.frames),
    frameBytes: mean((one) => one.frameBytes),
  };
}

/** Processor time of one commit of these rows, acknowledged to the writer, and of one frame to one watcher. */
async function floorCosts(
  context: BenchContext,
  rows: Command,
  people: number,
  frameBytes: number,
): Promise<{ readonly commit: number; readonly frame: number }> {
  const floor = await openFloor(
    joinPath(context.folder, `p3a-floor-${people}.db`),
    Math.round(frameBytes),
    rows,
  );
  const writes = Math.round(FLOOR_WRITES * context.effort);
  const of = async (watchers: number, count: number) => {
    await floor.watch(watchers);
    await fanOutBlock(floor, watchers, count);
    const blocks: number[] = [];
    for (let round = 0; round < context.rounds; round++)
      blocks.push((await fanOutBlock(floor, watchers, count)).processorMs);
    return median(blocks);
  };
  const one = await of(1, writes);
  const many = await of(FLOOR_WATCHERS, Math.ceil(writes / 10));
  await floor.close();
  const frame = (many - one) / (FLOOR_WATCHERS - 1);
  return { commit: one - frame, frame };
}

async function run(context: BenchContext): Promise<void> {
  const product = await openProduct({
    data: joinPath(context.folder, "p3a"),
    cpu: SERVER_CPU,
  });
  const smallCount = Math.max(3, Math.round(10 * context.effort));
  await smallStorms(product, WARM_UP_STORMS);
  const queueId = await addQueue(product.owner, "Costs");
  const joining = { queueId, secret: newSecret(), name: "Ada Lovelace" };
  const [guest] = await openPhones(product.engine.port, 1);
  if (guest === undefined) throw new Error("no phone");
  const rows = sameRows(
    await costsOf(guest, nameOf(api.line.tickets.join), joining),
  );
  guest.destroy();
  const sides = await interleave(context.rounds, {
    small: () => smallStorms(product, smallCount),
    large: () => storm(product, LARGE),
  });
  const small = sides.small.map((one) => one.processorMs);
  const large = sides.large.map((one) => one.processorMs);
  for (const [people, processor, storms] of [
    [SMALL, small, sides.small],
    [LARGE, large, sides.large],
  ] as const) {
    const frames = median(storms.map((one) => one.frames));
    const frameBytes = median(storms.map((one) => one.frameBytes));
    const floor = await floorCosts(context, rows, people, frameBytes);
    // The commit's cost includes the answer to the customer who joins.
    const same =
      floor.commit * people + floor.frame * Math.max(0, frames - people);
    context.report({
      id: `P3a K=${people} processor`,
      unit: "ms",
      engine: { name: "engine", values: processor },
      others: [{ name: "floor", values: [same] }],
      lines: [
        {
          label: "engine/floor",
          ratio: median(processor) / same,
          ...TOTAL,
          slack: PROCESSOR_SLACK,
        },
      ],
      note: `${rows}; ${Math.round(frames)} frames of ${Math.round(frameBytes)} bytes`,
    });
  }
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

export const joinStorm: FigureGroup = { ids: ["P3a"], minutes: 2, run };
