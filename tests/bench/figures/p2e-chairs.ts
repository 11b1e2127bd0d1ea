/** P2e: what named chairs cost: a call at one of ten chairs and over three queues, and a join, against one chair or none. */
import { join as joinPath } from "node:path";
import { join, newSecret, openPhones } from "../app/customers.ts";
import { addQueue, openProduct, press, succeed } from "../engine/product.ts";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import {
  PROCESSOR_SLACK,
  ratioOf,
} from "../../../engine/bench/measure/figure.ts";
import { processorMs } from "../../../engine/bench/measure/processor-time.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const PEOPLE = 60;
const LINES = {
  "ten chairs": { call: 1.15, join: 1.05 },
  "three queues": { call: 1.6, join: 1.05 },
} as const;

async function openShop(
  context: BenchContext,
  folder: string,
  many: { chairs: number; queues: number },
) {
  const data = joinPath(context.folder, folder);
  const product = await openProduct({ data, cpu: SERVER_CPU });
  const { owner, engine } = product;
  await runAsAdmin(engine.url, "benchSeed:comesAtNextCall", {});
  const queueIds: string[] = [];
  while (queueIds.length < many.queues)
    queueIds.push(await addQueue(owner, `Queue ${queueIds.length + 1}`));
  const chairIds: string[] = [];
  while (chairIds.length < many.chairs) {
    const settings = { name: `Chair ${chairIds.length + 1}`, queueIds };
    const path = nameOf(api.desk.chairs.create);
    const made = await succeed<{ chairId: string }>(owner, path, settings);
    chairIds.push(made.chairId);
  }
  const phones = await openPhones(engine.port, PEOPLE);
  return { owner, engine, queueIds, chairIds, phones };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** People join in turn and are called, each call completing who was at the chair. In ms of the server. */
async function costs({ owner, engine, queueIds, chairIds, phones }: Shop) {
  const perPerson = async (act: (index: number) => Promise<unknown>) => {
    const before = processorMs(engine.pid);
    for (let i = 0; i < PEOPLE; i++) await act(i);
    return (processorMs(engine.pid) - before) / PEOPLE;
  };
  const of = <T>(all: readonly T[], index: number) => {
    const one = all[index % all.length];
    if (one === undefined) throw new Error("Nothing to pick from.");
    return one;
  };
  return {
    join: await perPerson((i) =>
      join(of(phones, i), of(queueIds, i), newSecret()),
    ),
    call: await perPerson((i) =>
      press(owner, api.desk.actions.callFirst, { chairId: of(chairIds, i) }),
    ),
  };
}

async function run(context: BenchContext): Promise<void> {
  const shops = {
    one: await openShop(context, "p2e-1", { chairs: 1, queues: 1 }),
    "ten chairs": await openShop(context, "p2e-10", { chairs: 10, queues: 1 }),
    "three queues": await openShop(context, "p2e-3", { chairs: 1, queues: 3 }),
  };
  for (const shop of Object.values(shops)) await costs(shop);
  const sides = await interleave(context.rounds, {
    one: () => costs(shops.one),
    "ten chairs": () => costs(shops["ten chairs"]),
    "three queues": () => costs(shops["three queues"]),
  });
  for (const { owner, engine, phones } of Object.values(shops)) {
    for (const phone of phones) phone.destroy();
    owner.close();
    await engine.kill();
  }
  for (const name of ["ten chairs", "three queues"] as const) {
    for (const what of ["call", "join"] as const) {
      const values = sides[name].map((cost) => cost[what]);
      const base = sides.one.map((cost) => cost[what]);
      context.report({
        id: `P2e ${what}, ${name}`,
        unit: "ms",
        engine: { name, values },
        others: [{ name: "one chair", values: base }],
        lines: [
          {
            label: "growth",
            ratio: ratioOf(values, base),
            atMost: LINES[name][what],
            slack: PROCESSOR_SLACK,
          },
        ],
      });
    }
  }
}

export const chairs: FigureGroup = { ids: ["P2e"], minutes: 1, run };
