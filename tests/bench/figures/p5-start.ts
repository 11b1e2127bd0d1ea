/** P5a: from process start to the first correct answer, after a stop and a kill, with a short and a long past. */
import { join as joinPath } from "node:path";
import { join, newSecret, openPhones, type Line } from "../app/customers.ts";
import { addQueueWithHistory } from "../engine/history.ts";
import {
  spawnEngine,
  type EngineProcess,
} from "../../../engine/bench/deployment/process.ts";
import { openProduct, type Product } from "../engine/product.ts";
import { freePort } from "../../../engine/tests/free-port.ts";
import {
  SERVER_CPU,
  startPinned,
} from "../../../engine/bench/measure/children.ts";
import { latencySlack, ratioOf } from "../../../engine/bench/measure/figure.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import { helloOf } from "../../../engine/bench/targets/engine-target.ts";
import { RawSocket } from "../../../engine/bench/wire/raw-socket.ts";
import { SYNC_PATH } from "../../../engine/bench/wire/sync-client.ts";
import type { BenchContext } from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const TICKETS = 10_000;
const OF_HISTORY = { atMost: 1.3, stretch: 1.1 };
const WAITING = 20;
const LIMIT = { atMost: 2.2, stretch: 1.7 };
const STARTS_PER_ROUND = 3;
const RETRY_MS = 2;

/** Retries until the port answers with a text that fits; resolves to the time of that. */
async function firstAnswer(
  port: number,
  path: string,
  hello: readonly string[],
  fits: (text: string) => boolean,
): Promise<number> {
  for (;;) {
    try {
      return await answer(port, path, hello, fits);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const answer = (
  port: number,
  path: string,
  hello: readonly string[],
  fits: (text: string) => boolean,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = RawSocket.open(port, path, {
      onText: (payload) => {
        if (!fits(payload.toString())) return;
        resolve(performance.now());
        void opening.then((socket) => socket.destroy());
      },
      onClose: () => reject(new Error("Closed before the answer.")),
    });
    opening.then((socket) => {
      for (const text of hello) socket.sendText(text);
    }, reject);
  });

async function startFloor(file: string): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const starting = startPinned("floor.ts", [file, String(port)]);
  const at = await firstAnswer(port, "/watch?bytes=250", [], (text) =>
    text.includes('"seq":'),
  );
  await (await starting).stop();
  return at - start;
}

type StartedShop = {
  readonly data: string;
  readonly ports: { readonly api: number; readonly site: number };
  readonly queueId: string;
};

/** Milliseconds from starting the engine to the correct line of the queue. Then ends the process with `end`. */
async function startShop(
  shop: StartedShop,
  end: (engine: EngineProcess) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  const engine = await spawnEngine({
    data: shop.data,
    cpu: SERVER_CPU,
    ports: shop.ports,
  });
  const hello = helloOf([
    { path: nameOf(api.line.tickets.line), args: { queueId: shop.queueId } },
  ]);
  const at = await firstAnswer(engine.port, SYNC_PATH, hello, isCorrect);
  await end(engine);
  return at - start;
}

function isCorrect(text: string): boolean {
  const message = JSON.parse(text) as { modifications?: { value?: Line }[] };
  const line = message.modifications?.[0]?.value;
  if (!line) return false;
  if (line.waitingCount !== WAITING)
    throw new Error(`A wrong line after the restart: ${text}`);
  return true;
}

/** Leaves people waiting in a queue and stops the product gracefully. */
export async function closeShop(
  { owner, engine }: Product,
  queueId: string,
  data: string,
): Promise<StartedShop> {
  for (const phone of await openPhones(engine.port, WAITING)) {
    await join(phone, queueId, newSecret());
    phone.destroy();
  }
  owner.close();
  await engine.stop();
  return { data, queueId, ports: { api: engine.port, site: engine.sitePort } };
}

async function prepare(context: BenchContext): Promise<StartedShop> {
  const data = joinPath(context.folder, "p5");
  const product = await openProduct({ data, cpu: SERVER_CPU });
  const { queueId } = await addQueueWithHistory(product, "Old", TICKETS);
  return closeShop(product, queueId, data);
}
/** Each side leaves the folder in the state that the next one needs: killed, or stopped gracefully. */
const startsOf = (shop: StartedShop) => ({
  stopped: () => startShop(shop, (engine) => engine.kill()),
  killed: () => startShop(shop, (engine) => engine.stop()),
});

/** Reports P5a. @param long a shop with `many` past tickets */
export async function measureStarts(
  context: BenchContext,
  long: StartedShop,
  many: number,
): Promise<void> {
  const short = await prepare(context);
  const floorFile = joinPath(context.folder, "p5-floor.db");
  await startFloor(floorFile);
  for (const shop of [short, long])
    await startShop(shop, (engine) => engine.stop());
  const ofLong = startsOf(long);
  const rounds = context.rounds * STARTS_PER_ROUND;
  const sides = await interleave(rounds, {
    floor: () => startFloor(floorFile),
    ...startsOf(short),
    longStopped: ofLong.stopped,
    longKilled: ofLong.killed,
  });
  for (const [id, values, longer] of [
    ["P5a cold start", sides.stopped, sides.longStopped],
    ["P5a start after kill -9", sides.killed, sides.longKilled],
  ] as const)
    context.report({
      id: `${id}, ${TICKETS} tickets`,
      unit: "ms",
      engine: { name: "engine", values },
      others: [
        { name: "floor", values: sides.floor },
        { name: `${many} tickets`, values: longer },
      ],
      lines: [
        {
          label: "engine/floor",
          ratio: ratioOf(values, sides.floor),
          ...LIMIT,
          slack: latencySlack(sides.floor),
        },
        {
          label: `${many}/${TICKETS}`,
          ratio: ratioOf(longer, values),
          ...OF_HISTORY,
          slack: latencySlack(sides.floor),
        },
      ],
    });
}
