/** P3c: a write to one queue, with and without a thousand watchers on each of fifty other queues. */
import { join } from "node:path";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { PROCESSOR_SLACK, lineOf } from "../measure/figure.ts";
import { processorMs } from "../measure/processor-time.ts";
import { interleave } from "../measure/rounds.ts";
import { helloOf } from "../targets/engine-target.ts";
import { SYNC_PATH } from "../wire/sync-client.ts";
import { Watchers } from "../wire/watchers.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const OTHERS = 50;
/** Each socket watches all the others, so each queue has as many watchers as there are sockets. */
const SOCKETS = 1000;
const WRITES = 2000;
const LINE = { atMost: 1.2, stretch: 1.02 };

async function run(context: BenchContext): Promise<void> {
  const open = async (name: string) => {
    const bench = await openBenchEngine(join(context.folder, `p3c-${name}`));
    const { client } = bench;
    await client.mutation("line:setUp", {});
    const ids: string[] = [];
    for (let i = 0; i < OTHERS; i++) {
      const made = await client.mutation("line:addQueue", {});
      if (!made.ok) throw new Error(made.message);
      ids.push(String(made.value));
    }
    return { ...bench, ids };
  };
  const alone = await open("alone");
  const beside = await open("beside");
  const queries = beside.ids.map((id) => ({ path: "line:of", args: { id } }));
  const watchers = await Watchers.open(SOCKETS, {
    port: beside.engine.port,
    path: SYNC_PATH,
    hello: () => helloOf(queries),
  });
  const frames = watchers.frames;
  const block = async ({ engine, client }: typeof alone, writes: number) => {
    const before = processorMs(engine.pid);
    for (let i = 0; i < writes; i++) {
      const answer = await client.mutation("line:callNext", {});
      if (!answer.ok) throw new Error(answer.message);
    }
    return (processorMs(engine.pid) - before) / writes;
  };
  const writes = Math.max(200, Math.round(WRITES * context.effort));
  for (const one of [alone, beside]) await block(one, WRITES);
  const sides = await interleave(context.rounds, {
    beside: () => block(beside, writes),
    alone: () => block(alone, writes),
  });
  if (watchers.frames !== frames)
    throw new Error("Watchers of other queues were told something.");
  watchers.close();
  for (const { client, engine } of [alone, beside]) {
    client.close();
    await engine.kill();
  }
  context.report({
    id: `P3c ${OTHERS} other queues`,
    unit: "ms",
    engine: { name: `${SOCKETS} watch each`, values: sides.beside },
    others: [{ name: "nobody", values: sides.alone }],
    lines: [
      lineOf("watched/not", sides.beside, sides.alone, PROCESSOR_SLACK, LINE),
    ],
  });
}

export const precision: FigureGroup = { ids: ["P3c"], minutes: 2, run };
