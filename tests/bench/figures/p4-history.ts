/** P4a: a call in a queue with a long past. P4b: with many other businesses. P5a: how its server starts. */
import { join as joinPath } from "node:path";
import { addQueueWithHistory } from "../engine/history.ts";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";
import { openProduct } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { closeShop, measureStarts } from "./p5-start.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { compare, type Shop } from "./p4-costs.ts";

const SHORT = 1000;
const LONG = 1_000_000;
const OF_HISTORY = { atMost: 1.3, stretch: 1.1 };
const FEW = 10;
const MANY = 10_000;
const OF_BUSINESSES = { atMost: 1.3, stretch: 1.05 };
const PLANTED_AT_ONCE = 500;
/** Below the product's limit of joins per queue in ten minutes, for all rounds and the warm-up together. */
const PEOPLE = 500;

async function openShop(
  context: BenchContext,
  folder: string,
  tickets: number,
  businesses: number,
): Promise<Shop> {
  const product = await openProduct({
    data: joinPath(context.folder, folder),
    cpu: SERVER_CPU,
  });
  for (let made = 1; made < businesses; made += PLANTED_AT_ONCE) {
    const count = Math.min(PLANTED_AT_ONCE, businesses - made);
    await runAsAdmin(product.engine.url, "benchSeed:cloneBusiness", { count });
  }
  const name = `${tickets} served`;
  return { product, ...(await addQueueWithHistory(product, name, tickets)) };
}

async function close(...shops: readonly Shop[]): Promise<void> {
  for (const { product } of shops) {
    product.owner.close();
    await product.engine.kill();
  }
}

/** A million tickets take minutes to create, so every figure that needs them shares one shop. */
async function ofHistory(context: BenchContext): Promise<void> {
  const people = Math.round(PEOPLE * Math.max(0.4, context.effort));
  const tickets = Math.round(LONG * (context.effort < 1 ? 0.05 : 1));
  const short = await openShop(context, "p4a-short", SHORT, 1);
  const long = await openShop(context, "p4a-long", tickets, 1);
  await compare(
    context,
    "P4a",
    { name: `H=${SHORT}`, shop: short },
    { name: `H=${tickets}`, shop: long },
    OF_HISTORY,
    people,
  );
  await close(short);
  const data = joinPath(context.folder, "p4a-long");
  const { product, queueId } = long;
  const stopped = await closeShop(product, queueId, data);
  await measureStarts(context, stopped, tickets);
}

async function ofBusinesses(context: BenchContext): Promise<void> {
  const people = Math.round(PEOPLE * Math.max(0.4, context.effort));
  const many = Math.round(MANY * Math.min(1, context.effort * 2));
  const few = await openShop(context, "p4b-few", SHORT, FEW);
  const crowd = await openShop(context, "p4b-many", SHORT, many);
  await compare(
    context,
    "P4b",
    { name: `B=${FEW}`, shop: few },
    { name: `B=${many}`, shop: crowd },
    OF_BUSINESSES,
    people,
  );
  await close(few, crowd);
}

export const history: FigureGroup = {
  ids: ["P4a", "P5a"],
  minutes: 10,
  run: ofHistory,
};
export const businesses: FigureGroup = {
  ids: ["P4b"],
  minutes: 3,
  run: ofBusinesses,
};
