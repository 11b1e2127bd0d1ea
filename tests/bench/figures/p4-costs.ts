/** The processor time that one call of each kind costs the server, for figures that compare shops: P4a, P4b. */
import { join, newSecret, openPhones } from "../app/customers.ts";
import { succeed, type Product, press } from "../engine/product.ts";
import {
  PROCESSOR_SLACK,
  ratioOf,
} from "../../../engine/bench/measure/figure.ts";
import { processorMs } from "../../../engine/bench/measure/processor-time.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import type { BenchContext } from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

export type Shop = {
  readonly product: Product;
  readonly queueId: string;
  readonly range: { readonly from: string; readonly to: string };
};
const CALLS = [
  "join",
  "call next",
  "ticket status",
  "stats",
  "report of 30 days",
  "lost customers",
  "today's history",
] as const;
type Costs = Record<(typeof CALLS)[number], number>;
/** Queries in one transaction of benchSeed:repeat. A cached answer would cost nothing. */
const REPEATED = 20;

/** One by one, `people` join, look up their ticket with a fresh query, and are called. Then the owner's reads. */
async function costs(shop: Shop, people: number): Promise<Costs> {
  const { product, queueId, range } = shop;
  const phones = await openPhones(product.engine.port, people);
  const secrets = phones.map(() => newSecret());
  const perCall = async (
    times: number,
    call: (index: number) => Promise<unknown>,
  ) => {
    const before = processorMs(product.engine.pid);
    for (let i = 0; i < times; i++) await call(i);
    return (processorMs(product.engine.pid) - before) / times;
  };
  const reading = async (path: string, args: object) => {
    const repeated = { path, args, times: REPEATED };
    const call = () => succeed(product.owner, "benchSeed:repeat", repeated);
    return (await perCall(Math.ceil(people / REPEATED), call)) / REPEATED;
  };
  const phone = (index: number) => {
    const found = phones[index];
    if (!found) throw new Error(`No phone ${index}.`);
    return found;
  };
  const joining = await perCall(people, (i) =>
    join(phone(i), queueId, secrets[i] ?? ""),
  );
  const looking = await perCall(people, (i) =>
    phone(i).once(nameOf(api.line.tickets.mine), { secret: secrets[i] ?? "" }),
  );
  const calling = await perCall(people, () =>
    press(product.owner, api.desk.actions.callNext, { queueId }),
  );
  for (const one of phones) one.destroy();
  return {
    join: joining,
    "call next": calling,
    "ticket status": looking,
    stats: await reading(nameOf(api.desk.actions.stats), { queueId }),
    "report of 30 days": await reading(nameOf(api.reports.periods.sums), {
      ...range,
      queueId,
    }),
    "lost customers": await reading(nameOf(api.reports.periods.lost), range),
    "today's history": await reading(nameOf(api.desk.actions.history), {
      queueId,
    }),
  };
}

/** Measures both shops alternately and reports each call's growth from `small` to `large`. @param id of the figure */
export async function compare(
  context: BenchContext,
  id: string,
  small: { readonly name: string; readonly shop: Shop },
  large: { readonly name: string; readonly shop: Shop },
  growth: { readonly atMost: number; readonly stretch: number },
  people: number,
): Promise<void> {
  await costs(small.shop, 100);
  await costs(large.shop, 100);
  const sides = await interleave(context.rounds, {
    small: () => costs(small.shop, people),
    large: () => costs(large.shop, people),
  });
  for (const call of CALLS) {
    const before = sides.small.map((cost) => cost[call]);
    const grown = sides.large.map((cost) => cost[call]);
    context.report({
      id: `${id} ${call}`,
      unit: "ms",
      engine: { name: large.name, values: grown },
      others: [{ name: small.name, values: before }],
      lines: [
        {
          label: "growth",
          ratio: ratioOf(grown, before),
          ...growth,
          slack: PROCESSOR_SLACK,
        },
      ],
    });
  }
}
