/** P4a: what a call costs in a queue with a long past, against a short one. */
import { randomUUID } from "node:crypto";
import { join as joinPath } from "node:path";
import { join, newSecret, openPhones } from "../app/customers.ts";
import { addQueueWithHistory } from "../engine/history.ts";
import { openProduct, succeed, type Product } from "../engine/product.ts";
import { SERVER_CPU } from "../measure/children.ts";
import { PROCESSOR_SLACK, ratioOf } from "../measure/figure.ts";
import { processorMs } from "../measure/processor-time.ts";
import { interleave } from "../measure/rounds.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const SHORT = 1000;
const LONG = 100_000;
const GROWTH = { atMost: 1.5, stretch: 1.1 };
/** Below the product's limit of joins per queue in ten minutes, all rounds and the warm-up together. */
const PEOPLE = 500;

/** Server processor time per call. */
type Costs = Record<"join" | "ticket status" | "call next", number>;

type Shop = { readonly product: Product; readonly queueId: string };

async function openShop(context: BenchContext, tickets: number): Promise<Shop> {
  const product = await openProduct({
    data: joinPath(context.folder, `p4-${tickets}`),
    cpu: SERVER_CPU,
  });
  const name = `${tickets} served`;
  return {
    product,
    queueId: await addQueueWithHistory(product, name, tickets),
  };
}

/** One by one: `people` join, each looks up its ticket once on a fresh query, all are called. */
async function costs(shop: Shop, people: number): Promise<Costs> {
  const { product, queueId } = shop;
  const phones = await openPhones(product.engine.port, people);
  const secrets = phones.map(() => newSecret());
  const perCall = async (call: (index: number) => Promise<unknown>) => {
    const before = processorMs(product.engine.pid);
    for (let i = 0; i < people; i++) await call(i);
    return (processorMs(product.engine.pid) - before) / people;
  };
  const phone = (index: number) => {
    const found = phones[index];
    if (!found) throw new Error(`No phone ${index}.`);
    return found;
  };
  const joining = await perCall((i) =>
    join(phone(i), queueId, secrets[i] ?? ""),
  );
  const looking = await perCall((i) =>
    phone(i).once("tickets:mine", { secret: secrets[i] ?? "" }),
  );
  const calling = await perCall(() =>
    succeed(product.owner, "desk:callNext", {
      queueId,
      requestKey: randomUUID(),
    }),
  );
  for (const one of phones) one.destroy();
  return { join: joining, "ticket status": looking, "call next": calling };
}

async function run(context: BenchContext): Promise<void> {
  const long = Math.round(LONG * Math.min(1, context.effort * 2));
  const shops = {
    short: await openShop(context, SHORT),
    long: await openShop(context, long),
  };
  const people = Math.round(PEOPLE * Math.max(0.4, context.effort));
  await costs(shops.short, 100);
  await costs(shops.long, 100);
  const sides = await interleave(context.rounds, {
    short: () => costs(shops.short, people),
    long: () => costs(shops.long, people),
  });
  for (const call of ["join", "call next", "ticket status"] as const) {
    const short = sides.short.map((cost) => cost[call]);
    const grown = sides.long.map((cost) => cost[call]);
    context.report({
      id: `P4a ${call}`,
      unit: "ms",
      engine: { name: `H=${long}`, values: grown },
      others: [{ name: `H=${SHORT}`, values: short }],
      lines: [
        {
          label: "growth",
          ratio: ratioOf(grown, short),
          ...GROWTH,
          slack: PROCESSOR_SLACK,
        },
      ],
    });
  }
  for (const { product } of Object.values(shops)) {
    product.owner.close();
    await product.engine.kill();
  }
}

export const history: FigureGroup = { ids: ["P4a"], run };
