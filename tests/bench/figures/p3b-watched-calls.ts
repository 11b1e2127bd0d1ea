/** P3b: Call next in the product while 1000 people in the line watch their exact positions. */
import { randomUUID } from "node:crypto";
import { join as joinPath } from "node:path";
import {
  join,
  newSecret,
  openPhones,
  placeOf,
  type Line,
} from "../app/customers.ts";
import {
  addQueue,
  openProduct,
  succeed,
  type Product,
} from "../engine/product.ts";
import { costsOf, sameRows, type Costs } from "../engine/costs.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { fanOutBlock } from "../../../engine/bench/measure/fan-out.ts";
import {
  PROCESSOR_SLACK,
  ratioOf,
} from "../../../engine/bench/measure/figure.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import { Crowd } from "../../../engine/bench/targets/crowd.ts";
import { helloOf } from "../../../engine/bench/targets/engine-target.ts";
import { openFloor } from "../../../engine/bench/targets/floor-target.ts";
import type { FanOutTarget } from "../../../engine/bench/targets/target.ts";
import { SYNC_PATH } from "../../../engine/bench/wire/sync-client.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const PEOPLE = 1000;
const FEW = 10;
const LIMIT = { atMost: 1.5, stretch: 1.2 };
const WRITES = 120;
/** The compiler works during the first hundreds of calls. */
const WARM_UP = 300;

/** Fills the queue; returns the secrets in order of the numbers 1 to `people`. */
async function fill(product: Product, queueId: string, people: number) {
  const phones = await openPhones(product.engine.port, people);
  const secrets: string[] = [];
  for (const phone of phones) {
    const secret = newSecret();
    const { number } = await join(phone, queueId, secret);
    secrets[number - 1] = secret;
    phone.destroy();
  }
  return secrets;
}

const callNext = (product: Product, queueId: string) =>
  succeed<{ ok: boolean; number: number }>(
    product.owner,
    nameOf(api.desk.actions.callNext),
    { queueId, requestKey: randomUUID() },
  );

/** The product as a target: each watcher has the shared line and its own ticket. */
function productTarget(
  product: Product,
  queueId: string,
  secrets: readonly string[],
): FanOutTarget & { readonly crowd: Crowd } {
  const crowd = new Crowd(0);
  return {
    crowd,
    name: "engine",
    pid: product.engine.pid,
    watch: (count) =>
      crowd.watch(count, {
        port: product.engine.port,
        path: SYNC_PATH,
        marker: '"currentNumber":',
        hello: (index) =>
          helloOf([
            { path: nameOf(api.line.tickets.line), args: { queueId } },
            {
              path: nameOf(api.line.tickets.mine),
              args: { secret: secrets[index] ?? "" },
            },
          ]),
      }),
    write: () =>
      crowd.write(async () => {
        const answer = await callNext(product, queueId);
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        return performance.now();
      }),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => crowd.close(),
  };
}

/** @throws Error unless every watcher's newest line gives its ticket exactly the right position. */
function assertPlaces(frames: readonly Buffer[], called: number): void {
  frames.forEach((frame, index) => {
    const { modifications } = JSON.parse(frame.toString()) as {
      modifications: { queryId: number; value: Line }[];
    };
    const line = modifications.find(({ queryId }) => queryId === 0)?.value;
    const number = index + 1;
    const expected = number > called ? number - called : null;
    const place = line ? placeOf(line, number) : NaN;
    if (place !== expected)
      throw new Error(`Ticket ${number} shows ${place}, not ${expected}.`);
  });
}

/** What one Call next reads and writes with this many people waiting. */
async function costs(product: Product, people: number): Promise<Costs> {
  const queueId = await addQueue(product.owner, `Rows ${people}`);
  await fill(product, queueId, people);
  const args = { queueId, requestKey: randomUUID() };
  return costsOf(product.owner, nameOf(api.desk.actions.callNext), args);
}

async function run(context: BenchContext): Promise<void> {
  const product = await openProduct({
    data: joinPath(context.folder, "p3b"),
    cpu: SERVER_CPU,
  });
  const queueId = await addQueue(product.owner, "Watched");
  const secrets = await fill(product, queueId, PEOPLE);
  const engine = productTarget(product, queueId, secrets);
  await engine.watch(PEOPLE);
  await fanOutBlock(engine, PEOPLE, WARM_UP);
  const few = await costs(product, FEW);
  const many = await costs(product, PEOPLE);
  const floor = await openFloor(
    joinPath(context.folder, "p3b-floor.db"),
    engine.frameBytes,
    sameRows(many),
  );
  await floor.watch(PEOPLE);
  await fanOutBlock(floor, PEOPLE, WARM_UP);
  const writes = Math.max(40, Math.round(WRITES * context.effort));
  const sides = await interleave(context.rounds, {
    engine: () => fanOutBlock(engine, PEOPLE, writes),
    floor: () => fanOutBlock(floor, PEOPLE, writes),
  });
  assertPlaces(engine.crowd.lastFrames, WARM_UP + writes * context.rounds);
  const engineMs = sides.engine.map((block) => block.processorMs);
  const floorMs = sides.floor.map((block) => block.processorMs);
  context.report({
    id: `P3b N=${PEOPLE}`,
    unit: "ms",
    engine: { name: "engine", values: engineMs },
    others: [{ name: "floor", values: floorMs }],
    lines: [
      {
        label: "engine/floor",
        ratio: ratioOf(engineMs, floorMs),
        ...LIMIT,
        slack: PROCESSOR_SLACK,
      },
    ],
  });
  await floor.close();
  await engine.close();
  context.report({
    id: `P3b documents read, ${FEW} and ${PEOPLE} waiting`,
    unit: "x",
    engine: { name: "many", values: [many.read] },
    others: [{ name: "few", values: [few.read] }],
    lines: [
      { label: "many/few", ratio: many.read / few.read, atMost: 1, slack: 0 },
    ],
  });
  product.owner.close();
  await product.engine.kill();
}

export const watchedCalls: FigureGroup = { ids: ["P3b"], minutes: 2, run };
