/** P2d: sixty-four customers who keep joining the same queue, against sixty-four who join one each. */
import { join as joinPath } from "node:path";
import { join, newSecret, openPhones } from "../app/customers.ts";
import { addQueue, openProduct } from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import { ratioOf } from "../../../engine/bench/measure/figure.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const CLIENTS = 64;
const JOINS = 8;
const WARM_UPS = 6;
const LINE = { atLeast: 0.8, stretch: 0.95 };
const RATE_SLACK = 0.2;

async function run(context: BenchContext): Promise<void> {
  const product = await openProduct({
    data: joinPath(context.folder, "p2d"),
    cpu: SERVER_CPU,
  });
  const { owner, engine } = product;
  const phones = await openPhones(engine.port, CLIENTS);
  let made = 0;
  const newQueue = () => addQueue(owner, `Contended ${++made}`);
  /** Joins a second. A conflict that reaches a client is an error and ends the bench. */
  const storm = async (queues: readonly string[]): Promise<number> => {
    const start = performance.now();
    await Promise.all(
      phones.map(async (phone, i) => {
        for (let n = 0; n < JOINS; n++)
          await join(phone, queues[i % queues.length] ?? "", newSecret());
      }),
    );
    return (CLIENTS * JOINS * 1000) / (performance.now() - start);
  };
  const same = async () => storm([await newQueue()]);
  // The same queues each time, because a business may have only a hundred. A few more people in each line cost nothing.
  const own: string[] = [];
  while (own.length < CLIENTS) own.push(await newQueue());
  const apart = () => storm(own);
  for (let i = 0; i < WARM_UPS; i++) await same();
  const sides = await interleave(context.rounds, { same, apart });
  for (const phone of phones) phone.destroy();
  owner.close();
  await engine.kill();
  context.report({
    id: `P2d ${CLIENTS} clients`,
    unit: "/s",
    engine: { name: "one queue", values: sides.same },
    others: [{ name: "a queue each", values: sides.apart }],
    lines: [
      {
        label: "one/each",
        ratio: ratioOf(sides.same, sides.apart),
        ...LINE,
        slack: RATE_SLACK,
      },
    ],
  });
}

export const contended: FigureGroup = { ids: ["P2d"], minutes: 1, run };
